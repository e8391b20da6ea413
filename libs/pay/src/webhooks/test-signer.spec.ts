import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseExactJson, toExactJsonText } from '../core/values/exact-json.js';
import { readPayWebhook } from './parse-delivery.js';
import { PayEventType } from './event-types.js';
import { verifyPayDataServicesWebhookSignature } from './signature.js';
import { buildPayWebhookForTest, signPayWebhookForTest } from './test-signer.js';
import { areaOf } from '../../../../scripts/contract/read.mjs';

interface ContractEvent {
  eventTypeId: PayEventType;
  samplePayload: Record<string, unknown>;
}
const events: ContractEvent[] = areaOf('webhook-events').events;

describe('buildPayWebhookForTest', () => {
  it.each(events)('writes $eventTypeId as the service does', ({ eventTypeId, samplePayload }) => {
    const { EventData, ...envelope } = samplePayload;
    const built = buildPayWebhookForTest(
      eventTypeId,
      (EventData ?? samplePayload) as never,
      EventData ? envelope : {},
    );
    expect(JSON.parse(built.toString())).toEqual(samplePayload);
  });

  it.each([['9271655739472609'], [9271655739472609n]])(
    'writes the order code %p exactly, as a number',
    (OrderCode) => {
      const rawBody = buildPayWebhookForTest(PayEventType.TransactionPaymentCreated, {
        OrderCode,
        Amount: 24.5,
      });
      expect(rawBody.toString()).toContain('"OrderCode":9271655739472609,');
      expect(readPayWebhook({ rawBody })).toMatchObject({
        event: { data: { OrderCodeText: '9271655739472609' } },
      });
    },
  );

  it('writes the order code of a POS event as a string [webhook-events.4] [webhook-events.6]', () => {
    const rawBody = buildPayWebhookForTest(PayEventType.TransactionPosEcrSessionCreated, {
      OrderCode: '4304117763000001',
    });
    expect(rawBody.toString()).toContain('"OrderCode":"4304117763000001"');
  });

  it('writes the same message ID for equal data only, and applies overrides', () => {
    const messageId = (rawBody: Buffer) => JSON.parse(rawBody.toString()).MessageId;
    const one = buildPayWebhookForTest(PayEventType.OrderUpdated, { OrderCode: 1 });
    expect(buildPayWebhookForTest(PayEventType.OrderUpdated, { OrderCode: 1 })).toEqual(one);
    expect(messageId(buildPayWebhookForTest(PayEventType.OrderUpdated, { OrderCode: 2 }))).not.toBe(
      messageId(one),
    );
    const retried = buildPayWebhookForTest(
      PayEventType.OrderUpdated,
      {},
      { RetryCount: 2, MessageId: undefined },
    );
    expect(JSON.parse(retried.toString())).toMatchObject({ RetryCount: 2 });
    expect(messageId(retried)).toBeUndefined();
  });
});

describe('signPayWebhookForTest', () => {
  it('creates a delivery with valid signatures that is read as a report file', () => {
    const body = buildPayWebhookForTest(PayEventType.SaleTransactions, {
      Link: 'https://api.example/f',
      FileType: '.csv',
    });
    const { rawBody, headers } = signPayWebhookForTest({ body, secret: 's' });
    expect(verifyPayDataServicesWebhookSignature({ rawBody, headers, secret: 's' }).valid).toBe(true);
    expect(readPayWebhook({ rawBody, headers })).toMatchObject({ event: { name: 'SaleTransactions' } });
    expect(headers['Viva-Delivery-Id']).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/,
    );
  });

  it('rejects an empty secret', () => {
    expect(() => signPayWebhookForTest({ body: '{}', secret: '' })).toThrow('secret must be');
  });
});

describe('toExactJsonText', () => {
  it('writes the same text as JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => expect(toExactJsonText(value)).toBe(JSON.stringify(value))),
    );
  });

  it('writes integers of any size exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n }), (code) => {
        expect(parseExactJson(toExactJsonText({ a: [code, undefined], b: undefined }))).toEqual({
          a: [String(code), null],
        });
      }),
    );
  });

  it('rejects values that JSON cannot represent', () => {
    expect(() => toExactJsonText({ a: () => 1 })).toThrow('function cannot be written');
  });
});
