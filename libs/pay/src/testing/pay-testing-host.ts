import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { HttpAdapterHost, ModuleRef } from '@nestjs/core';
import type { Delivery, PaySimulator } from 'pay-simulator';
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
import { WebhookReceiver } from './webhook-receiver.js';

/** Options of `settled()`. */
export interface PayTestWaitOptions {
  /** Time limit in milliseconds. The default is below the limit of a test in Jest and Vitest. @default 4_000 */
  timeoutMs?: number;
}

const SETTLED_MS = 4_000;
const MAX_RESPONSE_LENGTH = 200;

/** Connects a simulator with the application under test, and closes it with the application. */
export class PayTestingHost implements OnApplicationBootstrap, OnApplicationShutdown {
  #receiver: WebhookReceiver | null = null;
  /** Failed deliveries that `settled()` reported. A test expects each failure once. */
  readonly #reported = new Set<string>();

  constructor(
    private readonly simulator: PaySimulator,
    private readonly settings: { registerWebhooks: boolean; environment: TestEnvironment | undefined },
    private readonly adapterHost: HttpAdapterHost,
    private readonly moduleRef: ModuleRef,
  ) {}

  /** @throws Error if the address of a webhook cannot be verified. */
  async onApplicationBootstrap(): Promise<void> {
    this.settings.environment?.open();
    // An application context has no HTTP server.
    if (!hasServer(this.adapterHost)) return;
    this.#receiver = new WebhookReceiver(this.simulator, this.adapterHost, this.moduleRef);
    if (this.settings.registerWebhooks) await this.#receiver.register();
  }

  /** Runs after inboxes have stopped. */
  async onApplicationShutdown(): Promise<void> {
    this.settings.environment?.restore();
    this.#receiver?.close();
    await this.simulator.close();
  }

  /** @see PayTestSimulator.settled */
  async settled({ timeoutMs = SETTLED_MS }: PayTestWaitOptions = {}): Promise<void> {
    if (this.#receiver === null)
      throw new Error(
        'settled() needs an application that is initialized: call module.createNestApplication({ rawBody: true }), and then ' +
          'app.init() or app.listen().',
      );
    const { isvWebhooks, webhooks } = this.simulator;
    if (webhooks.list().length + isvWebhooks.list().length === 0)
      throw new Error(
        'settled() waits for webhooks, and the simulator has none: set webhooks.path of PayModule or put @PayWebhook() on ' +
          'a controller, and add a handler with @OnPayEvent().',
      );
    try {
      await withinTime(systemClock, timeoutMs, this.#quiet(this.#receiver.inboxes), '');
    } catch (error) {
      throw isInstance(error, TimeLimitError)
        ? new Error(`settled() waited ${timeoutMs} ms: ${this.#outstanding()}`)
        : error;
    }
    this.#failForLost();
  }

  /** @throws Error for deliveries that did not reach a handler. A handler that failed is not one of them. */
  #failForLost(): void {
    const lost = this.simulator.deliveries.list().flatMap((delivery) => {
      const reason = this.#reported.has(delivery.id) ? null : lossOf(delivery);
      if (reason === null) return [];
      this.#reported.add(delivery.id);
      return [`event ${named(delivery.message.eventTypeId)} did not reach a handler: ${reason}`];
    });
    if (lost.length > 0) throw new Error(`settled(): ${[...new Set(lost)].join('; ')}`);
  }

  /** Resolves when no delivery, no inbox and no work of handlers is busy. Handlers can cause new events, so all are checked until nothing changes. */
  async #quiet(inboxes: readonly PayInbox[]): Promise<void> {
    const { deliveries } = this.simulator;
    const dispatcher = this.moduleRef.get(PayEventDispatcher, { strict: false });
    const isBusy = (): boolean => this.#sending().length + dispatcher.background.length > 0;
    for (let attempts = -1; attempts !== this.#attempts() || isBusy();) {
      attempts = this.#attempts();
      await deliveries.settled();
      for (const inbox of inboxes) if (isStoredInbox(inbox)) await inbox.idle?.();
      await Promise.all(dispatcher.background);
    }
  }

  #attempts(): number {
    return this.simulator.deliveries.list().reduce((sum, { attempts }) => sum + attempts.length, 0);
  }

  #sending() {
    return this.simulator.deliveries.list().filter(({ state }) => state === 'sending');
  }

  #outstanding(): string {
    const handling = this.moduleRef
      .get(PayWebhookProcessor, { strict: false })
      .underWay.map(
        ({ endpoint, event }) => `${endpoint} is still handling event ${named(event.eventTypeId)}`,
      );
    const sending = this.#sending().map(
      ({ message, webhook }) => `${webhook.url} has not responded to event ${named(message.eventTypeId)}`,
    );
    const lines = handling.length > 0 ? handling : sending;
    return lines.length === 0
      ? 'new events are handled all the time. Does a handler cause an event that calls it again?'
      : `${[...new Set(lines)].join('; ')}. Does a handler wait for something that never happens?`;
  }
}

function hasServer({ httpAdapter }: HttpAdapterHost): boolean {
  return (httpAdapter as typeof httpAdapter | undefined)?.getHttpServer() !== undefined;
}

/** Returns why a delivery did not reach a handler, or null. */
function lossOf({ state, attempts, webhook }: Delivery): string | null {
  if (state === 'dropped') return 'the simulator dropped it';
  const last = attempts.at(-1);
  if (state === 'delivered' || last === undefined) return null;
  const { status, response, error } = last;
  if (status === null) return `${webhook.url} did not respond (${error ?? 'no reason'})`;
  const text = response ?? '';
  if (text.includes(NO_RAW_BODY_MESSAGE))
    return 'the application keeps no raw request bodies. Create it with module.createNestApplication({ rawBody: true })';
  // With 500 a handler failed, and with 503 the event can be confirmed later. The service delivers both again.
  if (status >= 500) return null;
  return `${webhook.url} refused it with ${status}${text === '' ? '' : `: ${text.slice(0, MAX_RESPONSE_LENGTH)}`}`;
}

function named(eventTypeId: number | null): string {
  return `${eventTypeId ?? 'of unknown type'} (${getPayEventName(eventTypeId) ?? 'unknown'})`;
}
