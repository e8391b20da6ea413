import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BAD_CARD, GOOD_CARD, Merchant } from '../../../testing/merchant.js';

let merchant: Merchant;
beforeEach(async () => {
  merchant = await Merchant.start({ orderCodes: 'beyond-safe' });
});
afterEach(() => merchant.simulator.close());

const UNKNOWN = 'c90d4902-6245-449f-b2b0-51d99cd09cfe';
const cancel = (id: string, query = '?amount=1000') =>
  merchant.web('DELETE', `/api/transactions/${id}${query}`);
const charge = (id: string, body: unknown) => merchant.web('POST', `/api/transactions/${id}`, body);
const statusOf = (id: string) => merchant.simulator.transactions.get(id).status;

async function paidWith(fields: Readonly<Record<string, unknown>>) {
  const orderCode = await merchant.order(fields);
  const outcome = merchant.simulator.checkout.pay(orderCode, GOOD_CARD);
  if (outcome.kind !== 'approved') throw new Error(outcome.kind);
  return { orderCode, id: outcome.transaction.id };
}

describe('getTransactionById', () => {
  it('returns major units and a numeric order code, but no ID [transactions.16]', async () => {
    const { orderCode, transactionId } = await merchant.paid({ merchantTrns: 'order-77' });
    const { status, text, json } = await merchant.api(
      'GET',
      `/checkout/v2/transactions/${transactionId.toUpperCase()}`,
    );
    expect(status).toBe(200);
    expect(text).toContain('"amount":10.00,');
    expect(text).toContain(`"orderCode":${orderCode},`);
    expect(text).not.toContain(transactionId);
    expect(json).toMatchObject({
      statusId: 'F',
      transactionTypeId: 5,
      cardNumber: '414746XXXXXX0133',
      cardTypeId: 0,
      cardExpirationDate: '2040-08-31T00:00:00',
      currencyCode: '978',
      merchantTrns: 'order-77',
      insDate: '2026-02-03T12:00:00+02:00',
      email: 'buyer@example.com',
    });
    expect(json.cardUniqueReference).toMatch(/^[0-9A-F]{40}$/);
  });

  it('responds with 404 in the API host’s format for an unknown transaction', async () => {
    const { status, json } = await merchant.api('GET', `/checkout/v2/transactions/${UNKNOWN}`);
    expect(status).toBe(404);
    expect(json).toEqual({ status: 404, message: null, eventId: '0' });
  });
});

describe('cancelTransaction', () => {
  it('voids a payment of the same day: the void has type 7 and a positive amount, the payment status X', async () => {
    const { transactionId } = await merchant.paid();
    const { status, text, json } = await cancel(transactionId, '?amount=1000');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      StatusId: 'F',
      TransactionTypeId: 7,
      ErrorCode: 0,
      Success: true,
      CurrencyCode: '978',
      Emv: null,
    });
    expect(text).toContain('"Amount":10.00,');
    expect(json.TransactionId).not.toBe(transactionId);
    expect(statusOf(transactionId)).toBe('X');
    const again = await cancel(transactionId);
    expect([again.status, again.headers.get('x-viva-eventid'), again.json]).toMatchObject([
      200,
      '2055',
      {
        ErrorCode: 403,
        ErrorText: 'Non reversible transaction',
        EventId: 2055,
        StatusId: 'E',
        Amount: null,
        TransactionId: null,
        Success: false,
      },
    ]);
  });

  it('refunds a cleared payment in parts until nothing remains; its status is R after the first part [transactions.2] [transactions.9] [auth.5]', async () => {
    const { transactionId } = await merchant.paid();
    await merchant.nextDay();
    expect((await cancel(transactionId, '?Amount=300')).json).toMatchObject({
      TransactionTypeId: 4,
      Success: true,
    });
    expect(statusOf(transactionId)).toBe('R');
    const tooMuch = await cancel(transactionId, '?amount=701');
    expect(tooMuch.status).toBe(200);
    expect(tooMuch.json).toMatchObject({
      ErrorCode: 400,
      ErrorText: 'PaymentsInvalidAmountForVoid',
      RemainingRefunds: null,
    });
    expect((await cancel(transactionId, '?amount=700')).text).toContain('"Amount":-7.00,');
    expect((await cancel(transactionId, '?amount=1')).json).toMatchObject({ ErrorCode: 403, EventId: 2055 });
  });

  it('refunds a part on the day of the payment, except for older accounts [transactions.10]', async () => {
    const { transactionId } = await merchant.paid();
    merchant.simulator.permissions.set({ sameDayPartialRefunds: false });
    expect((await cancel(transactionId, '?amount=400')).json.ErrorCode).toBe(400);
    merchant.simulator.permissions.set({ sameDayPartialRefunds: true });
    expect((await cancel(transactionId, '?amount=400')).json).toMatchObject({
      TransactionTypeId: 4,
      Success: true,
    });
    await merchant.nextDay();
    expect(merchant.simulator.wallet.balance()).toBe(1_000_000n + 600n - 10n);
  });

  it('responds 403 to a partial refund of an account that refunds in full only, on any day', async () => {
    merchant.simulator.permissions.set({ allowPartialRefunds: false });
    const first = await merchant.paid();
    const second = await merchant.paid();
    const refused = { ErrorCode: 403, ErrorText: 'PaymentsRefundNotAllowed', TransactionId: null };
    const today = await cancel(first.transactionId, '?amount=400');
    expect([today.status, today.json]).toMatchObject([403, refused]);
    expect((await cancel(first.transactionId, '?amount=1000')).json.Success).toBe(true);
    await merchant.nextDay();
    expect((await cancel(second.transactionId, '?amount=400')).json).toMatchObject(refused);
    expect((await cancel(second.transactionId)).json.Success).toBe(true);
  });

  it('responds with 452 with the balance if the wallet balance is too low [transactions.12]', async () => {
    const { transactionId } = await merchant.paid();
    await merchant.nextDay();
    merchant.simulator.wallet.withdraw(1_000_000 + 690);
    const { status, json } = await cancel(transactionId, '?amount=500');
    expect([status, json.ErrorCode, json.Success]).toEqual([200, 452, false]);
    expect(json.ErrorText).toContain('3.00');
    expect(statusOf(transactionId)).toBe('F');
    expect((await cancel(transactionId, '?amount=300')).json.Success).toBe(true);
  });

  it('responds with 403 with nulls if refunds are off, 404 for an unknown transaction, 400 for an invalid amount', async () => {
    const { transactionId } = await merchant.paid();
    expect((await cancel(UNKNOWN)).json).toMatchObject({ ErrorCode: 404, Success: false });
    for (const amount of ['1.5', 'x'])
      expect((await cancel(transactionId, `?amount=${amount}`)).status).toBe(400);
    merchant.simulator.permissions.set({ allowRefunds: false });
    const { status, json } = await cancel(transactionId);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      Amount: null,
      TransactionId: null,
      StatusId: 'E',
      ErrorCode: 403,
      Success: false,
    });
    expect(json.ErrorText).toContain('The specified api action is disabled for the merchant');
  });

  it.each([
    ['no amount', '', undefined],
    ['an amount in the body', '', { amount: 1000 }],
    ['a body that is no JSON', '', '{\n  "amount": 1000,\n}'],
    ['an amount of 0', '?amount=0', undefined],
    ['a negative amount', '?amount=-5', undefined],
  ])('gives nothing back for %s: HTTP 200 with ErrorCode 400', async (_what, query, body) => {
    const { transactionId } = await merchant.paid();
    const { status, json } = await merchant.web('DELETE', `/api/transactions/${transactionId}${query}`, body);
    expect([status, json]).toMatchObject([
      200,
      {
        ErrorCode: 400,
        ErrorText: 'Negative or zero amount in reversal',
        Success: false,
        TransactionId: null,
        Amount: null,
      },
    ]);
    expect(statusOf(transactionId)).toBe('F');
    expect(merchant.simulator.transactions.list()).toHaveLength(1);
  });

  it('rejects a refund of a refund or of a failed payment', async () => {
    const { transactionId } = await merchant.paid();
    const refund = await cancel(transactionId);
    expect((await cancel(String(refund.json.TransactionId))).json).toMatchObject({
      ErrorCode: 400,
      Success: false,
    });
    const code = await merchant.order();
    merchant.simulator.checkout.pay(code, BAD_CARD);
    const failed = merchant.simulator.transactions.list({ orderCode: code })[0]?.id ?? '';
    expect((await cancel(failed)).json).toMatchObject({ ErrorCode: 400, Success: false });
  });

  it('does not change the state of the paid order', async () => {
    const { orderCode, transactionId } = await merchant.paid();
    await cancel(transactionId);
    expect((await merchant.web('GET', `/api/orders/${orderCode}`)).json.StateId).toBe(3);
  });
});

describe('createTransaction', () => {
  it('captures a pre-authorization once, up to its amount [transactions.7]', async () => {
    const { id, orderCode } = await paidWith({ preauth: true });
    expect(merchant.simulator.transactions.get(id)).toMatchObject({ type: 1, status: 'F' });
    expect((await charge(id, { amount: 1001 })).json).toMatchObject({
      ErrorCode: 400,
      Success: false,
      TransactionId: null,
    });
    const { json, text } = await charge(id, { Amount: 800, tipAmount: 50 });
    expect(json).toMatchObject({ StatusId: 'F', TransactionTypeId: 0, Success: true, ErrorCode: 0 });
    expect(text).toContain('"Amount":8.00,');
    expect(statusOf(id)).toBe('C');
    expect(merchant.simulator.transactions.get(String(json.TransactionId))).toMatchObject({
      parentId: id,
      orderCode,
      tipAmount: 50,
    });
    expect((await charge(id, { amount: 100 })).json).toMatchObject({
      ErrorCode: 403,
      ErrorText: 'Preauth has expired or already captured',
    });
    expect((await cancel(id)).json).toMatchObject({ ErrorCode: 403, EventId: 2055 });
    expect((await cancel(String(json.TransactionId), '?amount=800')).json).toMatchObject({
      Success: true,
      TransactionTypeId: 7,
    });
  });

  it('does not capture, increase or release a hold that has lapsed', async () => {
    const { id } = await paidWith({ preauth: true });
    await merchant.simulator.clock.advance('29 days');
    expect((await charge(id, { amount: 1001 })).json.ErrorCode).toBe(400);
    await merchant.simulator.clock.advance('1 day');
    expect((await charge(id, { amount: 100 })).json).toMatchObject({
      ErrorCode: 403,
      ErrorText: 'Preauth has expired or already captured',
    });
    expect((await cancel(id)).json).toMatchObject({ ErrorCode: 403, EventId: 2055 });
    expect(statusOf(id)).toBe('F');
  });

  it('releases a pre-authorization in full, without a ledger entry', async () => {
    const { id } = await paidWith({ preauth: true });
    const bookings = merchant.simulator.ledger().bookings.length;
    expect((await cancel(id, '?amount=400')).json.ErrorCode).toBe(400);
    expect((await cancel(id)).json).toMatchObject({ TransactionTypeId: 7, Success: true });
    expect(statusOf(id)).toBe('X');
    expect(merchant.simulator.ledger().bookings).toHaveLength(bookings);
    expect((await charge(id, { amount: 100 })).json.Success).toBe(false);
  });

  it('makes a recurring charge for the same order if the first payment allows it [transactions.7]', async () => {
    const { id, orderCode } = await paidWith({ allowRecurring: true });
    const { json } = await charge(id, { amount: 100, merchantTrns: 'sub-12' });
    expect(json).toMatchObject({
      StatusId: 'F',
      TransactionTypeId: 5,
      Success: true,
      ThreeDSecureStatusId: 2,
    });
    expect(merchant.simulator.transactions.get(String(json.TransactionId))).toMatchObject({
      parentId: id,
      orderCode,
      merchantTrns: 'sub-12',
    });
    const plain = await merchant.paid();
    expect((await charge(plain.transactionId, { amount: 100 })).json).toMatchObject({
      ErrorCode: 403,
      ErrorText: `Invalid transaction. The transaction ${plain.transactionId} does not allow recurring charge`,
      Success: false,
    });
  });

  it('responds to a decline of the issuer with HTTP 200, error code 502, the event ID and a transaction [transactions.4]', async () => {
    const { id } = await paidWith({ allowRecurring: true });
    const { status, json } = await charge(id, { amount: 9951 });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      StatusId: 'E',
      ErrorCode: 502,
      ErrorText: 'Transaction failed',
      EventId: 10_051,
      Success: false,
      AuthorizationId: null,
    });
    expect(statusOf(String(json.TransactionId))).toBe('E');
  });

  it('responds 400 without an amount and 500 for a tiny recurring charge, inside HTTP 200, and charges nothing', async () => {
    const { id, orderCode } = await paidWith({ allowRecurring: true });
    const missing = await charge(id, { merchantTrns: 'charge-1' });
    expect(missing.status).toBe(200);
    expect(missing.json).toMatchObject({
      StatusId: 'E',
      ErrorCode: 400,
      ErrorText: `Negative or zero amount, order ${orderCode}, parent ${id}`,
      TransactionId: null,
    });
    expect((await charge(id, { amount: 0 })).json).toMatchObject({ ErrorCode: 400 });
    const tiny = await charge(id, { amount: 9 });
    expect([tiny.status, tiny.json.StatusId, tiny.json.ErrorCode, tiny.json.ErrorText]).toEqual([
      200,
      'E',
      500,
      'Internal error',
    ]);
    expect(merchant.simulator.transactions.list({ orderCode })).toHaveLength(1);
    expect((await charge(id, { amount: 10 })).json.Success).toBe(true);
  });

  it('captures a tiny amount', async () => {
    const { id } = await paidWith({ preauth: true });
    expect((await charge(id, {})).json).toMatchObject({ ErrorCode: 400 });
    expect((await charge(id, { amount: 9 })).json.Success).toBe(true);
  });

  it('responds with 404 and 403 inside HTTP 200', async () => {
    const { id } = await paidWith({ allowRecurring: true });
    expect((await charge(UNKNOWN, { amount: 100 })).json).toMatchObject({ ErrorCode: 404, Success: false });
    expect((await charge(id, { amount: 100, sourceCode: 'none' })).json.ErrorCode).toBe(403);
    expect((await charge(id, { amount: 100, currencyCode: '826' })).json.ErrorCode).toBe(400);
    merchant.simulator.permissions.set({ allowRecurringAndCaptures: false });
    expect((await charge(id, { amount: 100 })).json).toMatchObject({ ErrorCode: 403, TransactionId: null });
  });

  it('accepts a form-encoded body', async () => {
    const { id } = await paidWith({ allowRecurring: true });
    expect((await charge(id, new URLSearchParams({ Amount: '100' }))).json.Success).toBe(true);
  });
});

describe('getLegacyTransactions', () => {
  it('lists the transactions of an order with all documented members [transactions.21]', async () => {
    const code = await merchant.order({ tags: ['spring'] });
    merchant.simulator.checkout.pay(code, BAD_CARD);
    merchant.simulator.checkout.pay(code, GOOD_CARD);
    await merchant.paid();
    const { status, json } = await merchant.web('GET', `/api/transactions/?ordercode=${code}`);
    expect([status, json.Success]).toEqual([200, true]);
    const rows = json.Transactions as Record<string, unknown>[];
    expect(rows.map((row) => row.StatusId)).toEqual(['E', 'F']);
    expect(rows[1]).toMatchObject({
      Amount: 10,
      Commission: 0.1,
      Order: { OrderCode: code, Tags: ['spring'], RequestLang: 'en-GB' },
      TransactionType: { Name: 'CardCharge', TransactionTypeId: 5 },
      CreditCard: { Number: '414746XXXXXX0133', CardHolderName: 'Alex Buyer', CardType: { Name: 'VISA' } },
    });
    expect(
      (await merchant.web('GET', `/api/transactions/?orderCode=${await merchant.order()}`)).json.Transactions,
    ).toEqual([]);
  });

  it('returns a transaction by ID; a refund has its payment as parent [transactions.8]', async () => {
    const { transactionId } = await merchant.paid();
    const refund = await cancel(transactionId);
    const { json } = await merchant.web('GET', `/api/transactions/${String(refund.json.TransactionId)}`);
    expect(json.Transactions).toMatchObject([{ ParentId: transactionId, Amount: -10 }]);
    expect((await merchant.web('GET', `/api/transactions/${UNKNOWN}`)).json).toMatchObject({
      Transactions: [],
      ErrorCode: 404,
      Success: false,
    });
  });

  it('lists by day, clearance day and source, and rejects a missing filter or an invalid day', async () => {
    const { transactionId } = await merchant.paid();
    await merchant.nextDay();
    const idsOf = async (query: string) =>
      (
        (await merchant.web('GET', `/api/transactions/?${query}`)).json.Transactions as {
          TransactionId: string;
        }[]
      ).map((row) => row.TransactionId);
    expect(await idsOf('date=2026-02-03')).toEqual([transactionId]);
    expect(await idsOf('date=2026-02-04')).toEqual([]);
    expect(await idsOf('clearancedate=2026-02-04')).toEqual([transactionId]);
    expect(await idsOf('date=2026-02-03&sourceCode=Other')).toEqual([]);
    expect((await merchant.web('GET', '/api/transactions/')).status).toBe(400);
    expect((await merchant.web('GET', '/api/transactions/?date=yesterday')).status).toBe(400);
  });
});
