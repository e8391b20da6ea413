import { checkedStep, type SimulatorClock } from '../domain/clock.js';
import { RETRY_POLICY } from '../domain/contract.generated.js';
import type { Ids } from '../domain/ids.js';
import { checkedChances, type DeliveryChances } from './delivery-chances.js';
import { DeliveryLanes } from './delivery-lanes.js';
import { envelopeText, type Delivery, type DeliveryAttempt, type Message } from './delivery.js';
import { SendFailure, type Send } from './send.js';
import type { Webhook } from './webhooks.js';

type Mutable = { -readonly [member in keyof Delivery]: Delivery[member] } & { takeBack?: () => void };

/** What is known of an attempt when it is over. */
type Result = Pick<DeliveryAttempt, 'status' | 'response' | 'error'>;

/** Copies that one request asks for at most. */
const MAX_COPIES = 1000;

/** Sends notifications, each webhook on its own, tries again hourly on the virtual clock, and bends the order on demand. */
export class Deliveries {
  /** Whether a retry carries a new MessageId: not documented, so receivers should stand both. */
  newMessageIdOnRetry = false;
  private readonly deliveries = new Map<string, Mutable>();
  private readonly lanes = new DeliveryLanes();
  private holding = false;
  private chances: Required<DeliveryChances> | null = null;
  private abort = new AbortController();

  constructor(
    private readonly clock: SimulatorClock,
    private readonly ids: Ids,
    private readonly send: Send,
  ) {}

  /** Puts a message on its way to a webhook, holds it, or leaves it to chance. */
  enqueue(webhook: Webhook, message: Message): void {
    const delivery = this.add(webhook, message, null);
    if (this.holding) delivery.state = 'held';
    else if (this.chances === null) this.plan(delivery, this.clock.now());
    else this.disturb(delivery, this.chances);
  }

  /**
   * From now on chance loses, repeats and delays new deliveries, as the seed has it; what is held is spared. Without chances
   * it ends.
   *
   * @throws RangeError naming the member that is wrong.
   */
  leaveToChance(chances?: DeliveryChances): void {
    this.chances = chances === undefined ? null : checkedChances(chances);
  }

  list(): readonly Delivery[] {
    return [...this.deliveries.values()].map(seen);
  }

  /** The delivery. @throws RangeError when there is none with that id. */
  get(id: string): Delivery {
    return seen(this.mutable(id));
  }

  /** Whether new deliveries wait for {@link release}. */
  get isHolding(): boolean {
    return this.holding;
  }

  /** From now on new deliveries wait for {@link release}. */
  hold(): void {
    this.holding = true;
  }

  /**
   * Ends holding and sends what is held, one after the other, in the given order; what is not named follows.
   * Resolves when each was tried once.
   */
  async release(order: readonly string[] = []): Promise<void> {
    this.holding = false;
    const named = order.map((id) => this.mutable(id));
    const rest = [...this.deliveries.values()].filter((delivery) => !named.includes(delivery));
    for (const delivery of [...named, ...rest]) {
      if (delivery.state === 'held') await this.start(delivery);
    }
  }

  /** Sends the same message `times` more, each `afterMs` of virtual time from now: also after a 2xx, as the service may. */
  duplicate(
    id: string,
    { times = 1, afterMs = 0 }: { readonly times?: number; readonly afterMs?: number } = {},
  ): readonly Delivery[] {
    const { webhook, message } = this.mutable(id);
    if (!(Number.isSafeInteger(times) && times > 0 && times <= MAX_COPIES))
      throw new RangeError(`times: expected a whole number from 1 to ${MAX_COPIES}`);
    const at = this.clock.now() + checkedStep(afterMs);
    const copies = Array.from({ length: times }, () => this.add(webhook, message, id));
    for (const copy of copies) this.plan(copy, at);
    return copies.map(seen);
  }

  /** Puts off a held or planned delivery: it is sent `ms` of virtual time from now. */
  delay(id: string, ms: number): void {
    const delivery = this.idle(id);
    this.plan(delivery, this.clock.now() + checkedStep(ms));
  }

  /** Loses a held or planned delivery for good. */
  drop(id: string): void {
    const delivery = this.idle(id);
    delivery.takeBack?.();
    delivery.state = 'dropped';
    delivery.dueAt = null;
  }

  /** Sends a delivery again now, whatever became of it. Resolves when it was tried. */
  async redeliver(id: string): Promise<Delivery> {
    const delivery = this.idle(id);
    delivery.takeBack?.();
    await this.start(delivery);
    return seen(delivery);
  }

  /** Resolves when nothing that is due is on its way. Held deliveries and retries of a later hour do not count. */
  settled(): Promise<void> {
    return this.lanes.idle();
  }

  /** Forgets all deliveries and cuts those on their way. */
  reset(): void {
    this.abort.abort();
    this.abort = new AbortController();
    for (const delivery of this.deliveries.values()) delivery.takeBack?.();
    this.deliveries.clear();
    this.holding = false;
    this.chances = null;
    this.newMessageIdOnRetry = false;
  }

  private add(webhook: Webhook, message: Message, duplicateOf: string | null): Mutable {
    const delivery: Mutable = {
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

  private disturb(
    delivery: Mutable,
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

  private plan(delivery: Mutable, at: number): void {
    delivery.takeBack?.();
    delivery.state = 'waiting';
    delivery.dueAt = at;
    if (at <= this.clock.now()) void this.start(delivery);
    else delivery.takeBack = this.clock.schedule(at, () => this.start(delivery));
  }

  private start(delivery: Mutable): Promise<void> {
    delivery.state = 'sending';
    delivery.dueAt = null;
    const { signal } = this.abort;
    return this.lanes.run(async () => {
      if (!signal.aborted) await this.tryOnce(delivery, signal);
    });
  }

  private async tryOnce(delivery: Mutable, signal: AbortSignal): Promise<void> {
    const { webhook, message, attempts } = delivery;
    const retries = attempts.length;
    const messageId = retries > 0 && this.newMessageIdOnRetry ? this.ids.uuid() : message.messageId;
    const request = envelopeText(message, webhook.url, retries, messageId);
    const at = this.clock.now();
    const startedAt = performance.now();
    const result = await this.post(webhook.url, request, signal);
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

  private async post(url: string, body: string, signal: AbortSignal): Promise<Result> {
    try {
      const answer = await this.send(url, { method: 'POST', body }, signal);
      return { status: answer.status, response: answer.body, error: null };
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      return {
        status: null,
        response: null,
        error: error.reason === 'time-out' ? error.reason : error.message,
      };
    }
  }

  private mutable(id: string): Mutable {
    const delivery = this.deliveries.get(id);
    if (!delivery) throw new RangeError(`delivery ${id} is unknown`);
    return delivery;
  }

  private idle(id: string): Mutable {
    const delivery = this.mutable(id);
    if (delivery.state === 'sending') throw new RangeError(`delivery ${id} is on its way`);
    return delivery;
  }
}

/** A copy for the outside: what happens later does not change it. */
function seen({ takeBack: _, ...delivery }: Mutable): Delivery {
  return delivery;
}
