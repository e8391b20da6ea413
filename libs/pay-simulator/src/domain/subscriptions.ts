import type { Ids } from './ids.js';
import { Refusal } from './refusal.js';

/** The only event that a data-services subscription tells of. @see contract/webhook-subscriptions.json enums.SubscriptionEvent */
export const FILE_GENERATED_EVENT = 'SaleTransactionsFileGenerated';

/** What a merchant says about a subscription; an update says all of it again. */
export interface SubscriptionTerms {
  readonly url: string;
  /** Signs each delivery; never shown again. */
  readonly secret: string;
  readonly events: readonly string[];
}

/** A registered receiver of report files. */
export interface Subscription extends SubscriptionTerms {
  readonly id: string;
}

/** The account's data-services subscriptions. */
export class Subscriptions {
  private readonly byId = new Map<string, Subscription>();

  constructor(private readonly ids: Ids) {}

  add(terms: SubscriptionTerms): Subscription {
    return this.save({ ...terms, id: this.ids.uuid() });
  }

  /** Replaces address, secret and events. @throws Refusal 404 when there is none with that id. */
  replace(id: string, terms: SubscriptionTerms): Subscription {
    return this.save({ ...terms, id: this.get(id).id });
  }

  /** @throws Refusal 404 when there is none with that id. */
  remove(id: string): void {
    this.byId.delete(this.get(id).id);
  }

  find(id: string): Subscription | undefined {
    return this.byId.get(id.toLowerCase());
  }

  list(): readonly Subscription[] {
    return [...this.byId.values()];
  }

  reset(): void {
    this.byId.clear();
  }

  private get(id: string): Subscription {
    const subscription = this.find(id);
    if (!subscription) throw new Refusal(404, 'Subscription was not found');
    return subscription;
  }

  private save(subscription: Subscription): Subscription {
    this.byId.set(subscription.id, subscription);
    return subscription;
  }
}
