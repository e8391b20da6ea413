import { Injectable } from '@nestjs/common';
import { systemClock } from '../../../core/clock.js';
import type { PaySender } from '../../../inbox/pay-inbox.js';
import { PayWebhookException } from '../pay-webhook.exception.js';
import type { WebhookRoute } from '../pay-webhook.routes.js';
import { TokenBucket } from './token-bucket.js';

interface ClassState {
  active: number;
  reads: TokenBucket;
}

type LimitedRoute = Pick<WebhookRoute, 'account' | 'senderLimits'>;

/**
 * Limits what each class of senders can make an account do: how many deliveries at the same time, and how many reads from the
 * service per minute. Deliveries without a sender come from the application itself and are not limited.
 */
@Injectable()
export class PayWebhookLimits {
  readonly #accounts = new Map<string, Record<PaySender, ClassState>>();

  /**
   * Begins a delivery. Returns the function that ends it, to be called once.
   *
   * @throws PayWebhookException `overload` when too many deliveries of the sender's class are being handled.
   */
  begin(route: LimitedRoute, sender: PaySender | undefined): () => void {
    if (sender === undefined) return () => undefined;
    const state = this.#stateOf(route)[sender];
    const { maxConcurrent } = route.senderLimits[sender];
    if (state.active >= maxConcurrent)
      throw new PayWebhookException(
        'overload',
        `too many deliveries are being handled (webhooks.senderLimits.${sender}.maxConcurrent is ${maxConcurrent})`,
      );
    state.active++;
    return () => {
      state.active--;
    };
  }

  /**
   * Counts a read from the service, whatever comes of it.
   *
   * @throws PayWebhookException `budget` when the sender's class has used up its reads.
   */
  takeRead(route: LimitedRoute, sender: PaySender | undefined): void {
    if (sender === undefined) return;
    const waitMs = this.#stateOf(route)[sender].reads.take();
    if (waitMs === 0) return;
    const { readsPerMinute } = route.senderLimits[sender];
    throw new PayWebhookException(
      'budget',
      `too many deliveries to confirm (webhooks.senderLimits.${sender}.readsPerMinute is ${readsPerMinute})`,
      waitMs,
    );
  }

  #stateOf({ account, senderLimits }: LimitedRoute): Record<PaySender, ClassState> {
    const known = this.#accounts.get(account.id);
    if (known !== undefined) return known;
    const stateFor = (sender: PaySender): ClassState => ({
      active: 0,
      reads: new TokenBucket(systemClock, senderLimits[sender].readsPerMinute),
    });
    const fresh = { service: stateFor('service'), unknown: stateFor('unknown') };
    this.#accounts.set(account.id, fresh);
    return fresh;
  }
}
