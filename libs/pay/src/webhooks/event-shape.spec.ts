import { describe, expect, it } from '@jest/globals';
import { missingPayEventMembers } from './event-shape.js';
import { readPayWebhook } from './envelope.js';
import { PayEventType } from './event-types.js';
import { buildPayWebhookForTest } from './test-signer.js';

function missing(type: PayEventType, data: Record<string, unknown>): string[] {
  const reading = readPayWebhook({ rawBody: buildPayWebhookForTest(type, data) });
  if (!reading.success) throw new Error(reading.message);
  return missingPayEventMembers(reading.event);
}

describe('missingPayEventMembers', () => {
  const payment = { OrderCode: 9271655739472609n, TransactionId: 't', StatusId: 'F', Amount: 0 };

  it.each([
    ['a whole payment', PayEventType.TransactionPaymentCreated, payment, []],
    [
      'a payment without order',
      PayEventType.TransactionPaymentCreated,
      { ...payment, OrderCode: null },
      ['OrderCode'],
    ],
    [
      'an empty refund',
      PayEventType.TransactionReversalCreated,
      {},
      ['OrderCode', 'TransactionId', 'StatusId', 'Amount'],
    ],
    ['a failure without a reason', PayEventType.TransactionFailed, payment, []],
    [
      'an order event that does not say what happened',
      PayEventType.OrderUpdated,
      { OrderCode: 5 },
      ['IsCancelled'],
    ],
    ['an event whose members are not all documented', PayEventType.CommandBankTransferCreated, {}, []],
  ])('%s', (_title, type, data, expected) => {
    expect(missing(type, data)).toEqual(expected);
  });

  it('says nothing of an unknown type', () => {
    const reading = readPayWebhook({ rawBody: '{"EventTypeId":9999,"EventData":{}}' });
    expect(reading.success && missingPayEventMembers(reading.event)).toEqual([]);
  });
});
