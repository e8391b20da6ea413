import { describe, expect, it } from '@jest/globals';
import { TestingTransport } from '../core/http/transport.testing.js';
import { ID, TRANSACTION, wallet } from './clients.testing.js';
import type { Call } from './clients.testing.js';

const OTHER = 'd90d4902-6245-449f-b2b0-51d99cd09cfe';
const SESSION = { sessionId: ' till-1/7 ', success: true, eventId: 0, amount: 1170, currencyCode: '978' };
const session: Call = (c) => c.pos.session.retrieveSessionById({ sessionId: ' till-1/7 ' });
const transaction: Call = (c) => c.transactions.getTransactionById(ID);
const order: Call = (c) => c.payments.getOrder(1);
const refund: Call = (c) => c.transactions.cancelTransaction(ID, { amount: 500 });
const legacy: Call = (c) => c.transactions.getLegacyTransactions(ID);
const action: Call = (c) => c.pos.transactions.getActionDetails({ actionId: 'a' });
const fastRefund: Call = (c) =>
  c.transactions.fastRefund(ID, { amount: 500, sourceCode: '1', merchantTrns: '', idempotencyKey: 'k' });
const rebate: Call = (c) => c.transactions.rebate(ID, { amount: 500, idempotencyKey: 'k' });
const payOut: Call = (c) =>
  c.transactions.octAndPayout(ID, { amount: 500, serviceId: 6, idempotencyKey: 'k' });
const left: Call = (c) => c.transactions.getRemainingAmounts(ID);
const OLDER = {
  TransactionId: ID.toUpperCase(),
  StatusId: 'F',
  Amount: 5,
  CurrencyCode: 978,
  TransactionType: { TransactionTypeId: '5' },
};

const answered = (call: Call, body: object | string) =>
  call(wallet(new TestingTransport([{ body: typeof body === 'string' ? body : JSON.stringify(body) }])));
const changed = (change: object): object => ({ ...(JSON.parse(TRANSACTION) as object), ...change });
const made = (Amount: unknown, more: object = {}): object => ({
  Success: true,
  ErrorCode: 0,
  TransactionId: 't',
  StatusId: 'F',
  Amount,
  ...more,
});

describe('answers that are not believed', () => {
  it.each<[string, Call, object, RegExp]>([
    ['success as text', session, { ...SESSION, success: 'false' }, /success/],
    ['success as a number', session, { ...SESSION, success: 1 }, /success/],
    ['an event id that is no number', session, { ...SESSION, eventId: 'busy' }, /eventId/],
    ['an amount as text', session, { ...SESSION, amount: '1170' }, /amount/],
    ['an abort as text', session, { ...SESSION, abortSuccess: 'true' }, /abortSuccess/],
    ['a status that is no text', transaction, changed({ statusId: true }), /statusId/],
    ['an empty status', transaction, changed({ statusId: ' ' }), /statusId/],
    ['an amount that is a list', transaction, changed({ amount: [30] }), /amount/],
    ['a type that is no number', transaction, changed({ transactionTypeId: 'card' }), /transactionTypeId/],
    ['a currency that is none', transaction, changed({ currencyCode: {} }), /currencyCode/],
    ['an empty state', order, { OrderCode: 1, StateId: '' }, /StateId/],
    ['a state that is true', order, { OrderCode: 1, StateId: true }, /StateId/],
    ['a status that is a number', refund, made(5, { StatusId: 1 }), /StatusId/],
    [
      'an action done as text',
      action,
      { actionId: 'a', successfullyProcessed: 'no' },
      /successfullyProcessed/,
    ],
    ['transactions that are no list', legacy, { Transactions: {} }, /transaction/i],
    ['a transaction without a status', legacy, { Transactions: [{ ...OLDER, StatusId: 7 }] }, /transaction/i],
    [
      'a transaction without a type',
      legacy,
      { Transactions: [{ ...OLDER, TransactionType: null }] },
      /trans/i,
    ],
    [
      'another transaction',
      legacy,
      { Transactions: [{ ...OLDER, TransactionId: OTHER }] },
      /not the requested one/,
    ],
    ['remaining amounts of nonsense', left, { Transactions: [null] }, /without the order/],
    ['remaining amounts of no list', left, { Transactions: 'x' }, /without the order/],
  ])('%s is an unknown outcome', async (_what, call, body, problem) => {
    expect(await answered(call, body)).toMatchObject({
      success: false,
      code: 'nodatas',
      message: expect.stringMatching(problem),
      error: { outcome: 'unknown' },
    });
  });

  it.each<[string, Call, object]>([
    ['another session', session, { ...SESSION, sessionId: 'till-1/7' }],
    ['another order', order, { OrderCode: 2, StateId: 3 }],
    ['another cancelled order', (c) => c.payments.cancelOrder(1), { ...made(0), OrderCode: 2 }],
    ['another action', action, { actionId: 'b', successfullyProcessed: true }],
    [
      'another bank account',
      (c) => c.bankTransfers.retrieveBankAccountById(ID),
      { bankAccountId: OTHER, iban: 'x' },
    ],
    ['another amount refunded', fastRefund, { transactionId: 't', eventId: 0, amount: 700 }],
    ['another amount sent', rebate, { transactionId: 't', eventId: 0, amount: 700 }],
    ['another amount paid out', payOut, made(-7)],
    ['another amount in the currency', payOut, made(-500, { CurrencyCode: '978' })],
  ])('%s than asked for is an unknown outcome', async (_what, call, body) => {
    expect(await answered(call, body)).toMatchObject({
      success: false,
      code: 'servererror',
      message: expect.stringMatching(/not the requested one/),
      error: { outcome: 'unknown', httpStatus: 200 },
    });
  });
});

describe('answers that are believed', () => {
  it.each<[string, Call, object | string, object]>([
    ['an event id as text', session, { ...SESSION, success: false, eventId: '1006' }, { eventId: 1006 }],
    ['a state as text', order, { OrderCode: 1, StateId: '3' }, { StateId: 3 }],
    ['a type as text', transaction, changed({ transactionTypeId: '4' }), { transactionTypeId: 4 }],
    ['an order code as text', order, { OrderCode: '1', StateId: 0 }, { StateId: 0 }],
    [
      'an older transaction with numbers as text',
      legacy,
      { Transactions: [{ ...OLDER, CurrencyCode: 36 }] },
      { Transactions: [{ CurrencyCode: '036', TransactionType: { TransactionTypeId: 5 } }] },
    ],
    ['the amount asked for', fastRefund, { transactionId: 't', eventId: 0, amount: 500 }, { amount: 500 }],
    ['no amount', fastRefund, { transactionId: 't', eventId: 0 }, { transactionId: 't' }],
    ['the amount in major units', payOut, made(-5), { Amount: -5 }],
    ['the amount in yen', payOut, made(-500, { CurrencyCode: '392' }), { Amount: -500 }],
  ])('%s', async (_what, call, body, data) => {
    expect(await answered(call, body)).toMatchObject({ success: true, data });
  });
});

describe('a session id', () => {
  const sale = (sessionId: unknown) =>
    ({
      sessionId,
      terminalId: '1',
      cashRegisterId: 'r',
      amount: 100,
      currencyCode: '978',
      merchantReference: '',
    }) as never;

  it.each([' a', 'a ', 'a/b?c#d', '%2e%2e', '…é', 'x'.repeat(200)])(
    'goes out and is read back and aborted as it was chosen: %p',
    async (sessionId) => {
      const transport = new TestingTransport([{ body: '' }, { status: 202 }, { body: '' }]);
      const { pos } = wallet(transport);
      await pos.transactions.initiateSaleRequest(sale(sessionId));
      await pos.session.retrieveSessionById({ sessionId });
      await pos.session.abortSession({ sessionId, cashRegisterId: 'r' });
      const [posted, read, aborted] = transport.calls;
      expect(JSON.parse(String(posted?.body))).toMatchObject({ sessionId });
      for (const call of [read, aborted])
        expect(decodeURIComponent(new URL(String(call?.url)).pathname.split('/').at(-1) ?? '')).toBe(
          sessionId,
        );
    },
  );

  it.each(['', ' ', '.', '..', 'a\nb', 'a\u0000', '\ud800', 'x'.repeat(201), 7, null])(
    'that could not be read back is refused on both sides: %p',
    async (sessionId) => {
      const transport = new TestingTransport([]);
      const { pos } = wallet(transport);
      for (const result of [
        await pos.transactions.initiateSaleRequest(sale(sessionId)),
        await pos.session.retrieveSessionById({ sessionId } as never),
        await pos.session.waitForSession({ sessionId } as never),
        await pos.session.abortSession({ sessionId, cashRegisterId: 'r' } as never),
      ])
        expect(result).toMatchObject({
          code: 'validationerror',
          error: { fields: [{ field: 'sessionId' }] },
        });
      expect(transport.sent).toHaveLength(0);
    },
  );

  it.each([
    ['1201', /already used.*read the session/is],
    ['1202', /already used.*read the session/is],
  ])('that was already used (%s) says to read the session', async (id, message) => {
    const transport = new TestingTransport([{ status: 409, headers: { 'x-viva-eventid': id } }]);
    const result = await wallet(transport).pos.transactions.initiateSaleRequest(sale('s'));
    expect(result).toMatchObject({ code: 'rejected', message: expect.stringMatching(message) });
  });

  it('of a busy terminal is not called created', async () => {
    const transport = new TestingTransport([{ status: 409, body: '{"eventId":1100}' }]);
    const result = await wallet(transport).pos.transactions.initiateSaleRequest(sale('s'));
    expect(result.message).toMatch(/1100: The terminal is busy/);
  });

  it.each([
    ['a fast refund', fastRefund, { status: 409 }],
    ['a rebate', rebate, { status: 409 }],
    ['a pay-out', payOut, { body: '{"Success":false,"ErrorCode":409}' }],
  ])('%s with a key of another request says to take a new one', async (_what, call, answer) => {
    expect(await call(wallet(new TestingTransport([answer])))).toMatchObject({
      code: 'rejected',
      message: expect.stringMatching(/key was already used/),
    });
  });

  it('a blank idempotency key is refused', async () => {
    const transport = new TestingTransport([]);
    const { transactions } = wallet(transport);
    const given = {
      amount: 5,
      sourceCode: '1',
      merchantTrns: '',
      serviceId: 6 as const,
      idempotencyKey: ' ',
    };
    for (const result of [
      await transactions.fastRefund(ID, given),
      await transactions.rebate(ID, given),
      await transactions.octAndPayout(ID, given),
    ])
      expect(result).toMatchObject({ error: { fields: [{ field: 'idempotencyKey' }] } });
    expect(transport.sent).toHaveLength(0);
  });
});
