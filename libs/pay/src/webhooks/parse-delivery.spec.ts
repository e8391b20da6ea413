import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readPayWebhook } from './parse-delivery.js';
import { isPayEvent } from './event.types.js';
import type { PayWebhookEvent } from './event.types.js';
import { PayEventType } from './event-types.js';
import { areaOf } from '../../../../scripts/contract/read.mjs';

interface ContractEvent {
  eventTypeId: number;
  name: string;
  eventData: readonly { readonly name: string; readonly digits?: number }[];
  samplePayload: Record<string, unknown>;
  sampleHeaders?: Record<string, string>;
}
const contract = areaOf('webhook-events');
const events = contract.events as ContractEvent[];

function read(body: unknown, headers: Record<string, string> = {}): PayWebhookEvent {
  const reading = readPayWebhook({ rawBody: Buffer.from(JSON.stringify(body)), headers });
  if (!reading.success) throw new Error(reading.message);
  return reading.event;
}

describe('readPayWebhook', () => {
  it.each(events)(
    'reads the sample of $eventTypeId $name',
    ({ eventTypeId, name, eventData, samplePayload, sampleHeaders }) => {
      const data = (samplePayload.EventData ?? samplePayload) as Record<string, unknown>;
      const enveloped = 'EventData' in samplePayload;
      expect(read(samplePayload, sampleHeaders)).toEqual({
        eventTypeId,
        name: name.replaceAll(' ', ''),
        data: {
          ...data,
          ...('OrderCode' in data && { OrderCodeText: String(data.OrderCode) }),
          ...Object.fromEntries(
            eventData.flatMap(({ name: member, digits = 0 }) =>
              digits > 0 && typeof data[member] === 'number'
                ? [[member, String(data[member]).padStart(digits, '0')]]
                : [],
            ),
          ),
        },
        messageId: samplePayload.MessageId ?? null,
        correlationId: samplePayload.CorrelationId ?? null,
        created: enveloped ? samplePayload.Created : null,
        recipientId: samplePayload.RecipientId ?? null,
        messageTypeId: enveloped ? 512 : null,
        retryCount: 0,
        retryDelayInSeconds: null,
        deliveryId: sampleHeaders?.['Viva-Delivery-Id'] ?? null,
        url: samplePayload.Url ?? null,
        idempotencyKey: expect.stringMatching(new RegExp(`^${eventTypeId}:`)),
      });
    },
  );

  it.each([
    [742, '0742'],
    ['742', '0742'],
    ['0742', '0742'],
    [5999, '5999'],
    [null, null],
    [12345, '12345'],
  ])('gives the merchant category code %p as %p', (code, text) => {
    expect(read({ EventTypeId: 1796, EventData: { MerchantCategoryCode: code } }).data).toEqual({
      MerchantCategoryCode: text,
    });
  });

  it.each([
    ['12345678901', '012345678901'],
    ['012345678901', '012345678901'],
    [45678901, '000045678901'],
    ['A2345678901', 'A2345678901'],
    [null, null],
  ])('gives the retrieval reference %p as %p', (reference, text) => {
    const EventData = { RetrievalReferenceNumber: reference };
    expect(read({ EventTypeId: 1796, EventData }).data).toEqual({ RetrievalReferenceNumber: text });
  });

  it('reads an order code above 2^53 exactly [webhook-events.4]', () => {
    const [{ rawBody, exactOrderCode }] = contract.rawFixtures;
    const reading = readPayWebhook({ rawBody });
    expect(reading).toMatchObject({
      success: true,
      event: {
        eventTypeId: 1796,
        data: { OrderCode: exactOrderCode, OrderCodeText: exactOrderCode, Amount: 24.5 },
      },
    });
  });

  it('reads wallet IDs exactly, and digits as text with their leading zeros [webhook-events.5] [webhook-events.6] [webhook-events.13]', () => {
    const rawBody =
      '{"EventTypeId":8448,"EventData":{"WalletId":9007199254740993,"TargetWalletId":123456789012,"TerminalId":6000010,"RetrievalReferenceNumber":12345678901,"AuthorizationId":66727,"CurrencyCode":"008"}}';
    expect(readPayWebhook({ rawBody })).toMatchObject({
      event: {
        data: {
          WalletId: '9007199254740993',
          TargetWalletId: 123456789012,
          TerminalId: '06000010',
          RetrievalReferenceNumber: '012345678901',
          AuthorizationId: '066727',
          CurrencyCode: '008',
        },
      },
    });
  });

  it('reads the older envelope without retry members', () => {
    const [, { rawBody }] = contract.rawFixtures;
    expect(readPayWebhook({ rawBody })).toMatchObject({
      success: true,
      event: { eventTypeId: 8193, retryCount: null, retryDelayInSeconds: null },
    });
  });

  it('reads the retry members from the headers if the body has none', () => {
    const event = read({ EventTypeId: 1, EventData: {} }, { retrycount: '3', RetryDelayInSeconds: 'null' });
    expect(event).toMatchObject({ retryCount: 3, retryDelayInSeconds: null, name: null, eventTypeId: 1 });
    const headers = { RetryCount: '4', RetryDelayInSeconds: '3600' };
    expect(read({ RetryCount: 1 }, headers)).toMatchObject({ retryCount: 1, retryDelayInSeconds: 3600 });
    expect(read({}, { RetryCount: '' })).toMatchObject({ retryCount: null });
  });

  it('reads the delivery ID from headers of Node and of fetch', () => {
    for (const headers of [{ 'viva-delivery-id': 'd-1' }, new Headers({ 'Viva-Delivery-Id': 'd-1' })])
      expect(readPayWebhook({ rawBody: '{}', headers })).toMatchObject({ event: { deliveryId: 'd-1' } });
  });

  it('detects a report file by its members if the header is missing [webhook-events.20]', () => {
    const sample = events.find((event) => event.eventTypeId === 7936);
    expect(read(sample?.samplePayload).eventTypeId).toBe(PayEventType.SaleTransactions);
  });

  it.each([
    ['created', { ObligationId: 'o', CaptureId: null, Completed: null }, 5632],
    [
      'created, with the members that another library documents',
      { ObligationId: 'o', Completed: false },
      5632,
    ],
    ['captured', { ObligationId: 'o', CaptureId: 'c' }, 5633],
    ['completed', { ObligationId: 'o', Completed: '2026-02-03T16:00:00+02:00' }, 5633],
    [
      'completed, with the members that another library documents',
      { ObligationId: 'o', Completed: true },
      5633,
    ],
    [
      'canceled, which has no type',
      { ObligationId: 'o', CancellationId: 'x', Completed: '2026-02-03' },
      null,
    ],
    ['wrapped without a type', { EventData: { ObligationId: 'o', CaptureId: 'c' } }, 5633],
    ['wrapped with a type', { EventTypeId: 5632, EventData: { ObligationId: 'o', CaptureId: 'c' } }, 5632],
  ])('detects the type of an obligation that is %s [webhook-events.20]', (_title, body, eventTypeId) => {
    expect(read(body).eventTypeId).toBe(eventTypeId);
  });

  it.each([
    ['text', 'not json', 'malformed'],
    ['an empty body', '', 'malformed'],
    ['invalid UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'malformed'],
    ['a parsed body', { EventTypeId: 1796 } as unknown as string, 'malformed'],
    ['an array', '[]', 'not-an-object'],
    ['null', 'null', 'not-an-object'],
    ['a number', '1796', 'not-an-object'],
    ['100 kB of [', '['.repeat(100_000), 'malformed'],
    ['100 kB of []', '['.repeat(50_000) + ']'.repeat(50_000), 'too-deep'],
  ])('rejects %s', (_title, rawBody, reason) => {
    expect(readPayWebhook({ rawBody })).toEqual({
      success: false,
      reason,
      message: expect.stringMatching(/\w{3}/),
    });
  });

  it('rejects a body above the limits', () => {
    expect(readPayWebhook({ rawBody: '{"a":"bcdef"}', limits: { maxBytes: 5 } })).toMatchObject({
      reason: 'too-large',
    });
    expect(readPayWebhook({ rawBody: '{"a":{"b":{}}}', limits: { maxDepth: 2 } })).toMatchObject({
      reason: 'too-deep',
    });
  });

  it('lets isPayEvent narrow the payload to the event type', () => {
    const event = read(events[0]?.samplePayload);
    const amount = isPayEvent(event, PayEventType.TransactionPaymentCreated, PayEventType.TransactionFailed)
      ? (event.data.Amount satisfies number | null | undefined)
      : 'another type';
    expect(amount).toBe(24.5);
    expect(isPayEvent(event, PayEventType.OrderUpdated)).toBe(false);
  });

  it('never throws for any body', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string(), fc.uint8Array()), fc.anything(), (rawBody, headers) => {
        const reading = readPayWebhook({ rawBody, headers: headers as never });
        expect(typeof reading.success).toBe('boolean');
      }),
    );
  });

  it('reads any JSON object, with any values in known members [webhook-events.8]', () => {
    const member = fc.constantFrom(
      'EventData',
      'EventTypeId',
      'MessageId',
      'Created',
      'RecipientId',
      'OrderCode',
      'Link',
      'ObligationId',
    );
    fc.assert(
      fc.property(fc.dictionary(member, fc.jsonValue()), (body) => {
        expect(read(body).idempotencyKey.length).toBeGreaterThan(0);
      }),
    );
  });
});
