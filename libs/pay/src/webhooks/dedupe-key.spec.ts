import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { payWebhookDedupeKey } from './dedupe-key.js';
import { readPayWebhook } from './parse-delivery.js';
import { areaOf } from '../../../../scripts/contract/read.mjs';

interface ContractEvent {
  eventTypeId: number;
  name: string;
  samplePayload: Record<string, unknown>;
  sampleHeaders?: Record<string, string>;
}
const events: ContractEvent[] = areaOf('webhook-events').events;

function keyOf(body: unknown, headers: Record<string, string> = {}): string {
  const reading = readPayWebhook({ rawBody: JSON.stringify(body), headers });
  if (!reading.success) throw new Error(reading.message);
  return reading.event.idempotencyKey;
}

function sample(eventTypeId: number): { EventData: Record<string, unknown> } & Record<string, unknown> {
  const body = events.find((event) => event.eventTypeId === eventTypeId)?.samplePayload;
  return structuredClone(body) as { EventData: Record<string, unknown> };
}

function withData(
  eventTypeId: number,
  data: Record<string, unknown>,
  envelope: Record<string, unknown> = {},
): unknown {
  const body = sample(eventTypeId);
  return { ...body, ...envelope, EventData: { ...body.EventData, ...data } };
}

describe('payWebhookDedupeKey', () => {
  it('differs between all sample events', () => {
    const keys = events.map(({ samplePayload, sampleHeaders }) => keyOf(samplePayload, sampleHeaders));
    expect(new Set(keys).size).toBe(events.length);
  });

  it.each(events)(
    'is the same for a redelivery of $eventTypeId, with the same or another MessageId',
    ({ samplePayload, sampleHeaders }) => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 23 }), fc.uuid(), fc.boolean(), (retry, messageId, isKept) => {
          const again = { ...samplePayload, RetryCount: retry, RetryDelayInSeconds: 3600 };
          if (!isKept && 'MessageId' in again) again.MessageId = messageId;
          expect(keyOf(again, sampleHeaders)).toBe(keyOf(samplePayload, sampleHeaders));
        }),
      );
    },
  );

  it('consists of the type, the account and the ID of the event', () => {
    expect(keyOf(sample(1796))).toBe(
      '1796:bdf40000-c26d-4046-b5df-5c443ec30001:content:997a0000-e6ce-45c9-970d-4d902f270001',
    );
  });

  it('distinguishes a payment from its price, and a transfer from its execution, although they share an ID', () => {
    expect(keyOf(sample(1796))).not.toBe(keyOf(sample(1799)));
    expect(keyOf(sample(768))).not.toBe(keyOf(sample(769)));
    expect(keyOf(sample(5632))).not.toBe(keyOf(sample(5633)));
  });

  it.each([
    ['another attempt for the same order', 1798, { TransactionId: 'another' }, {}],
    ['another value for the same account', 8194, { Verified: false }, {}],
    ['the first value again, later', 8194, {}, { Created: '2026-03-01T09:01:20.4752112Z' }],
    ['another state of the same wallet movement', 2054, { StatusId: 'X' }, {}],
    ['another wallet movement', 2054, { WalletTransactionId: 'another' }, {}],
    [
      'a session ID that is used again after a failure',
      1803,
      {},
      { Created: '2026-02-03T11:41:06.1234567Z' },
    ],
    ['an account that is connected again', 8193, {}, { Created: '2026-03-01T09:01:20.4752112Z' }],
    ['the same event for another account', 1796, {}, { RecipientId: 'another' }],
  ])('differs for %s', (_title, eventTypeId, data, envelope) => {
    expect(keyOf(withData(eventTypeId, data, envelope))).not.toBe(keyOf(sample(eventTypeId)));
  });

  it('is the same for a second message about the same payment', () => {
    const second = withData(
      1796,
      { StatusId: 'C' },
      { MessageId: 'another', Created: '2026-02-03T11:15:30.0000000Z' },
    );
    expect(keyOf(second)).toBe(keyOf(sample(1796)));
  });

  it('uses the account that the caller passes, and ignores the case of IDs', () => {
    const [one, replayed] = [
      withData(1796, {}),
      withData(
        1796,
        { TransactionId: '997A0000-E6CE-45C9-970D-4D902F270001', MerchantId: 'x' },
        { RecipientId: 'other' },
      ),
    ].map((body) => {
      const reading = readPayWebhook({ rawBody: JSON.stringify(body) });
      return reading.success ? payWebhookDedupeKey(reading.event, 'shop') : null;
    });
    expect(one).toBe('1796:shop:content:997a0000-e6ce-45c9-970d-4d902f270001');
    expect(replayed).toBe(one);
  });

  it('is the same for a terminal transaction with another session ID', () => {
    expect(keyOf(withData(1802, { SessionId: 'another' }))).toBe(keyOf(sample(1802)));
  });

  it.each([
    ['an order event', 4865, {}],
    ['a session without a transaction', 1803, { TransactionId: null }],
  ] as const)('excludes Created for %s with readBack, and includes it without', (_, type, data) => {
    const keys = (readBack: boolean) =>
      ['one', 'two'].map((Created) => {
        const reading = readPayWebhook({ rawBody: JSON.stringify(withData(type, data, { Created })) });
        return reading.success ? payWebhookDedupeKey(reading.event, 'shop', { readBack }) : null;
      });
    expect(new Set(keys(true)).size).toBe(1);
    expect(new Set(keys(false)).size).toBe(2);
  });

  it('ignores the unsigned delivery ID header of 7936', () => {
    expect(keyOf(sample(7936), { 'Viva-Delivery-Id': 'replayed' })).toBe(keyOf(sample(7936)));
    expect(keyOf({ ...sample(7936), Link: 'https://api.example/other' })).not.toBe(keyOf(sample(7936)));
  });

  it.each([
    [
      'MessageId for an unknown type',
      { EventTypeId: 9999, MessageId: 'm', RecipientId: 'r', EventData: {} },
      {},
      '9999:r:message:m',
    ],
    [
      'MessageId if the ID of the event is missing',
      { EventTypeId: 1796, MessageId: 'm', EventData: {} },
      {},
      '1796::message:m',
    ],
    ['the delivery ID', { a: 1 }, { 'Viva-Delivery-Id': 'd' }, 'null::delivery:d'],
  ])('falls back to %s', (_title, body, headers, key) => {
    expect(keyOf(body, headers as Record<string, string>)).toBe(key);
  });

  it('falls back to a digest of the content without its retry counters', () => {
    expect(keyOf({ a: 1, RetryCount: 0 })).toBe(keyOf({ a: 1, RetryCount: 5, RetryDelayInSeconds: 3600 }));
    expect(keyOf({ a: 1 })).not.toBe(keyOf({ a: 2 }));
    expect(keyOf({ a: 1 })).toMatch(/^null::digest:[0-9a-f]{64}$/);
  });

  it('has a maximum length for IDs of any length, and differs for different IDs', () => {
    const long = 'x'.repeat(100_000);
    const keys = [long, `${long}y`].map((TransactionId) => keyOf(withData(1796, { TransactionId })));
    expect(keys[0]).toMatch(/^1796:sha256:[0-9a-f]{64}$/);
    expect(keys[1]).toMatch(/^1796:sha256:[0-9a-f]{64}$/);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('escapes each character but letters, digits, dots, hyphens and underscores', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), (id) => {
        const escaped = id.replace(
          /[^A-Za-z0-9._-]/g,
          (unit) => `~${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
        expect(keyOf({ Link: id, FileType: '.csv' })).toBe(`7936::content:${escaped}`);
      }),
    );
  });

  it('is printable, limited in length, and differs for different IDs', () => {
    const id = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 400 }),
      fc.string({ unit: fc.constantFrom(':', '~', '0', 'a'), minLength: 1 }),
    );
    fc.assert(
      fc.property(id, id, id, id, (account, transaction, otherAccount, otherTransaction) => {
        const one = keyOf(withData(1796, { TransactionId: transaction }, { RecipientId: account }));
        const other = keyOf(
          withData(1796, { TransactionId: otherTransaction }, { RecipientId: otherAccount }),
        );
        expect(one).toMatch(/^[\w.:~-]{1,250}$/);
        expect(one === other).toBe(account === otherAccount && transaction === otherTransaction);
      }),
    );
  });
});
