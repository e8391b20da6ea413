import { describe, expect, it } from '@jest/globals';
import { payEventShapeProblems } from './parse-delivery.js';
import { readPayWebhook } from './parse-delivery.js';
import { PayEventType } from './event-types.js';
import { buildPayWebhookForTest } from './test-signer.js';

function problems(type: PayEventType, data: Record<string, unknown>): string[] {
  const reading = readPayWebhook({ rawBody: buildPayWebhookForTest(type, data) });
  if (!reading.success) throw new Error(reading.message);
  return payEventShapeProblems(reading.event);
}

describe('payEventShapeProblems', () => {
  const payment = {
    OrderCode: 9271655739472609n,
    TransactionId: '997a0000-e6ce-45c9-970d-4d902f270001',
    StatusId: 'F',
    Amount: 0,
  };

  it.each([
    ['a complete payment', PayEventType.TransactionPaymentCreated, payment, []],
    [
      'a payment without an order',
      PayEventType.TransactionPaymentCreated,
      { ...payment, OrderCode: null },
      ['OrderCode is missing'],
    ],
    [
      'an empty refund',
      PayEventType.TransactionReversalCreated,
      {},
      ['OrderCode', 'TransactionId', 'StatusId', 'Amount'].map((member) => `${member} is missing`),
    ],
    ['a failure without a reason', PayEventType.TransactionFailed, payment, []],
    [
      'an order event without IsCancelled',
      PayEventType.OrderUpdated,
      { OrderCode: 5 },
      ['IsCancelled is missing'],
    ],
    ['an event type with undocumented members', PayEventType.CommandBankTransferCreated, {}, []],
  ])('returns the problems of %s', (_title, type, data, expected) => {
    expect(problems(type, data)).toEqual(expected);
  });

  const id = payment.TransactionId;
  it.each([`${id} `, `\t${id}`, `${id}\u00a0`, [id], { toString: id }, 12, '../orders'])(
    'rejects the transaction ID %j, which the deduplication key and a call would read differently',
    (TransactionId) => {
      for (const type of [1796, 1797, 1798, 1799, 1802, 1803] as const) {
        expect(problems(type, { ...payment, TransactionId })).toEqual([
          'TransactionId must be a UUID string',
        ]);
      }
    },
  );

  it.each([
    ['OrderCode', [5], 'an integer or a string of digits'],
    ['OrderCode', '5 ', 'an integer or a string of digits'],
    ['OrderCode', 5.5, 'an integer or a string of digits'],
    ['Amount', '24.5', 'a number'],
  ])('rejects the %s %j', (member, value, expected) => {
    expect(problems(PayEventType.TransactionPaymentCreated, { ...payment, [member]: value })).toEqual([
      `${member} must be ${expected}`,
    ]);
  });

  it('rejects a string for a boolean, and accepts a session without a transaction', () => {
    expect(problems(PayEventType.OrderUpdated, { OrderCode: 5, IsCancelled: 'true' })).toEqual([
      'IsCancelled must be true or false',
    ]);
    expect(
      problems(PayEventType.TransactionPosEcrSessionFailed, { SessionId: 's', TransactionId: null }),
    ).toEqual([]);
  });

  it('reports no problem for an unknown type', () => {
    const reading = readPayWebhook({ rawBody: '{"EventTypeId":9999,"EventData":{}}' });
    expect(reading.success && payEventShapeProblems(reading.event)).toEqual([]);
  });
});
