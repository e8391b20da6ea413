import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { trace } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import {
  durableInbox,
  OnPayEvent,
  payAttemptChannel,
  payCallChannel,
  payEventChannel,
  PayEventType,
  unwrap,
} from 'nestjs-pay';
import type { PayEventMessage, PayInboxStore } from 'nestjs-pay';
import { openTelemetry } from 'nestjs-pay/opentelemetry';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { until } from '../until.js';
import { TestingTelemetry } from './telemetry.js';
import { buy, paymentBody, post, startShop } from './webhook-shop.js';
import type { Shop } from './webhook-shop.js';
import { emptyInboxStores } from '../inbox/stores.js';
import { withTimes } from '../times.js';

const emptyStore = emptyInboxStores();

let telemetry: TestingTelemetry;
let simulator: PaySimulator;
let shop: Shop | undefined;

beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'tracing', clock: 'manual' });
});
afterAll(() => simulator.close());
beforeEach(() => {
  simulator.reset();
  telemetry = new TestingTelemetry();
});
afterEach(async () => {
  await shop?.close();
  await telemetry.close();
});

/** Records the span that is active while a handler runs. */
class SpanRecorder {
  active: string | undefined;

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  paid(): void {
    this.active = trace.getActiveSpan()?.spanContext().spanId;
  }
}

async function open(store?: PayInboxStore): Promise<Shop> {
  shop = await startShop('express', simulator, {
    webhooks: store && {
      inbox: durableInbox(withTimes({ store, pollMs: 50, retryMs: 10, maxAttempts: 2 })),
    },
    providers: [SpanRecorder],
  });
  return shop;
}

const RECEIVE = 'receive TransactionPaymentCreated';
const PROCESS = 'process TransactionPaymentCreated';
const named = (name: string): ReadableSpan[] => telemetry.spans.filter((span) => span.name === name);
const idOf = (span: ReadableSpan | undefined) => span?.spanContext().spanId;
const parents = (name: string) => named(name).map((span) => span.parentSpanContext?.spanId);

describe('a delivery without a durable inbox', () => {
  it('has a consumer span, which contains the confirming call and the handlers', async () => {
    const { app, hook } = await open();
    const purchase = await buy(shop!, simulator);
    const { orderCode, transactionId } = purchase;
    expect((await post(hook, paymentBody(simulator, purchase))).status).toBe(200);
    const [receive] = named(RECEIVE);
    expect(receive?.attributes).toEqual({
      'messaging.operation.name': 'receive',
      'messaging.operation.type': 'receive',
      'pay.client': 'wallet',
      'pay.event.outcome': 'handled',
      'pay.event.source': 'webhook',
      'pay.event.type': 'TransactionPaymentCreated',
      'pay.webhook.endpoint': 'PayWebhookController.receivePayWebhook',
    });
    expect(parents('transactions.getTransactionById')).toEqual([idOf(receive)]);
    expect(app.get(SpanRecorder).active).toBe(idOf(receive));
    const text = JSON.stringify(telemetry.spans.map(({ name, attributes }) => [name, attributes]));
    for (const id of [orderCode, transactionId]) expect(text).not.toContain(id);
  });

  it('has a span with the reason of its refusal', async () => {
    const { hook } = await open();
    await post(hook, paymentBody(simulator, await buy(shop!, simulator), { Amount: 1 }));
    expect(named(RECEIVE)[0]).toMatchObject({
      attributes: { 'error.type': 'denied' },
      status: { code: 2 },
    });
  });

  it('has the type unknown in its span for any unknown event type', async () => {
    const { hook } = await open();
    for (const EventTypeId of [4711, 4712]) await post(hook, JSON.stringify({ EventTypeId, EventData: {} }));
    expect(named('receive unknown').map(({ attributes }) => attributes['pay.event.outcome'])).toEqual([
      'ignored',
      'ignored',
    ]);
  });
});

describe('a stored delivery', () => {
  it('is handled in its own trace, which links to the trace of its request', async () => {
    await open(emptyStore());
    expect((await post(shop!.hook, paymentBody(simulator, await buy(shop!, simulator)))).status).toBe(200);
    await until(() => named(PROCESS).length === 1);
    const [receive] = named(RECEIVE);
    const [handled] = named(PROCESS);
    expect(receive?.attributes['pay.event.outcome']).toBe('stored');
    expect(handled?.attributes).toMatchObject({ 'pay.event.outcome': 'handled', 'pay.event.attempt': 1 });
    expect(handled?.parentSpanContext).toBeUndefined();
    expect(handled?.links.map(({ context }) => context.spanId)).toEqual([idOf(receive)]);
    // The read that confirms it runs before, for no request in particular.
    expect(parents('transactions.getTransactionById')).toEqual([undefined]);
    expect(shop!.app.get(SpanRecorder).active).toBe(idOf(handled));
  });

  it('has a span for each attempt, with the reason of its failure', async () => {
    await open(emptyStore());
    shop!.ledger.failures = 1;
    await post(shop!.hook, paymentBody(simulator, await buy(shop!, simulator)));
    await until(() => named(PROCESS).length === 2);
    expect(named(PROCESS).map(({ attributes }) => attributes)).toMatchObject([
      { 'pay.event.attempt': 1, 'error.type': 'failed' },
      { 'pay.event.attempt': 2, 'pay.event.outcome': 'handled' },
    ]);
  });

  it('is stored and handled once if a subscriber and OpenTelemetry fail', async () => {
    const fail = (): never => {
      throw new Error('broken');
    };
    const tracer = { startSpan: fail, startActiveSpan: fail };
    const stop = openTelemetry({ tracerProvider: { getTracer: () => tracer } });
    const breakRun = (message: unknown): void => {
      (message as PayEventMessage).run = fail;
    };
    for (const { start } of [payCallChannel, payAttemptChannel, payEventChannel]) start.subscribe(breakRun);
    try {
      await open(emptyStore());
      unwrap(await shop!.pay.payments.createOrder({ amount: 100 }));
      await post(shop!.hook, paymentBody(simulator, await buy(shop!, simulator)));
      await until(() => shop?.counts().handled === 1);
      expect(shop!.ledger.payments).toHaveLength(1);
    } finally {
      for (const { start } of [payCallChannel, payAttemptChannel, payEventChannel])
        start.unsubscribe(breakRun);
      stop();
    }
  });
});
