import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { HttpAdapterHost, ModuleRef } from '@nestjs/core';
import { systemClock } from '../core/values/clock.js';
import { isInstance } from '../core/values/describe-thrown.js';
import { TimeLimitError, withinTime } from '../core/values/time-limit.js';
import type { PayInbox } from '../inbox/pay-inbox.js';
import { isStoredInbox } from '../inbox/stored-inbox.js';
import { NO_RAW_BODY_MESSAGE } from '../nest/webhooks/pay-webhook.exception.js';
import { PayEventDispatcher } from '../nest/webhooks/pay-event.dispatcher.js';
import { PayWebhookProcessor } from '../nest/webhooks/pay-webhook.processor.js';
import { getPayEventName } from '../webhooks/event-types.js';
import type { TestEnvironment } from './test-environment.js';
import type { TestDelivery, TestWorld } from './test-world.js';
import { WebhookReceiver } from './webhook-receiver.js';

/** Options of `settled()`. */
export interface PayTestWaitOptions {
  /** Time limit in milliseconds. The default is below the limit of a test in Jest and Vitest. @default 4_000 */
  timeoutMs?: number;
}

const SETTLED_MS = 4_000;
const MAX_RESPONSE_LENGTH = 200;

/** Connects a world with the application under test, and ends it with the application. */
export class PayTestingHost implements OnApplicationBootstrap, OnApplicationShutdown {
  #receiver: WebhookReceiver | null = null;
  /** Failed deliveries that `settled()` reported. A test expects each failure once. */
  readonly #reported = new Set<string>();

  constructor(
    private readonly world: TestWorld,
    private readonly settings: { registerWebhooks: boolean; environment: TestEnvironment | undefined },
    private readonly adapterHost: HttpAdapterHost,
    private readonly moduleRef: ModuleRef,
  ) {}

  /** @throws Error if the address of a webhook cannot be verified. */
  async onApplicationBootstrap(): Promise<void> {
    this.settings.environment?.open();
    // An application context has no HTTP server.
    if (!hasServer(this.adapterHost)) return;
    this.#receiver = new WebhookReceiver(this.world, this.adapterHost, this.moduleRef);
    if (this.settings.registerWebhooks) await this.#receiver.register();
  }

  /** Runs after inboxes have stopped. */
  async onApplicationShutdown(): Promise<void> {
    this.settings.environment?.restore();
    this.#receiver?.close();
    await this.world.close();
  }

  /** @see PayTestSimulator.settled */
  async settled({ timeoutMs = SETTLED_MS }: PayTestWaitOptions = {}): Promise<void> {
    if (this.#receiver === null)
      throw new Error(
        'settled() needs an application that is initialized: call module.createNestApplication({ rawBody: true }), and then ' +
          'app.init() or app.listen().',
      );
    const registered = await Promise.all([this.world.webhooks('merchant'), this.world.webhooks('isv')]);
    if (registered.flat().length === 0)
      throw new Error(
        'settled() waits for webhooks, and the simulator has none: set webhooks.path of PayModule or put @PayWebhook() on ' +
          'a controller, and add a handler with @OnPayEvent().',
      );
    try {
      await withinTime(systemClock, timeoutMs, this.#quiet(this.#receiver.inboxes, timeoutMs), '');
    } catch (error) {
      throw isInstance(error, TimeLimitError)
        ? new Error(`settled() waited ${timeoutMs} ms: ${await this.#outstanding()}`)
        : error;
    }
    this.#failForLost(await this.world.deliveries());
  }

  /** @throws Error for deliveries that did not reach a handler. A handler that failed is not one of them. */
  #failForLost(deliveries: readonly TestDelivery[]): void {
    const lost = deliveries.flatMap((delivery) => {
      const reason = this.#reported.has(delivery.id) ? null : lossOf(delivery);
      if (reason === null) return [];
      this.#reported.add(delivery.id);
      return [`event ${named(delivery.eventTypeId)} did not reach a handler: ${reason}`];
    });
    if (lost.length > 0) throw new Error(`settled(): ${[...new Set(lost)].join('; ')}`);
  }

  /** Resolves when no delivery, no inbox and no work of handlers is busy. Handlers can cause new events, so all are checked until nothing changes. */
  async #quiet(inboxes: readonly PayInbox[], timeoutMs: number): Promise<void> {
    const dispatcher = this.moduleRef.get(PayEventDispatcher, { strict: false });
    let isQuiet = false;
    for (let attempts = -1; !isQuiet;) {
      await this.world.deliveriesSettled(timeoutMs);
      for (const inbox of inboxes) if (isStoredInbox(inbox)) await inbox.idle?.();
      await Promise.all(dispatcher.background);
      const deliveries = await this.world.deliveries();
      const before = attempts;
      attempts = deliveries.reduce((sum, delivery) => sum + delivery.attempts.length, 0);
      isQuiet = attempts === before && !deliveries.some(isSending) && dispatcher.background.length === 0;
    }
  }

  async #outstanding(): Promise<string> {
    const handling = this.moduleRef
      .get(PayWebhookProcessor, { strict: false })
      .underWay.map(
        ({ endpoint, event }) => `${endpoint} is still handling event ${named(event.eventTypeId)}`,
      );
    const sending = (await this.world.deliveries())
      .filter(isSending)
      .map(({ eventTypeId, url }) => `${url} has not responded to event ${named(eventTypeId)}`);
    const lines = handling.length > 0 ? handling : sending;
    return lines.length === 0
      ? 'new events are handled all the time. Does a handler cause an event that calls it again?'
      : `${[...new Set(lines)].join('; ')}. Does a handler wait for something that never happens?`;
  }
}

const isSending = ({ state }: TestDelivery): boolean => state === 'sending';

function hasServer({ httpAdapter }: HttpAdapterHost): boolean {
  return (httpAdapter as typeof httpAdapter | undefined)?.getHttpServer() !== undefined;
}

/** Returns why a delivery did not reach a handler, or null. */
function lossOf({ state, attempts, url }: TestDelivery): string | null {
  if (state === 'dropped') return 'the simulator dropped it';
  const last = attempts.at(-1);
  if (state === 'delivered' || last === undefined) return null;
  const { status, response, error } = last;
  if (status === null) return `${url} did not respond (${error ?? 'no reason'})`;
  const text = response ?? '';
  if (text.includes(NO_RAW_BODY_MESSAGE))
    return 'the application keeps no raw request bodies. Create it with module.createNestApplication({ rawBody: true })';
  // With 500 a handler failed, and with 503 the event can be confirmed later. The service delivers both again.
  if (status >= 500) return null;
  return `${url} refused it with ${status}${text === '' ? '' : `: ${text.slice(0, MAX_RESPONSE_LENGTH)}`}`;
}

function named(eventTypeId: number | null): string {
  return `${eventTypeId ?? 'of unknown type'} (${getPayEventName(eventTypeId) ?? 'unknown'})`;
}
