import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { PayWallet, TransportError } from 'nestjs-pay/client';
import type { TransportResponse } from 'nestjs-pay/client';
import { openTelemetry } from 'nestjs-pay/opentelemetry';
import { TestingTelemetry } from './telemetry.js';

const ID = 'c90d4902-6245-449f-b2b0-51d99cd09cfe';
const TRANSACTION =
  '{"amount":30.00,"orderCode":9271655739472609,"statusId":"F","insDate":"x","currencyCode":8,"transactionTypeId":5}';
const TOKEN = '{"access_token":"tok-1","expires_in":3600,"token_type":"Bearer"}';
const CREDENTIALS = {
  clientId: 'client-1',
  clientSecret: 'client-secret-1',
  merchantId: 'merchant-1',
  apikey: 'api-key-secret-1',
};

let telemetry: TestingTelemetry;
beforeEach(() => {
  telemetry = new TestingTelemetry();
});
afterEach(() => telemetry.close());

type FakeResponse = { status?: number; body?: string } | Error;

/** Creates a client whose calls get these responses. */
function clientWith(responses: FakeResponse[], maxRetries = 0): PayWallet {
  const send = ({ url }: { url: string }): Promise<TransportResponse> => {
    const response = url.endsWith('/connect/token') ? { body: TOKEN } : responses.shift();
    if (response instanceof Error) return Promise.reject(response);
    const { status = 200, body = '' } = response ?? {};
    return Promise.resolve({ status, headers: {}, body: Buffer.from(body) });
  };
  return new PayWallet({ ...CREDENTIALS, dev: true, maxRetries, transport: { send } });
}

const READ = 'GET /checkout/v2/transactions/{transactionId}';
const named = (name: string): ReadableSpan[] => telemetry.spans.filter((span) => span.name === name);
const parentOf = (span: ReadableSpan | undefined) => span?.parentSpanContext?.spanId;

describe('openTelemetry()', () => {
  it('creates a span for the call, and below it a client span for each attempt', async () => {
    const lost = new TransportError('connection', true, 'ECONNRESET');
    const client = clientWith([lost, { status: 503 }, { body: TRANSACTION }], 2);
    expect((await client.transactions.getTransactionById(ID)).success).toBe(true);
    const [call] = named('transactions.getTransactionById');
    expect(call?.attributes).toEqual({
      'pay.operation': 'transactions.getTransactionById',
      'pay.outcome': 'success',
      'pay.attempts': 3,
    });
    expect(call?.status.code).toBe(SpanStatusCode.UNSET);
    const attempts = named(READ);
    expect(attempts.map(({ kind }) => kind)).toEqual(Array(3).fill(SpanKind.CLIENT));
    expect(attempts.map(parentOf)).toEqual(Array(3).fill(call?.spanContext().spanId));
    const request = {
      'pay.operation': 'transactions.getTransactionById',
      'http.request.method': 'GET',
      'server.address': 'demo-api.vivapayments.com',
      'server.port': 443,
      'url.scheme': 'https',
      'url.template': '/checkout/v2/transactions/{transactionId}',
    };
    expect(attempts.map(({ attributes }) => attributes)).toEqual([
      { ...request, 'error.type': 'networkerror', 'pay.outcome': 'unknown' },
      {
        ...request,
        'http.request.resend_count': 1,
        'http.response.status_code': 503,
        'error.type': '503',
        'pay.outcome': 'unknown',
      },
      {
        ...request,
        'http.request.resend_count': 2,
        'http.response.status_code': 200,
        'pay.outcome': 'success',
      },
    ]);
    expect(attempts.map(({ status }) => status)).toEqual([
      { code: SpanStatusCode.ERROR },
      { code: SpanStatusCode.ERROR },
      { code: SpanStatusCode.UNSET },
    ]);
  });

  it('creates the spans of calls and token exchanges below the active span', async () => {
    const tracer = telemetry.tracerProvider.getTracer('the application');
    const span = tracer.startSpan('checkout');
    await context.with(trace.setSpan(context.active(), span), () =>
      clientWith([{ body: TRANSACTION }]).transactions.getTransactionById(ID),
    );
    const [call] = named('transactions.getTransactionById');
    expect(parentOf(call)).toBe(span.spanContext().spanId);
    expect(parentOf(named('auth.getPayAccessToken')[0])).toBe(call?.spanContext().spanId);
  });

  it('creates the spans of concurrent calls below their own calls', async () => {
    const responses = [{ body: TRANSACTION }, { body: '{"orderCode":1272214778972604}' }];
    const { transactions, payments } = clientWith(responses);
    await Promise.all([transactions.getTransactionById(ID), payments.createOrder({ amount: 100 })]);
    const calls = ['transactions.getTransactionById', 'payments.createOrder'].flatMap(named);
    const ids = calls.map((span) => span.spanContext().spanId);
    expect([READ, 'POST /checkout/v2/orders'].map((name) => parentOf(named(name)[0]))).toEqual(ids);
    expect(named('auth.getPayAccessToken').map(parentOf)).toEqual(ids);
    expect(calls.map(parentOf)).toEqual([undefined, undefined]);
  });

  it('records the code and outcome of a failure, without its message', async () => {
    const client = clientWith([{ status: 404, body: '{"message":"not found"}' }]);
    await client.transactions.getTransactionById(ID);
    const [call] = named('transactions.getTransactionById');
    expect(call?.attributes).toMatchObject({ 'error.type': 'notfound', 'pay.outcome': 'rejected' });
    expect(call?.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(call?.events).toEqual([]);
  });

  it('records no IDs and no secrets', async () => {
    await clientWith([{ body: TRANSACTION }]).transactions.getTransactionById(ID);
    const text = JSON.stringify([
      telemetry.spans.map(({ name, attributes, events, status }) => [name, attributes, events, status]),
      (await telemetry.metrics()).map(({ dataPoints }) => dataPoints),
    ]);
    for (const secret of [
      ID,
      'merchant-1',
      'tok-1',
      '9271655739472609',
      'client-secret-1',
      'api-key-secret-1',
    ])
      expect(text).not.toContain(secret);
  });
});

it('openTelemetry() returns a function that stops spans and metrics', async () => {
  openTelemetry(telemetry)();
  await clientWith([{ body: TRANSACTION }]).transactions.getTransactionById(ID);
  expect(named('transactions.getTransactionById')).toHaveLength(1);
});

it('openTelemetry() measures the duration of requests and calls in seconds', async () => {
  await clientWith([{ status: 503 }, { body: TRANSACTION }], 1).transactions.getTransactionById(ID);
  const metrics = await telemetry.metrics();
  const points = (name: string) =>
    metrics.find(({ descriptor }) => descriptor.name === name)?.dataPoints ?? [];
  expect(metrics.map(({ descriptor }) => [descriptor.name, descriptor.unit])).toEqual([
    ['http.client.request.duration', 's'],
    ['pay.client.call.duration', 's'],
  ]);
  const ofReads = points('http.client.request.duration').filter(
    ({ attributes }) => attributes['pay.operation'] === 'transactions.getTransactionById',
  );
  expect(ofReads.map(({ attributes }) => attributes['http.response.status_code'])).toEqual([503, 200]);
  expect(ofReads[0]?.attributes).toMatchObject({ 'error.type': '503', 'http.request.method': 'GET' });
  const calls = points('pay.client.call.duration').map(({ attributes, value }) => [
    attributes['pay.operation'],
    attributes['pay.outcome'],
    (value as { count: number }).count,
  ]);
  expect(calls).toContainEqual(['transactions.getTransactionById', 'success', 1]);
});
