import { checkDuration, type SimulatorClock } from '../domain/clock.js';
import { RETRY_POLICY } from '../domain/contract.generated.js';
import type { Ids } from '../domain/ids.js';
import { checkedChances, type DeliveryChances } from './delivery-chances.js';
import { DeliveryQueue } from './delivery-queue.js';
import { envelopeText, type Delivery, type DeliveryAttempt, type Message } from './delivery.js';
import { SendFailure, type Outgoing, type Send } from './send.js';
import type { Webhook } from './webhooks.js';

type MutableDelivery = { -readonly [member in keyof Delivery]: Delivery[member] } & { cancel?: () => void };

/** Result of a finished attempt. */
type Result = Pick<DeliveryAttempt, 'status' | 'response' | 'error'>;

/** Maximum number of duplicates in one call. */
const MAX_COPIES = 1000;

/** Sends webhook deliveries, retries hourly on the virtual clock, and can hold, reorder, delay, drop and duplicate them. */
export class Deliveries {
  /** Whether a retry has a new MessageId. The service does not document this, so receivers should handle both. */
  newMessageIdOnRetry = false;
  private readonly deliveries = new Map<string, MutableDelivery>();
  private readonly queue = new DeliveryQueue();
  private holding = false;
  private chances: Required<DeliveryChances> | null = null;
  private abort = new AbortController();

  constructor(
    private readonly clock: SimulatorClock,
    private readonly ids: Ids,
    private readonly send: Send,
    private readonly headersOfEvent: (eventTypeId: number) => Outgoing['headers'] = () => undefined,
  ) {}

  /** Sends a message to a webhook, holds it, or applies random faults. */
  enqueue(webhook: Webhook, message: Message): void {
    const delivery = this.add(webhook, message, null);
    if (this.holding) delivery.state = 'held';
    else if (this.chances === null) this.plan(delivery, this.clock.now());
    else this.applyChances(delivery, this.chances);
  }

  /**
   * Drops, duplicates and delays new deliveries at random, reproducible with the seed. Held deliveries are not affected.
   * Call it without chances to stop.
   *
   * @throws RangeError if a member is invalid. The message names the member.
   */
  leaveToChance(chances?: DeliveryChances): void {
    this.chances = chances === undefined ? null : checkedChances(chances);
  }

  list(): readonly Delivery[] {
    return [...this.deliveries.values()].map(copyOf);
  }

  /** Returns a delivery. @throws RangeError if the ID is unknown. */
  get(id: string): Delivery {
    return copyOf(this.getMutable(id));
  }

  /** Whether new deliveries are held. */
  get isHolding(): boolean {
    return this.holding;
  }

  /** Holds new deliveries until {@link release}. */
  hold(): void {
    this.holding = true;
  }

  /**
   * Stops holding and sends held deliveries one by one: first those in `order`, then the others.
   * Resolves after one attempt for each delivery.
   */
  async release(order: readonly string[] = []): Promise<void> {
    this.holding = false;
    const named = order.map((id) => this.getMutable(id));
    const rest = [...this.deliveries.values()].filter((delivery) => !named.includes(delivery));
    for (const delivery of [...named, ...rest]) {
      if (delivery.state === 'held') await this.start(delivery);
    }
  }

  /** Sends the same message `times` more times, after `afterMs` of virtual time. Works after a 2xx too. */
  duplicate(
    id: string,
    { times = 1, afterMs = 0 }: { readonly times?: number; readonly afterMs?: number } = {},
  ): readonly Delivery[] {
    const { webhook, message } = this.getMutable(id);
    if (!(Number.isSafeInteger(times) && times > 0 && times <= MAX_COPIES))
      throw new RangeError(`times: expected a whole number from 1 to ${MAX_COPIES}`);
    const at = this.clock.now() + checkDuration(afterMs);
    const copies = Array.from({ length: times }, () => this.add(webhook, message, id));
    for (const copy of copies) this.plan(copy, at);
    return copies.map(copyOf);
  }

  /** Delays a held or planned delivery by `ms` of virtual time. */
  delay(id: string, ms: number): void {
    const delivery = this.getIdle(id);
    this.plan(delivery, this.clock.now() + checkDuration(ms));
  }

  /** Drops a held or planned delivery permanently. */
  drop(id: string): void {
    const delivery = this.getIdle(id);
    delivery.cancel?.();
    delivery.state = 'dropped';
    delivery.dueAt = null;
  }

  /** Sends a delivery again, regardless of its state. Resolves after the attempt. */
  async redeliver(id: string): Promise<Delivery> {
    const delivery = this.getIdle(id);
    delivery.cancel?.();
    await this.start(delivery);
    return copyOf(delivery);
  }

  /** Resolves when no due delivery is in progress. Held deliveries and later retries do not count. */
  settled(): Promise<void> {
    return this.queue.idle();
  }

  /** Clears all deliveries and aborts those in progress. */
  reset(): void {
    this.abort.abort();
    this.abort = new AbortController();
    for (const delivery of this.deliveries.values()) delivery.cancel?.();
    this.deliveries.clear();
    this.holding = false;
    this.chances = null;
    this.newMessageIdOnRetry = false;
  }

  private add(webhook: Webhook, message: Message, duplicateOf: string | null): MutableDelivery {
    const delivery: MutableDelivery = {
      id: this.ids.uuid(),
      webhook,
      message,
      duplicateOf,
      state: 'waiting',
      dueAt: null,
      attempts: [],
    };
    this.deliveries.set(delivery.id, delivery);
    return delivery;
  }

  private applyChances(
    delivery: MutableDelivery,
    { drop, duplicate, delay, delayUpToMs }: Required<DeliveryChances>,
  ): void {
    const happens = (chance: number): boolean => this.ids.fraction() < chance;
    const { id, webhook, message } = delivery;
    const copies = happens(duplicate) ? [this.add(webhook, message, id)] : [];
    if (happens(drop)) delivery.state = 'dropped';
    const sent = [delivery, ...copies].filter(({ state }) => state !== 'dropped');
    for (const one of sent)
      this.plan(one, this.clock.now() + (happens(delay) ? Math.ceil(this.ids.fraction() * delayUpToMs) : 0));
  }

  private plan(delivery: MutableDelivery, at: number): void {
    delivery.cancel?.();
    delivery.state = 'waiting';
    delivery.dueAt = at;
    if (at <= this.clock.now()) void this.start(delivery);
    else delivery.cancel = this.clock.schedule(at, () => this.start(delivery));
  }

  private start(delivery: MutableDelivery): Promise<void> {
    delivery.state = 'sending';
    delivery.dueAt = null;
    const { signal } = this.abort;
    return this.queue.run(async () => {
      if (!signal.aborted) await this.attempt(delivery, signal);
    });
  }

  private async attempt(delivery: MutableDelivery, signal: AbortSignal): Promise<void> {
    const { webhook, message, attempts } = delivery;
    const retries = attempts.length;
    const messageId = retries > 0 && this.newMessageIdOnRetry ? this.ids.uuid() : message.messageId;
    const request = envelopeText(message, webhook.url, retries, messageId);
    const at = this.clock.now();
    const startedAt = performance.now();
    const headers = this.headersOfEvent(message.eventTypeId);
    const result = await this.post(webhook.url, { method: 'POST', body: request, headers }, signal);
    if (signal.aborted) return;
    delivery.attempts = [
      ...attempts,
      { at, request, ...result, durationMs: Math.round(performance.now() - startedAt) },
    ];
    if (result.status !== null && result.status >= 200 && result.status < 300) delivery.state = 'delivered';
    else if (delivery.attempts.length < RETRY_POLICY.attempts)
      this.plan(delivery, at + RETRY_POLICY.intervalSeconds * 1000);
    else delivery.state = 'failed';
  }

  private async post(url: string, outgoing: Outgoing, signal: AbortSignal): Promise<Result> {
    try {
      const response = await this.send(url, outgoing, signal);
      return { status: response.status, response: response.body, error: null };
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      return {
        status: null,
        response: null,
        error: error.reason === 'time-out' ? error.reason : error.message,
      };
    }
  }

  private getMutable(id: string): MutableDelivery {
    const delivery = this.deliveries.get(id);
    if (!delivery) throw new RangeError(`delivery ${id} is unknown`);
    return delivery;
  }

  private getIdle(id: string): MutableDelivery {
    const delivery = this.getMutable(id);
    if (delivery.state === 'sending') throw new RangeError(`delivery ${id} is in progress`);
    return delivery;
  }
}

/** Copies a delivery, so that later changes do not affect the result. */
function copyOf({ cancel: _, ...delivery }: MutableDelivery): Delivery {
  return delivery;
}
