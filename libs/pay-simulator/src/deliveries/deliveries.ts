import { setMaxListeners } from 'node:events';
import { checkDuration, type SimulatorClock } from '../domain/clock.js';
import { RETRY_POLICY } from '../domain/contract.generated.js';
import type { Ids } from '../domain/ids.js';
import { checkedInput } from '../domain/input.js';
import { checkedChances, type DeliveryChances } from './delivery-chances.js';
import { DeliveryQueue } from './delivery-queue.js';
import { checkedNext, DEFAULT_DELAY_MS, type NextDelivery } from './next-delivery.js';
import {
  envelopeText,
  hasFailed,
  isAccepted,
  orderCodeOf,
  type Delivery,
  type DeliveryAttempt,
  type DeliverySummary,
  type Message,
} from './delivery.js';
import { post, type Outgoing, type Send } from './send.js';
import type { Webhook } from './webhooks.js';
import { serializable } from '../domain/wire-json.js';
import { PlannedWork } from '../domain/planned-work.js';
import { SummarizedArchive } from '../domain/archive.js';
import { Cell, resetServices, Table } from '../domain/table.js';

/** How new deliveries are sent. */
interface DeliverySettings {
  readonly newMessageIdOnRetry: boolean;
  readonly holding: boolean;
  readonly chances: Required<DeliveryChances> | null;
}

/** Changes of how webhooks are sent. */
interface DeliveryChanges {
  readonly newMessageIdOnRetry?: boolean;
  readonly chances?: DeliveryChances | null;
  readonly next?: NextDelivery | null;
}

/** The part of a delivery that never changes, so that a data file has its long message once. */
type Addressed = Pick<Delivery, 'id' | 'webhook' | 'message' | 'duplicateOf'>;

/** The part of a delivery that changes. The body of an attempt follows from the message. */
interface Progress extends Pick<Delivery, 'state' | 'dueAt'> {
  readonly attempts: readonly (Omit<DeliveryAttempt, 'request'> & {
    /** Only if it is another one than that of the message. */
    readonly messageId?: string;
  })[];
}

/** Creates a controller that any number of requests can listen to. */
function abortController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/** Sends webhook deliveries, retries hourly on the virtual clock, and can hold, reorder, delay, drop and duplicate them. */
export class Deliveries {
  private readonly deliveries = new SummarizedArchive('deliveries', ({ message }: Addressed) => ({
    eventTypeId: message.eventTypeId,
    orderCode: orderCodeOf(message),
    createdAt: Date.parse(message.created),
  }));
  private readonly progress = new SummarizedArchive(
    'deliveryProgress',
    ({ state, dueAt, attempts }: Progress) => ({
      ...{ state, dueAt, attempts: attempts.length },
      ...{ hasFailed: hasFailed({ attempts }), firstAt: attempts[0]?.at },
    }),
  );
  private summarized: { readonly changes: number; readonly list: readonly DeliverySummary[] } | undefined;
  private readonly completed = new WeakMap<Progress, Delivery>();
  private readonly mode = new Cell<DeliverySettings>('deliverySettings', {
    newMessageIdOnRetry: false,
    holding: false,
    chances: null,
  });
  private readonly instruction = new Cell<NextDelivery | null>('nextDelivery', null);
  /** Reordered deliveries with the delivery that overtakes them, which is null until it exists. */
  private readonly overtaken = new Table<string | null>('overtakenDeliveries');
  private readonly planned = new PlannedWork<string>('plannedDeliveries', this.clock, (id) => this.start(id));
  private readonly queue = new DeliveryQueue();
  private readonly attemptWaiters: (() => void)[] = [];
  private abort = abortController();

  constructor(
    private readonly clock: SimulatorClock,
    private readonly ids: Ids,
    private readonly send: Send,
    private readonly headersOfEvent: (eventTypeId: number) => Outgoing['headers'] = () => undefined,
  ) {
    this.deliveries.onLoad = () => {
      // The response to an attempt in progress was lost, so the receiver may get it twice.
      for (const [id, { state }] of this.progress)
        if (state === 'sending' && !this.planned.has(id)) void this.start(id);
    };
  }

  /** How new deliveries are sent, and what happens to the next one. */
  get settings() {
    const { holding: isHolding, newMessageIdOnRetry } = this.mode.value;
    return { isHolding, newMessageIdOnRetry, next: this.instruction.value };
  }

  /**
   * Changes how webhooks are sent. `newMessageIdOnRetry` gives retries a new MessageId: the service does not document this, so
   * receivers should handle both. `chances` drop, duplicate and delay new deliveries at random, reproducible with the seed;
   * `chances: null` sends all of them once, and at once. `next` loses, delays, repeats or reorders the next webhook, once;
   * `next: null` takes it back. Held deliveries are not affected.
   *
   * @throws RangeError if a member is invalid. The message names the member.
   * @example simulator.deliveries.configure({ next: { do: 'lose', eventTypeId: 1797 } }); // the next refund's webhook is lost
   */
  configure({ newMessageIdOnRetry, chances, next }: DeliveryChanges): void {
    if (newMessageIdOnRetry !== undefined) this.set({ newMessageIdOnRetry });
    if (chances !== undefined) this.set({ chances: chances && checkedChances(chances) });
    if (next !== undefined) this.instruction.value = next && checkedNext(next);
  }

  /** Sends a message to a webhook, holds it, follows the instruction for the next delivery, or applies random faults. */
  enqueue(webhook: Webhook, message: Message): void {
    const delivery = this.add(webhook, message, null);
    const { holding, chances } = this.mode.value;
    const { value: next } = this.instruction;
    const isMeant = next !== null && (next.eventTypeId ?? message.eventTypeId) === message.eventTypeId;
    if (holding) this.change(delivery.id, { state: 'held' });
    else if (isMeant) this.follow(delivery, next);
    else if (chances === null) this.plan(delivery.id, this.clock.now());
    else this.applyChances(delivery, chances);
    this.overtakeWith(delivery.id);
  }

  /** Number of deliveries. */
  get size(): number {
    return this.deliveries.size;
  }

  /** Lists what is counted and filtered, oldest first. It is much faster than {@link list}. */
  summaries(): readonly DeliverySummary[] {
    const changes = this.deliveries.changes + this.progress.changes;
    if (this.summarized?.changes !== changes) this.summarized = { changes, list: this.summarize() };
    return this.summarized.list;
  }

  list(): readonly Delivery[] {
    return [...this.deliveries.values()].map((delivery) => this.complete(delivery));
  }

  /** Returns a delivery. @throws RangeError if the ID is unknown. */
  get(id: string): Delivery {
    const delivery = this.deliveries.get(id);
    if (!delivery) throw new RangeError(`delivery ${id} is unknown`);
    return this.complete(delivery);
  }

  /** Holds new deliveries until {@link release}. */
  hold(): void {
    this.set({ holding: true });
  }

  /**
   * Stops holding and sends held deliveries one by one: first those in `order`, then the others.
   * Resolves after one attempt for each delivery.
   */
  async release(order: readonly string[] = []): Promise<void> {
    this.set({ holding: false });
    for (const id of order) this.get(id);
    for (const id of new Set([...order, ...this.deliveries.keys()])) {
      if (this.progress.get(id)?.state === 'held') await this.start(id);
    }
  }

  /** Sends the same message `times` more times, after `afterMs` of virtual time. Works after a 2xx too. */
  duplicate(
    id: string,
    { times = 1, afterMs = 0 }: { readonly times?: number; readonly afterMs?: number } = {},
  ): readonly Delivery[] {
    const { webhook, message } = this.get(id);
    checkedInput('duplicateDelivery', { times, afterMs });
    const at = this.clock.now() + checkDuration(afterMs);
    const copies = Array.from({ length: times }, () => this.add(webhook, message, id));
    for (const copy of copies) this.plan(copy.id, at);
    return copies.map((copy) => this.get(copy.id));
  }

  /** Delays a held or planned delivery by `ms` of virtual time. */
  delay(id: string, ms: number): void {
    const at = this.clock.now() + checkDuration(ms);
    this.requireUnsent(id);
    this.plan(id, at);
  }

  /** Drops a held or planned delivery permanently. */
  drop(id: string): void {
    this.requireUnsent(id);
    this.planned.cancel(id);
    this.change(id, { state: 'dropped', dueAt: null });
    this.sendOvertaken(id);
  }

  /** Sends a delivery again, regardless of its state. Resolves after the attempt. */
  async redeliver(id: string): Promise<Delivery> {
    this.requireIdle(id);
    this.planned.cancel(id);
    await this.start(id);
    return this.get(id);
  }

  /** Resolves when no due delivery is in progress. Held deliveries and later retries do not count. */
  settled(): Promise<void> {
    return this.queue.idle();
  }

  /** Resolves after the next attempt: its receiver responded, or it failed. */
  nextAttempt(): Promise<void> {
    return new Promise((resolve) => this.attemptWaiters.push(resolve));
  }

  /** Aborts the deliveries in progress, after the tables were reset. */
  reset(): void {
    this.abort.abort();
    this.abort = abortController();
    this.endWaits();
  }

  /** Clears all deliveries, aborts those in progress, and sends none any more. */
  end(): void {
    resetServices([this], 'start');
    this.abort.abort();
  }

  private summarize(): readonly DeliverySummary[] {
    return [...this.deliveries.summaries].flatMap(([id, { createdAt, ...addressed }]) => {
      const progress = this.progress.summaries.get(id);
      if (progress === undefined) return [];
      const { firstAt = createdAt, ...changing } = progress;
      return { id, ...addressed, createdAt: firstAt, ...changing };
    });
  }

  private endWaits(): void {
    for (const resolve of this.attemptWaiters.splice(0)) resolve();
  }

  private add(webhook: Webhook, message: Message, duplicateOf: string | null): Addressed {
    const delivery = { id: this.ids.uuid(), webhook, message, duplicateOf };
    this.deliveries.set(delivery.id, delivery);
    this.progress.set(delivery.id, { state: 'waiting', dueAt: null, attempts: [] });
    return delivery;
  }

  private follow({ id, webhook, message }: Addressed, next: NextDelivery): void {
    this.instruction.reset();
    if (next.do === 'lose') this.change(id, { state: 'dropped' });
    else if (next.do === 'delay') this.plan(id, this.clock.now() + (next.ms ?? DEFAULT_DELAY_MS));
    else if (next.do === 'repeat')
      for (const one of [id, this.add(webhook, message, id).id]) this.plan(one, this.clock.now());
    else {
      this.change(id, { state: 'held' });
      this.overtaken.set(id, null);
    }
  }

  /** Lets a delivery that will be sent overtake the reordered ones. */
  private overtakeWith(id: string): void {
    const { state } = this.progressOf(id);
    if (state === 'held' || state === 'dropped') return;
    for (const [earlier, by] of this.overtaken) if (by === null) this.overtaken.set(earlier, id);
  }

  /** Sends the deliveries that a delivery has overtaken. */
  private sendOvertaken(by: string): void {
    for (const [id, one] of this.overtaken) {
      if (one !== by) continue;
      this.overtaken.delete(id);
      if (this.progressOf(id).state === 'held') void this.start(id);
    }
  }

  private applyChances(
    { id, webhook, message }: Addressed,
    { drop, duplicate, delay, delayUpToMs }: Required<DeliveryChances>,
  ): void {
    const happens = (chance: number): boolean => this.ids.fraction() < chance;
    const copies = happens(duplicate) ? [this.add(webhook, message, id).id] : [];
    const isDropped = happens(drop);
    if (isDropped) this.change(id, { state: 'dropped' });
    for (const one of isDropped ? copies : [id, ...copies])
      this.plan(one, this.clock.now() + (happens(delay) ? Math.ceil(this.ids.fraction() * delayUpToMs) : 0));
  }

  private plan(id: string, at: number): void {
    this.planned.cancel(id);
    this.change(id, { state: 'waiting', dueAt: at });
    if (at <= this.clock.now()) void this.start(id);
    else this.planned.plan(id, at, id);
  }

  private start(id: string): Promise<void> {
    this.change(id, { state: 'sending', dueAt: null });
    const { signal } = this.abort;
    return this.queue.run(async () => {
      const delivery = signal.aborted ? undefined : this.deliveries.get(id);
      if (!delivery) return;
      await this.attempt(delivery, this.progressOf(id).attempts, signal);
      if (!signal.aborted) this.sendOvertaken(id);
    });
  }

  private async attempt(
    { id, webhook, message }: Addressed,
    earlier: Progress['attempts'],
    signal: AbortSignal,
  ): Promise<void> {
    const retries = earlier.length;
    const messageId =
      retries > 0 && this.mode.value.newMessageIdOnRetry ? this.ids.uuid() : message.messageId;
    const request = envelopeText(message, webhook.url, retries, messageId);
    const at = this.clock.now();
    const startedAt = performance.now();
    const headers = this.headersOfEvent(message.eventTypeId);
    const result = await post(this.send, webhook.url, { body: request, headers }, signal);
    this.endWaits();
    if (signal.aborted) return;
    const durationMs = Math.round(performance.now() - startedAt);
    const attempts = earlier.concat({
      at,
      durationMs,
      ...result,
      ...(messageId !== message.messageId && { messageId }),
    });
    const isDelivered = isAccepted(result);
    if (isDelivered || attempts.length >= RETRY_POLICY.attempts) {
      this.change(id, { attempts, state: isDelivered ? 'delivered' : 'failed' });
      return;
    }
    this.change(id, { attempts });
    this.plan(id, at + RETRY_POLICY.intervalSeconds * 1000);
  }

  private change(id: string, changes: Partial<Progress>): void {
    this.progress.set(id, { ...this.progressOf(id), ...changes });
  }

  private progressOf(id: string): Progress {
    const progress = this.progress.get(id);
    if (!progress) throw new RangeError(`delivery ${id} is unknown`);
    return progress;
  }

  private complete(delivery: Addressed): Delivery {
    const { message, webhook } = delivery;
    const stored = this.progressOf(delivery.id);
    const known = this.completed.get(stored);
    if (known) return known;
    const { attempts, ...progress } = stored;
    const completed = {
      ...delivery,
      message: { ...message, eventData: serializable(message.eventData) },
      ...progress,
      attempts: attempts.map(({ messageId, ...attempt }, retries) => ({
        ...attempt,
        // Written only when it is read, because lists of thousands of deliveries are filtered.
        get request() {
          return envelopeText(message, webhook.url, retries, messageId);
        },
      })),
    };
    this.completed.set(stored, completed);
    return completed;
  }

  private set(changes: Partial<DeliverySettings>): void {
    this.mode.value = { ...this.mode.value, ...changes };
  }

  private requireUnsent(id: string): void {
    this.requireIdle(id);
    const { state } = this.progressOf(id);
    if (state !== 'held' && state !== 'waiting')
      throw new RangeError(`delivery ${id} is ${state}: expected one that is held or waiting`);
  }

  private requireIdle(id: string): void {
    if (this.progressOf(id).state === 'sending') throw new RangeError(`delivery ${id} is in progress`);
  }
}
