import type { MerchantBasics } from './merchant-basics.js';
import { Records } from './records.js';
import { Refusal } from './refusal.js';
import { Table } from './table.js';

/** Only event of data-services subscriptions. @see contract/behaviour/webhook-subscriptions.yaml enums.SubscriptionEvent */
export const FILE_GENERATED_EVENT = 'SaleTransactionsFileGenerated';

/** Details of a subscription. An update replaces all of them. */
export interface SubscriptionDetails {
  readonly url: string;
  /** Secret that signs each delivery. It is never shown again. */
  readonly secret: string;
  readonly events: readonly string[];
}

/** A registered receiver of report files. */
export interface Subscription extends SubscriptionDetails {
  readonly id: string;
}

/** Data-services subscriptions of the account. */
export class Subscriptions extends Records<Subscription> {
  constructor(private readonly core: MerchantBasics) {
    super(new Table<Subscription>('subscriptions'), () => new Refusal(404, 'Subscription was not found'));
  }

  add(details: SubscriptionDetails): Subscription {
    return this.save({ ...details, id: this.core.ids.uuid() });
  }

  /** Replaces URL, secret and events. @throws Refusal 404 if the ID is unknown. */
  replace(id: string, details: SubscriptionDetails): Subscription {
    return this.save({ ...details, id: this.get(id).id });
  }

  /** Removes a subscription. @throws Refusal 404 if the ID is unknown. */
  remove(id: string): void {
    this.records.delete(this.get(id).id);
  }

  private save(subscription: Subscription): Subscription {
    return this.records.put(subscription.id, subscription);
  }
}
