import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { payEventShapeProblems, readPayWebhook } from '../../webhooks/index.js';
import type { PayWebhookEvent } from '../../webhooks/index.js';
import { bodyOf } from './body.js';
import { eventNamed, TRIGGER_EVENTS } from './event-names.js';
import { EVENT_SAMPLES } from './samples.generated.js';

const { events } = JSON.parse(readFileSync('contract/webhook-events.json', 'utf8')) as {
  events: { eventTypeId: number; samplePayload: Record<string, unknown> }[];
};
const body = (name: string, env = {}, ...assignments: string[]) =>
  bodyOf({ event: eventNamed(name), url: 'http://127.0.0.1:3000/pay/webhook', env, assignments });
function read(rawBody: string): PayWebhookEvent {
  const reading = readPayWebhook({ rawBody });
  if (!reading.success) throw new Error(reading.message);
  return reading.event;
}

describe('a triggered event', () => {
  it('is made of the contract’s sample: node scripts/event-samples.mjs writes them anew', () => {
    const samples = Object.fromEntries(
      events.map(({ eventTypeId, samplePayload }) => [eventTypeId, samplePayload]),
    );
    const host = /https:\/\/api\.[a-z]+\.com\//g;
    expect(JSON.stringify(EVENT_SAMPLES)).toBe(
      JSON.stringify(samples).replaceAll(host, 'https://service.example/'),
    );
    expect(TRIGGER_EVENTS.map(({ eventTypeId }) => String(eventTypeId))).toEqual(Object.keys(samples));
  });

  it.each(TRIGGER_EVENTS)(
    '$eventTypeId $name is read as one, and is another one each time',
    ({ eventTypeId, name }) => {
      const [first, second] = [read(body(name)), read(body(String(eventTypeId)))];
      expect(first.eventTypeId).toBe(eventTypeId);
      expect(payEventShapeProblems(first)).toEqual([]);
      expect(second.idempotencyKey.split(':')[0]).toBe(String(eventTypeId));
      // The time alone tells 4865, 8193 and 8194 apart: it may be the same millisecond here.
      if (
        first.created === null ||
        first.created !== second.created ||
        ![4865, 8193, 8194].includes(eventTypeId)
      )
        expect(second.idempotencyKey).not.toBe(first.idempotencyKey);
    },
  );

  it('is of now, for the address, the merchant and the payment source of the environment', () => {
    const env = {
      PAY_MERCHANT_ID: 'merchant',
      PAY_SOURCE_CODE: '1111',
      PAY_WEBHOOK_SOURCE_CODES: ' 2222,3333',
    };
    const before = Date.now();
    const event = read(body('1796', env));
    expect(event).toMatchObject({
      url: 'http://127.0.0.1:3000/pay/webhook',
      recipientId: 'merchant',
      data: { MerchantId: 'merchant', SourceCode: '2222' },
    });
    expect(event.created).toMatch(/\.\d{7}Z$/);
    expect(Date.parse(event.created ?? '')).toBeGreaterThanOrEqual(before);
    expect(read(body('1796', { PAY_SOURCE_CODE: '1111' })).data).toMatchObject({ SourceCode: '1111' });
  });

  it('says what is set last of all, exactly', () => {
    const env = { PAY_MERCHANT_ID: 'merchant' };
    const event = read(body('1796', env, 'OrderCode=9999999999999999', 'MerchantId=other', 'MessageId=mine'));
    expect(event).toMatchObject({
      messageId: 'mine',
      data: { OrderCodeText: '9999999999999999', MerchantId: 'other' },
    });
  });
});

describe('an event', () => {
  it.each([
    'transaction-payment-created',
    'TransactionPaymentCreated',
    'Transaction Payment Created',
    '1796',
  ])('is found as %s', (given) => {
    expect(eventNamed(given)).toEqual({ eventTypeId: 1796, name: 'transaction-payment-created' });
  });

  it.each([
    [
      'transaction-payment-create',
      'unknown event transaction-payment-create: did you mean transaction-payment-created?',
    ],
    ['transaction-payment', 'unknown event transaction-payment: did you mean transaction-payment-created?'],
    ['1', 'unknown event 1: trigger --list names them'],
    ['x', 'unknown event x: trigger --list names them'],
  ])('that is none is refused: %s', (given, sentence) => {
    expect(() => eventNamed(given)).toThrow(new Error(sentence));
  });
});
