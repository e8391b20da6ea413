import { describe, expect, it } from '@jest/globals';
import { ID, TestingTransport, TRANSACTION, wallet } from '../../client.testing.js';
import type { Call } from '../../client.testing.js';

const OTHER_ID = 'd90d4902-6245-449f-b2b0-51d99cd09cfe';
const SESSION = { sessionId: ' till-1/7 ', success: true, eventId: 0, amount: 1170, currencyCode: '978' };
const session: Call = (c) => c.pos.session.retrieveSessionById({ sessionId: ' till-1/7 ' });
const transaction: Call = (c) => c.transactions.getTransactionById(ID);
const order: Call = (c) => c.payments.getOrder(1);
const refund: Call = (c) => c.transactions.cancelTransaction(ID, { amount: 500 });
const legacy: Call = (c) => c.transactions.getLegacyTransactions(ID);
const action: Call = (c) => c.pos.transactions.getActionDetails({ actionId: 'a' });
const KEY = { idempotencyKey: 'k' };
const fastRefund: Call = (c) =>
  c.transactions.fastRefund(ID, { amount: 500, sourceCode: '1', merchantTrns: '' }, KEY);
const rebate: Call = (c) => c.transactions.rebate(ID, { amount: 500 }, KEY);
const payOut: Call = (c) => c.transactions.octAndPayout(ID, { amount: 500, serviceId: 6 }, KEY);
const remaining: Call = (c) => c.transactions.getRemainingAmounts(ID);
const LEGACY = {
  TransactionId: ID.toUpperCase(),
  StatusId: 'F',
  Amount: 5,
  CurrencyCode: 978,
  TransactionType: { TransactionTypeId: '5' },
};

/** Makes a call that the service responds with this body. */
const responded = (call: Call, body: object | string) =>
  call(wallet(new TestingTransport([{ body: typeof body === 'string' ? body : JSON.stringify(body) }])));
const transactionWith = (change: object): object => ({ ...(JSON.parse(TRANSACTION) as object), ...change });
const created = (Amount: unknown, more: object = {}): object => ({
  Success: true,
  ErrorCode: 0,
  TransactionId: 't',
  StatusId: 'F',
  Amount,
  ...more,
});

describe('an invalid response', () => {
  it.each<[string, Call, object, RegExp]>([
    ['success as a string', session, { ...SESSION, success: 'false' }, /success/],
    ['success as a number', session, { ...SESSION, success: 1 }, /success/],
    ['an event ID that is not a number', session, { ...SESSION, eventId: 'busy' }, /eventId/],
    ['an amount as a string', session, { ...SESSION, amount: '1170' }, /amount/],
    ['an abort as a string', session, { ...SESSION, abortSuccess: 'true' }, /abortSuccess/],
    ['a status that is not a string', transaction, transactionWith({ statusId: true }), /statusId/],
    ['an empty status', transaction, transactionWith({ statusId: ' ' }), /statusId/],
    ['an amount that is a list', transaction, transactionWith({ amount: [30] }), /amount/],
    [
      'a type that is not a number',
      transaction,
      transactionWith({ transactionTypeId: 'card' }),
      /transactionTypeId/,
    ],
    ['an object as the currency', transaction, transactionWith({ currencyCode: {} }), /currencyCode/],
    ['an empty state', order, { OrderCode: 1, StateId: '' }, /StateId/],
    ['a state that is true', order, { OrderCode: 1, StateId: true }, /StateId/],
    ['a status that is a number', refund, created(5, { StatusId: 1 }), /StatusId/],
    [
      'an action’s result as a string',
      action,
      { actionId: 'a', successfullyProcessed: 'no' },
      /successfullyProcessed/,
    ],
    ['transactions that are not a list', legacy, { Transactions: {} }, /transaction/i],
    [
      'a transaction without a status',
      legacy,
      { Transactions: [{ ...LEGACY, StatusId: 7 }] },
      /transaction/i,
    ],
    [
      'a transaction without a type',
      legacy,
      { Transactions: [{ ...LEGACY, TransactionType: null }] },
      /trans/i,
    ],
    [
      'another transaction',
      legacy,
      { Transactions: [{ ...LEGACY, TransactionId: OTHER_ID }] },
      /not the requested one/,
    ],
    ['null in the list for remaining amounts', remaining, { Transactions: [null] }, /without the order/],
    ['a string as the list for remaining amounts', remaining, { Transactions: 'x' }, /without the order/],
  ])('gives an unknown outcome: %s', async (_what, call, body, problem) => {
    expect(await responded(call, body)).toMatchObject({
      success: false,
      code: 'nodatas',
      message: expect.stringMatching(problem),
      error: { outcome: 'unknown' },
    });
  });

  it.each<[string, Call, object]>([
    ['another session', session, { ...SESSION, sessionId: 'till-1/7' }],
    ['another order', order, { OrderCode: 2, StateId: 3 }],
    ['another canceled order', (c) => c.payments.cancelOrder(1), { ...created(0), OrderCode: 2 }],
    ['another action', action, { actionId: 'b', successfullyProcessed: true }],
    [
      'another bank account',
      (c) => c.bankTransfers.retrieveBankAccountById(ID),
      { bankAccountId: OTHER_ID, iban: 'x' },
    ],
    ['another refunded amount', fastRefund, { transactionId: 't', eventId: 0, amount: 700 }],
    ['another amount of a rebate', rebate, { transactionId: 't', eventId: 0, amount: 700 }],
    ['another amount of a payout', payOut, created(-7)],
    ['another amount of a payout in minor units', payOut, created(-500, { CurrencyCode: '978' })],
  ])(
    'gives an unknown outcome if it is about something other than the request: %s',
    async (_what, call, body) => {
      expect(await responded(call, body)).toMatchObject({
        success: false,
        code: 'servererror',
        message: expect.stringMatching(/other than/),
        error: { outcome: 'unknown', httpStatus: 200 },
      });
    },
  );
});

describe('a valid response', () => {
  it.each<[string, Call, object | string, object]>([
    ['an event ID as a string', session, { ...SESSION, success: false, eventId: '1006' }, { eventId: 1006 }],
    ['a state as a string', order, { OrderCode: 1, StateId: '3' }, { StateId: 3 }],
    [
      'a type as a string',
      transaction,
      transactionWith({ transactionTypeId: '4' }),
      { transactionTypeId: 4 },
    ],
    ['an order code as a string', order, { OrderCode: '1', StateId: 0 }, { StateId: 0 }],
    [
      'a legacy transaction with numbers as strings',
      legacy,
      { Transactions: [{ ...LEGACY, CurrencyCode: 36 }] },
      { Transactions: [{ CurrencyCode: '036', TransactionType: { TransactionTypeId: 5 } }] },
    ],
    ['the requested amount', fastRefund, { transactionId: 't', eventId: 0, amount: 500 }, { amount: 500 }],
    ['no amount', fastRefund, { transactionId: 't', eventId: 0 }, { transactionId: 't' }],
    ['the requested amount in major units', payOut, created(-5), { Amount: -5 }],
    ['the requested amount in yen', payOut, created(-500, { CurrencyCode: '392' }), { Amount: -500 }],
  ])('is read: %s', async (_what, call, body, data) => {
    expect(await responded(call, body)).toMatchObject({ success: true, data });
  });
});

describe('a contradictory response', () => {
  it.each([
    ['Success with an error code', { Success: true, ErrorCode: 409, TransactionId: 'x', StatusId: 'F' }],
    ['an error code without Success', { ErrorCode: 403, TransactionId: 'x', StatusId: 'F' }],
    ['Success as a string', { Success: 'true', ErrorCode: 0, TransactionId: 'x', StatusId: 'F' }],
    ['Success with a failed transaction', { Success: true, ErrorCode: 0, TransactionId: 'x', StatusId: 'E' }],
  ])('gives an unknown outcome: %s', async (_title, body) => {
    const result = await wallet(
      new TestingTransport([{ body: JSON.stringify(body) }]),
    ).transactions.cancelTransaction(ID, { amount: 5 });
    expect(result).toMatchObject({
      success: false,
      code: 'servererror',
      error: { outcome: 'unknown', retryable: false },
    });
  });

  it('gives an unknown outcome if it is a web page or invalid JSON instead of an empty body', async () => {
    for (const body of ['<html>log in</html>', '{"Success":fal']) {
      const result = await wallet(new TestingTransport([{ body }])).payments.updateOrder(1, { amount: 5 });
      expect(result).toMatchObject({ success: false, code: 'nodatas', error: { outcome: 'unknown' } });
    }
  });

  it.each(['{"orderCode":{}}', '{"orderCode":0}', '{"orderCode":"12x"}'])(
    'gives an unknown outcome without a valid order code: %s',
    async (body) => {
      const result = await wallet(new TestingTransport([{ body }])).payments.createOrder({ amount: 100 });
      expect(result).toMatchObject({ success: false, code: 'nodatas', error: { outcome: 'unknown' } });
    },
  );
});
