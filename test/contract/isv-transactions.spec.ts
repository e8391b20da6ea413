import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PayError, PayISV, unwrap } from 'nestjs-pay/client';
import type { MethodReturn } from 'nestjs-pay/client';
import { GOOD_CARD } from '../cards.js';
import { dataClient } from './round-trips/data-client.js';
import { DAY_MS, dayOf } from './round-trips/data-services.js';
import { UNKNOWN_ID, World } from './round-trips/world.js';

let world: World;
beforeAll(async () => {
  world = await World.create('isv transactions');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

const sideOf = (targetMerchantId: string) => world.simulator.connectedMerchants.get(targetMerchantId);
const fieldsOf = (result: MethodReturn<unknown, string>) =>
  result.success ? [] : result.error.fields.map(({ field }) => field);
async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

/** An ISV whose service answers with this body. */
function answering(body: string): PayISV {
  const send = () => Promise.resolve({ status: 200, headers: {}, body: Buffer.from(body) });
  return new PayISV({ ...world.simulator.credentials.isv, transport: { send } });
}

describe('charges', () => {
  it('capture less than is held, with fee and tip; the rest is not held any more', async () => {
    const held = await world.isvPayment({ preauth: true, isvAmount: undefined });
    unwrap(await world.isv.transactions.increasePreauth({ ...held, amount: 550, idempotencyKey: 'k-1' }));
    const options = { ...held, amount: 3000, isvAmount: 120, tipAmount: 200, resellerSourceCode: '7951' };
    const captured = unwrap(await world.isv.transactions.capturePreAuthPayment(options));
    expect(captured).toMatchObject({ Amount: 30, TransactionTypeId: 0, StatusId: 'F' });
    expect(sideOf(held.targetMerchantId).transactions.get(captured.TransactionId)).toMatchObject({
      isv: { amount: 120, resellerSourceCode: '7951' },
      tipAmount: 200,
    });
    expect(await world.isv.transactions.capturePreAuthPayment(options)).toMatchObject({ code: 'rejected' });
  });

  it('are refused, of whatever kind, while the merchant’s verification is revoked', async () => {
    const series = await world.isvPayment({ allowRecurring: true });
    const { targetMerchantId } = series;
    const { isvAccounts, checkout } = world.simulator;
    const made = await world.isv.payments.createOrder(targetMerchantId, { amount: 2000, preauth: true });
    const outcome = checkout.pay(unwrap(made).orderCodeText, GOOD_CARD);
    const transactionId = outcome.kind === 'approved' ? outcome.transaction.id : outcome.kind;
    const held = { transactionId, targetMerchantId };
    const order = unwrap(await world.isv.payments.createOrder(targetMerchantId, { amount: 2000 }));
    const { transactions } = world.isv;
    const calls: (() => Promise<MethodReturn<unknown, string>>)[] = [
      () => transactions.createRecurringTransaction({ ...series, amount: 500, isvAmount: 10 }),
      () => transactions.increasePreauth({ ...held, amount: 500, idempotencyKey: 'k-1' }),
      () => transactions.capturePreAuthPayment({ ...held, amount: 1000, isvAmount: 10 }),
      () =>
        transactions.makeMotoCardCharge({
          moto: true,
          targetMerchantId,
          orderCode: order.orderCodeText,
          creditcard: { number: GOOD_CARD.number, expirationDate: '2040-08-31', cvc: '123' },
        }),
    ];
    const accountId = sideOf(targetMerchantId).account.isv?.accountId ?? '';
    isvAccounts.verify(accountId, false);
    for (const call of calls) expect(await call()).toMatchObject({ success: false, code: 'forbidden' });
    // What goes back to the customer still goes.
    unwrap(await transactions.cancelTransaction({ ...series, amount: 100 }));
    isvAccounts.verify(accountId, true);
    for (const call of calls) unwrap(await call());
  });

  it('that the issuer refuses say why, and the order’s list shows the attempt', async () => {
    const { orderCode, targetMerchantId } = await world.isvOrder({ allowRecurring: true });
    const outcome = world.simulator.checkout.pay(orderCode, GOOD_CARD);
    const transactionId = outcome.kind === 'approved' ? outcome.transaction.id : outcome.kind;
    const declined = await world.isv.transactions.createRecurringTransaction({
      transactionId,
      targetMerchantId,
      amount: 9951,
      isvAmount: 10,
    });
    expect(declined).toMatchObject({ code: 'rejected', error: { outcome: 'rejected', eventId: 10051 } });
    const listed = await world.isv.transactions.retrieveTransactionsByOrderCode({
      orderCode: BigInt(orderCode),
      targetMerchantId,
    });
    expect(unwrap(listed).Transactions).toMatchObject([
      { StatusId: 'F', Amount: 24.5, ResellerId: world.simulator.credentials.isv.resellerId },
      { StatusId: 'E', Amount: 99.51, ParentId: transactionId },
    ]);
  });

  it('by telephone carry the fee, and no digit of the card into what is printed', async () => {
    const charged = await world.isv.transactions.makeMotoCardCharge({
      ...(await world.isvOrder()),
      moto: true,
      creditcard: { number: GOOD_CARD.number, expirationDate: '2030-11-30', cvc: '111' },
      isvAmount: 55,
      descriptor: 'Corner Shop',
    });
    expect(unwrap(charged)).toMatchObject({ Amount: 24.5, StatusId: 'F', ThreeDSecureStatusId: 2 });
    expect(world.simulator.ledger.balance('isvPending', '978')).toBe(55n);
    expect(JSON.stringify([charged, world.simulator.requests()])).not.toContain(GOOD_CARD.number);
  });

  it.each([{ isvAmount: 990 }, { isvAmount: 10.5 }, { isvAmount: undefined }])(
    'of 9.90 with %j are refused before anything leaves',
    async (fee) => {
      const options = { transactionId: UNKNOWN_ID, targetMerchantId: UNKNOWN_ID, amount: 990, ...fee };
      const before = world.simulator.requests().length;
      for (const result of [
        await world.isv.transactions.createRecurringTransaction(options as never),
        await world.isv.transactions.capturePreAuthPayment(options as never),
      ])
        expect([result.success, fieldsOf(result)]).toEqual([false, ['isvAmount']]);
      expect(world.simulator.requests()).toHaveLength(before);
    },
  );

  it('belong to one merchant: another connected one does not have them', async () => {
    const { transactionId } = await world.isvPayment();
    const elsewhere = { transactionId, targetMerchantId: world.merchant() };
    expect(await world.isv.transactions.retrieveTransactionById(elsewhere)).toMatchObject({
      code: 'notfound',
    });
    expect(await world.isv.transactions.cancelTransaction({ ...elsewhere, amount: 2450 })).toMatchObject({
      code: 'notfound',
    });
  });
});

describe('what goes back', () => {
  it('is a part, then the rest, then nothing', async () => {
    const payment = await world.isvPayment();
    const give = (amount: number) => world.isv.transactions.cancelTransaction({ ...payment, amount });
    expect(unwrap(await give(1000))).toMatchObject({ Amount: -10, TransactionTypeId: 4 });
    expect(await give(1451)).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
    unwrap(await give(1450));
    expect(await give(1)).toMatchObject({ code: 'alreadycanceled' });
    expect(world.simulator.ledger.balance('isvPending', '978')).toBe(0n);
  });

  it('always says how much', async () => {
    const payment = await world.isvPayment();
    const result = await world.isv.transactions.cancelTransaction(payment as never);
    expect([result.success, fieldsOf(result)]).toEqual([false, ['amount']]);
  });

  it('as a payment out is none of the payment’s: 14 is sent, whether it is said or not', async () => {
    const payment = await world.isvPayment();
    await world.simulator.clock.advance(DAY_MS);
    for (const said of [{}, { serviceId: 14 as const }, { serviceId: undefined }]) {
      const out = unwrap(await world.isv.transactions.payOutOld({ ...payment, amount: 100, ...said }));
      expect(out).toMatchObject({ Amount: -1, TransactionTypeId: 19 });
    }
    const { transactions } = sideOf(payment.targetMerchantId);
    expect(transactions.get(payment.transactionId)).toMatchObject({ status: 'F', refunded: 0 });
    const other = await world.isv.transactions.payOutOld({ ...payment, amount: 1, serviceId: 6 as never });
    expect([other.success, fieldsOf(other)]).toEqual([false, ['serviceId']]);
  });

  it('is not the main merchant’s to give, whose credentials are the ISV’s own', async () => {
    const { transactionId } = await world.isvPayment();
    expect(await world.wallet.transactions.cancelTransaction(transactionId, { amount: 2450 })).toMatchObject({
      code: 'forbidden',
    });
  });
});

describe('lists', () => {
  it.each([
    ['a list', '[{"TransactionId":"1","OrderCode":9007199254740993}]'],
    ['one transaction alone', '{"TransactionId":"1","OrderCode":9007199254740993}'],
    [
      'the older envelope',
      '{"Transactions":[{"TransactionId":"1","OrderCode":9007199254740993}],"ErrorCode":0,"Success":true}',
    ],
  ])('of an ISV’s source are read from %s', async (_form, body) => {
    const listed = await answering(body).transactions.retrieveTransactionsByResellerSourceCode({
      resellerSourceCode: '7951',
      date: '2026-01-31',
      targetMerchantId: UNKNOWN_ID,
    });
    expect(unwrap(listed)).toMatchObject([{ TransactionId: '1', OrderCodeText: '9007199254740993' }]);
  });

  it.each([
    ['', false],
    ['[]', true],
    ['{"Transactions":[],"Success":true}', true],
    ['{"message":"sorry"}', false],
    ['{"Transactions":[1],"Success":true}', false],
  ])('of an ISV’s source: %j is nothing, or no list', async (body, success) => {
    const listed = await answering(body).transactions.retrieveTransactionsByResellerSourceCode({
      resellerSourceCode: '7951',
      date: '2026-01-31',
      targetMerchantId: UNKNOWN_ID,
    });
    expect(listed).toMatchObject(success ? { success, data: [] } : { success, code: 'nodatas' });
  });

  it('of a day hold that day’s, of that merchant and source only', async () => {
    const { targetMerchantId } = await world.isvPayment({ resellerSourceCode: '7951' });
    await world.isvPayment({ resellerSourceCode: '7951' });
    const date = dayOf(world.simulator.clock.now());
    const { transactions } = world.isv;
    const byReseller = (resellerSourceCode: string) =>
      transactions.retrieveTransactionsByResellerSourceCode({ resellerSourceCode, date, targetMerchantId });
    expect(unwrap(await byReseller('7951'))).toHaveLength(1);
    expect(unwrap(await byReseller('Default'))).toEqual([]);
    const bySource = { sourceCode: 'default', date, targetMerchantId };
    expect(unwrap(await transactions.retrieveTransactionsBySourceCode(bySource)).Transactions).toEqual([]);
    await world.simulator.clock.advance(DAY_MS);
    const tomorrow = { date: dayOf(world.simulator.clock.now()), targetMerchantId };
    expect(unwrap(await transactions.retrieveTransactionsByDate(tomorrow)).Transactions).toEqual([]);
    const cleared = { clearanceDate: tomorrow.date, targetMerchantId };
    expect(unwrap(await transactions.retrieveTransactionsByClearanceDate(cleared)).Transactions).toHaveLength(
      1,
    );
  });

  it.each([
    [{ orderCode: 2 ** 53 }, 'retrieveTransactionsByOrderCode', 'orderCode'],
    [{ date: '2026-02-30' }, 'retrieveTransactionsByDate', 'date'],
    [{ clearanceDate: 'today' }, 'retrieveTransactionsByClearanceDate', 'clearanceDate'],
    [{ date: '2026-02-03', sourceCode: '' }, 'retrieveTransactionsBySourceCode', 'sourceCode'],
  ] as const)('are not asked for with %j', async (options, method, field) => {
    const call = world.isv.transactions[method].bind(world.isv.transactions) as (
      options: object,
    ) => Promise<MethodReturn<unknown>>;
    const result = await call({ ...options, targetMerchantId: UNKNOWN_ID });
    expect([result.success, fieldsOf(result)]).toEqual([false, [field]]);
  });
});

describe('the search', () => {
  it('sees the connected merchants’ transactions, the merchant’s own search its own', async () => {
    const first = await world.isvPayment({ resellerSourceCode: '7951' });
    const own = await world.payment();
    await world.simulator.clock.advance(1000);
    const second = await world.isvPayment();
    const found = await collect(world.isv.transactions.iterateTransactions({}, { PageSize: 1 }));
    expect(found).toMatchObject([
      { transactionId: first.transactionId, merchantId: first.targetMerchantId, amount: 24.5 },
      { transactionId: second.transactionId, merchantId: second.targetMerchantId },
    ]);
    const bySource = await world.isv.transactions.searchTransactions({ ResellerSourceCode: '7951' });
    expect(unwrap(bySource).data).toHaveLength(1);
    const data = dataClient(world);
    expect((await collect(data.dataServices.iterateTransactions())).map((row) => row.transactionId)).toEqual([
      own,
    ]);
    await data.close();
  });

  it('finding nothing is an empty page, and a page that is refused ends the iteration with its error', async () => {
    expect(unwrap(await world.isv.transactions.searchTransactions({ AmountFrom: 1000 })).data).toEqual([]);
    await expect(collect(world.isv.transactions.iterateTransactions({ OrderCode: 2 ** 53 }))).rejects.toThrow(
      PayError,
    );
  });
});

describe('a source', () => {
  it('is the connected merchant’s alone, and decides where its customers go', async () => {
    const targetMerchantId = world.merchant();
    const { credentials, endpoints } = world.simulator;
    const isv = new PayISV({ ...credentials.isv, endpoints, sourceCode: 'Web' });
    const site = { domain: 'www.example.com', isSecure: true, pathSuccess: 'ok', pathFail: 'no' };
    unwrap(await isv.source.createSource({ targetMerchantId, name: 'Storefront', ...site }));
    await isv.close();
    expect(sideOf(targetMerchantId).sources.find('Web')).toMatchObject({
      name: 'Storefront',
      successUrl: 'https://www.example.com/ok',
    });
    expect(world.simulator.sources.find('Web')).toBeUndefined();
    expect(sideOf(world.merchant()).sources.find('Web')).toBeUndefined();
  });
});
