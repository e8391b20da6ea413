import { Injectable } from '@nestjs/common';
import { systemClock } from '../../../core/clock.js';
import { fingerprintOf } from '../../../inbox/lane.js';
import type { PayDelivery, PaySender } from '../../../inbox/pay-inbox.js';
import { RecentMap } from '../../recent-map.js';
import { PayWebhookException } from '../pay-webhook.exception.js';
import type { WebhookRoute } from '../pay-webhook.routes.js';
import { ConfirmationBudget } from './confirmation-budget.js';
import { UnderWay } from './under-way.js';

/** The very same delivery, forged, is not read again so soon. A true one has another message id. */
const REFUSED_FOR_MS = 60_000;
const MAX_REFUSED = 10_000;
const SEEN_MS = 25 * 3_600_000;
const MAX_SEEN = 100_000;

interface AccountLimits {
  budget: ConfirmationBudget;
  underWay: UnderWay;
  /** Why, by the delivery's key and content. */
  refused: RecentMap<string>;
  /** Events that were confirmed where no inbox knows repeats. */
  seen: RecentMap<true>;
}

type LimitedRoute = Pick<WebhookRoute, 'account' | 'limits'>;

/** What whoever posts may make an account do: how much at a time, and how many calls to the service. */
@Injectable()
export class PayWebhookLimits {
  readonly #accounts = new Map<string, AccountLimits>();

  /** Who posts from an address. */
  senderOf(address: string | null, { isServiceAddress }: Pick<WebhookRoute, 'isServiceAddress'>): PaySender {
    if (address === null) return { address, isService: false };
    return { address: networkOf(address), isService: isServiceAddress(address) };
  }

  /**
   * Begins a delivery; the answer ends it. Nobody's are not counted.
   *
   * @throws PayWebhookException `overload` when too many are under way.
   */
  begin(route: LimitedRoute, sender: PaySender | undefined): () => void {
    if (sender === undefined) return () => undefined;
    const end = this.#of(route).underWay.enter(sender);
    if (end !== undefined) return end;
    throw new PayWebhookException(
      'overload',
      `too many deliveries are under way (webhooks.maxUnderWay is ${route.limits.maxUnderWay})`,
    );
  }

  /**
   * Whether the service may be asked about what a sender posts.
   *
   * @throws PayWebhookException `budget` when it is not asked now.
   */
  checkBudget(route: LimitedRoute, sender: PaySender | undefined): void {
    const waitMs = sender === undefined ? 0 : this.#of(route).budget.waitMs(sender);
    if (waitMs === 0) return;
    throw new PayWebhookException(
      'budget',
      `too much that the service does not confirm came from ${sender?.address ?? 'an address that is not known'} ` +
        '(webhooks.readBudget): it is not asked now',
      waitMs,
    );
  }

  /** The service was asked: `confirmed` where it said that there is such an event, and there is but one. */
  noteRead(route: LimitedRoute, sender: PaySender | undefined, confirmed: boolean): void {
    if (sender === undefined) return;
    const { budget } = this.#of(route);
    if (confirmed) budget.confirmed(sender);
    else budget.spend(sender);
  }

  /** Whether an event was not confirmed before. On a route without an inbox each repeat is read again. */
  isFirst({ key }: PayDelivery, route: LimitedRoute): boolean {
    const { seen } = this.#of(route);
    if (seen.get(key) === true) return false;
    seen.set(key, true);
    return true;
  }

  /**
   * Whether this very delivery may be looked at.
   *
   * @throws PayWebhookException `unconfirmed` when it was refused a moment ago.
   */
  checkRefused(delivery: PayDelivery, route: LimitedRoute): void {
    const { refused } = this.#of(route);
    // Mostly so: the key of a content costs a hash.
    if (refused.isEmpty()) return;
    const why = refused.get(contentKeyOf(delivery));
    if (why !== undefined) throw new PayWebhookException('unconfirmed', why);
  }

  /** The service did not confirm a delivery that was answered at once. */
  noteRefused(delivery: PayDelivery, route: LimitedRoute, why: string): void {
    this.#of(route).refused.set(contentKeyOf(delivery), why);
  }

  #of({ account, limits }: LimitedRoute): AccountLimits {
    const known = this.#accounts.get(account.id);
    if (known !== undefined) return known;
    const fresh = {
      budget: new ConfirmationBudget(systemClock, limits.readBudget),
      underWay: new UnderWay(limits.maxUnderWay),
      refused: new RecentMap<string>(systemClock, REFUSED_FOR_MS, MAX_REFUSED),
      seen: new RecentMap<true>(systemClock, SEEN_MS, MAX_SEEN),
    };
    this.#accounts.set(account.id, fresh);
    return fresh;
  }
}

function contentKeyOf(delivery: PayDelivery): string {
  return `${fingerprintOf(delivery)} ${delivery.key}`;
}

/** Who has one IPv6 address has 2^64 of them. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const behind = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - groups.length - behind.length;
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...behind];
  return `${all.slice(0, 4).join(':')}::/64`;
}
