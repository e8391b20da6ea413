import { describe, expect, it } from '@jest/globals';
import { payEventShapeProblems } from './event-shape.js';
import { readPayWebhook } from './envelope.js';
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
    ['a whole payment', PayEventType.TransactionPaymentCreated, payment, []],
    [
      'a payment without order',
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
      'an order event that does not say what happened',
      PayEventType.OrderUpdated,
      { OrderCode: 5 },
      ['IsCancelled is missing'],
    ],
    ['an event whose members are not all documented', PayEventType.CommandBankTransferCreated, {}, []],
  ])('%s', (_title, type, data, expected) => {
    expect(problems(type, data)).toEqual(expected);
  });

  const id = payment.TransactionId;
  it.each([`${id} `, `\t${id}`, `${id}\u00a0`, [id], { toString: id }, 12, '../orders'])(
    'takes %j for no transaction id: a call would, and a look for repeats would not know it again',
    (TransactionId) => {
      for (const type of [1796, 1797, 1798, 1799, 1802, 1803] as const) {
        expect(problems(type, { ...payment, TransactionId })).toEqual([
          'TransactionId must be a UUID, as text',
        ]);
      }
    },
  );

  it.each([
    ['OrderCode', [5], 'a whole number, or digits as text'],
    ['OrderCode', '5 ', 'a whole number, or digits as text'],
    ['OrderCode', 5.5, 'a whole number, or digits as text'],
    ['Amount', '24.5', 'a number'],
  ])('%s %j is of another form', (member, value, expected) => {
    expect(problems(PayEventType.TransactionPaymentCreated, { ...payment, [member]: value })).toEqual([
      `${member} must be ${expected}`,
    ]);
  });

  it('takes no text for a boolean, and a session that ended without a transaction as it is', () => {
    expect(problems(PayEventType.OrderUpdated, { OrderCode: 5, IsCancelled: 'true' })).toEqual([
      'IsCancelled must be true or false',
    ]);
    expect(
      problems(PayEventType.TransactionPosEcrSessionFailed, { SessionId: 's', TransactionId: null }),
    ).toEqual([]);
  });

  it('says nothing of an unknown type', () => {
    const reading = readPayWebhook({ rawBody: '{"EventTypeId":9999,"EventData":{}}' });
    expect(reading.success && payEventShapeProblems(reading.event)).toEqual([]);
  });
});
