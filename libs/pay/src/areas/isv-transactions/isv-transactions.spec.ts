import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PayError, PayISV, unwrap } from 'nestjs-pay/client';
import type { MethodReturn, TransportRequest } from 'nestjs-pay/client';
import { GOOD_CARD } from '../../../../../test/cards.js';
import { dataClient } from '../../../../../test/contract/round-trips/data-client.js';
import { DAY_MS, dayOf } from '../../../../../test/contract/round-trips/data-services.js';
import { TestingTransport } from '../../core/http/transport.testing.js';
import { UNKNOWN_ID, World } from '../../../../../test/contract/round-trips/world.js';

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

/** Creates a client whose service responds to every call with this body. */
function responding(body: string): PayISV {
  const send = () => Promise.resolve({ status: 200, headers: {}, body: Buffer.from(body) });
  return new PayISV({ ...world.simulator.credentials.isv, transport: { send } });
}

describe('charges', () => {
  it('capture a part of a pre-authorisation with fee and tip, and release the rest [isv.5]', async () => {
    const held = await world.isvPayment({ preauth: true, isvAmount: undefined });
    unwrap(await world.isv.transactions.increasePreauth({ ...held, amount: 550 }, { idempotencyKey: 'k-1' }));
    const options = { ...held, amount: 3000, isvAmount: 120, tipAmount: 200, resellerSourceCode: '7951' };
    const captured = unwrap(await world.isv.transactions.capturePreAuthPayment(options));
    expect(captured).toMatchObject({ Amount: 30, TransactionTypeId: 0, StatusId: 'F' });
    expect(sideOf(held.targetMerchantId).transactions.get(captured.TransactionId)).toMatchObject({
      isv: { amount: 120, resellerSourceCode: '7951' },
      tipAmount: 200,
    });
    expect(await world.isv.transactions.capturePreAuthPayment(options)).toMatchObject({ code: 'forbidden' });
  });

  it('of every kind are rejected while the merchant’s verification is revoked', async () => {
    const series = await world.isvPayment({ allowRecurring: true });
    const { targetMerchantId } = series;
    const { accounts, checkout } = world.simulator;
    const made = await world.isv.payments.createOrder(targetMerchantId, { amount: 2000, preauth: true });
    const outcome = checkout.pay(unwrap(made).orderCodeText, GOOD_CARD);
    const transactionId = outcome.kind === 'approved' ? outcome.transaction.id : outcome.kind;
    const held = { transactionId, targetMerchantId };
    const order = unwrap(await world.isv.payments.createOrder(targetMerchantId, { amount: 2000 }));
    const { transactions } = world.isv;
    const calls: (() => Promise<MethodReturn<unknown, string>>)[] = [
      () => transactions.createRecurringTransaction({ ...series, amount: 500, isvAmount: 10 }),
      () => transactions.increasePreauth({ ...held, amount: 500 }, { idempotencyKey: 'k-1' }),
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
    accounts.verify(accountId, false);
    for (const call of calls) expect(await call()).toMatchObject({ success: false, code: 'forbidden' });
    // Refunds stay possible.
    unwrap(await transactions.cancelTransaction({ ...series, amount: 100 }));
    accounts.verify(accountId, true);
    for (const call of calls) unwrap(await call());
  });

  it('that the issuer declines fail with the event ID and appear in the order’s transactions', async () => {
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

  it('by mail or telephone include the fee and keep the card number out of results and request logs', async () => {
    const charged = await world.isv.transactions.makeMotoCardCharge({
      ...(await world.isvOrder()),
      moto: true,
      creditcard: { number: GOOD_CARD.number, expirationDate: '2030-11-30', cvc: '111' },
      isvAmount: 55,
      descriptor: 'Corner Shop',
    });
    expect(unwrap(charged)).toMatchObject({ Amount: 24.5, StatusId: 'F', ThreeDSecureStatusId: 2 });
    expect(world.simulator.ledger().balances['978']?.['isvPending'] ?? 0n).toBe(55n);
    expect(JSON.stringify([charged, world.simulator.requests()])).not.toContain(GOOD_CARD.number);
  });

  it.each([{ isvAmount: 990 }, { isvAmount: 10.5 }, { isvAmount: undefined }])(
    'of 9.90 with %j are rejected before sending',
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

  it('are hidden from other connected merchants', async () => {
    const { transactionId } = await world.isvPayment();
    const otherMerchant = { transactionId, targetMerchantId: world.merchant() };
    expect(await world.isv.transactions.retrieveTransactionById(otherMerchant)).toMatchObject({
      code: 'notfound',
    });
    expect(await world.isv.transactions.cancelTransaction({ ...otherMerchant, amount: 2450 })).toMatchObject({
      code: 'notfound',
    });
  });
});

describe('refunds', () => {
  it('are possible in parts until nothing is left', async () => {
    const payment = await world.isvPayment();
    const refund = (amount: number) => world.isv.transactions.cancelTransaction({ ...payment, amount });
    expect(unwrap(await refund(1000))).toMatchObject({ Amount: -10, TransactionTypeId: 4 });
    expect(await refund(1451)).toMatchObject({
      code: 'rejected',
      error: { outcome: 'rejected', serviceCode: '400' },
    });
    unwrap(await refund(1450));
    expect(await refund(1)).toMatchObject({ code: 'alreadycanceled' });
    expect(world.simulator.ledger().balances['978']?.['isvPending'] ?? 0n).toBe(0n);
  });

  it('need an amount', async () => {
    const payment = await world.isvPayment();
    const result = await world.isv.transactions.cancelTransaction(payment as never);
    expect([result.success, fieldsOf(result)]).toEqual([false, ['amount']]);
  });

  it('by `refund` send the same request, and check the ID apart from the options [isv.20]', async () => {
    const { transactionId, targetMerchantId } = await world.isvPayment();
    const { transactions } = world.isv;
    unwrap(await transactions.refund(transactionId, { targetMerchantId, amount: 1000 }));
    unwrap(await transactions.cancelTransaction({ transactionId, targetMerchantId, amount: 1000 }));
    const [cancelled, refunded] = world.simulator.requests().toReversed();
    expect(refunded).toMatchObject({ operation: cancelled?.operation, path: cancelled?.path });
    const wrong = await Promise.all([
      transactions.refund('1', { targetMerchantId, amount: 1 }),
      transactions.refund(transactionId, { targetMerchantId, transactionId, amount: 1 } as never),
      transactions.refund(transactionId, undefined as never),
    ]);
    expect(wrong.map(fieldsOf)).toEqual([['transactionId'], ['transactionId'], ['options']]);
  });

  it('by payOutOld always send serviceId 14 and leave the refundable amount unchanged', async () => {
    const payment = await world.isvPayment();
    await world.simulator.clock.advance(DAY_MS);
    for (const service of [{}, { serviceId: 14 as const }, { serviceId: undefined }]) {
      const out = unwrap(await world.isv.transactions.payOutOld({ ...payment, amount: 100, ...service }));
      expect(out).toMatchObject({ Amount: -1, TransactionTypeId: 19 });
    }
    const { transactions } = sideOf(payment.targetMerchantId);
    expect(transactions.get(payment.transactionId)).toMatchObject({ status: 'F', refunded: 0 });
    const other = await world.isv.transactions.payOutOld({ ...payment, amount: 1, serviceId: 6 as never });
    expect([other.success, fieldsOf(other)]).toEqual([false, ['serviceId']]);
  });

  it('are forbidden with the credentials of the main merchant', async () => {
    const { transactionId } = await world.isvPayment();
    expect(await world.wallet.transactions.cancelTransaction(transactionId, { amount: 2450 })).toMatchObject({
      code: 'forbidden',
    });
  });
});

/** Calls a client whose service responds to every call with an empty body, and returns the last request. */
async function requestOf(call: (isv: PayISV) => Promise<unknown>): Promise<TransportRequest | undefined> {
  const transport = new TestingTransport([]);
  const isv = new PayISV({ ...world.simulator.credentials.isv, transport });
  await call(isv);
  await isv.close();
  return transport.calls.at(-1);
}

describe('legacy responds with HTTP status 200', () => {
  it.each([
    ['{"StatusId":"E","ErrorCode":0,"Success":true,"TransactionId":"1","Amount":5}', false],
    ['{"StatusId":"F","ErrorCode":403,"Success":true,"TransactionId":"1","Amount":5}', false],
    ['{"StatusId":"F","ErrorCode":0,"Success":false,"TransactionId":"1","Amount":5}', false],
    ['{"StatusId":"F","ErrorCode":0,"Success":true,"TransactionId":"1","Amount":5}', true],
  ])('%s: success is %s [isv.7] [isv.8]', async (body, success) => {
    const { transactions } = responding(body);
    const target = { transactionId: UNKNOWN_ID, targetMerchantId: UNKNOWN_ID };
    const results = [
      await transactions.createRecurringTransaction({ ...target, amount: 500, isvAmount: 10 }),
      await transactions.cancelTransaction({ ...target, amount: 500 }),
    ];
    expect(results.map((result) => result.success)).toEqual([success, success]);
  });
});

describe('wire names', () => {
  const target = { transactionId: UNKNOWN_ID, targetMerchantId: UNKNOWN_ID };

  it('put resellerSourceCode into the body of each charge, and into the query of one list [isv.11]', async () => {
    const charge = { ...target, amount: 500, isvAmount: 10, resellerSourceCode: '7951' };
    const calls: ((isv: PayISV) => Promise<unknown>)[] = [
      (isv) => isv.payments.createOrder(UNKNOWN_ID, { amount: 500, resellerSourceCode: '7951' }),
      (isv) => isv.transactions.createRecurringTransaction(charge),
      (isv) => isv.transactions.capturePreAuthPayment(charge),
      (isv) =>
        isv.transactions.makeMotoCardCharge({
          moto: true,
          targetMerchantId: UNKNOWN_ID,
          orderCode: 12,
          creditcard: { number: GOOD_CARD.number, expirationDate: '2040-08-31', cvc: '123' },
          resellerSourceCode: '7951',
        }),
    ];
    for (const call of calls) {
      const request = await requestOf(call);
      expect(JSON.parse(request?.body ?? '')).toMatchObject({ resellerSourceCode: '7951' });
      expect(request?.url).not.toMatch(/sourcecode/i);
    }
    const list = await requestOf((isv) =>
      isv.transactions.retrieveTransactionsByResellerSourceCode({
        resellerSourceCode: '7951',
        date: '2026-01-31',
        targetMerchantId: UNKNOWN_ID,
      }),
    );
    expect(new URL(list?.url ?? '').searchParams.get('ResellerSourceCode')).toBe('7951');
  });

  it('of queries keep the casing of each API [isv.9]', async () => {
    const { targetMerchantId } = target;
    const date = '2026-01-31';
    const calls: [(isv: PayISV) => Promise<unknown>, string[]][] = [
      [(isv) => isv.payments.createOrder(targetMerchantId, { amount: 500 }), ['merchantId']],
      [(isv) => isv.transactions.retrieveTransactionById(target), ['merchantId']],
      [
        (isv) => isv.transactions.retrieveTransactionsByOrderCode({ orderCode: 12, targetMerchantId }),
        ['ordercode'],
      ],
      [
        (isv) =>
          isv.transactions.retrieveTransactionsByClearanceDate({ clearanceDate: date, targetMerchantId }),
        ['clearancedate'],
      ],
      [
        (isv) =>
          isv.transactions.retrieveTransactionsBySourceCode({ sourceCode: '1', date, targetMerchantId }),
        ['date', 'sourcecode'],
      ],
      [(isv) => isv.transactions.searchTransactions({}, { PageSize: 5 }), ['PageSize']],
      [
        (isv) => isv.pos.session.retrieveSessionInfoByDate({ AadeAutonomouslyOnly: true }),
        ['AadeAutonomouslyOnly'],
      ],
    ];
    for (const [call, names] of calls) {
      const { searchParams } = new URL((await requestOf(call))?.url ?? '');
      expect([...searchParams.keys()].sort()).toEqual(names);
    }
  });
});

it('calls without a useful body succeed with null, and reads with an empty body have no data [isv.23]', async () => {
  const transport = new TestingTransport([]);
  const empty = new PayISV({ ...world.simulator.credentials.isv, transport });
  const source = { domain: 'www.example.com', isSecure: true, pathSuccess: 'ok', pathFail: 'no' };
  const named = { targetMerchantId: UNKNOWN_ID, name: 'Shop', sourceCode: 'Web' };
  const done = { success: true, data: null };
  expect(await empty.source.createSource({ ...named, ...source })).toMatchObject(done);
  const hook = { url: 'https://shop.example.com/hook', eventTypeId: 1796 };
  expect(await empty.webhook.create(hook)).toMatchObject(done);
  expect(await empty.pos.session.abortSession({ sessionId: 's', cashRegisterId: 'till-1' })).toMatchObject(
    done,
  );
  const target = { transactionId: UNKNOWN_ID, targetMerchantId: UNKNOWN_ID };
  expect(await empty.transactions.retrieveTransactionById(target)).toMatchObject({ code: 'nodatas' });
  expect(await empty.transactions.searchTransactions({})).toMatchObject({ code: 'nodatas' });
  const found = new PayISV({
    ...world.simulator.credentials.isv,
    transport: new TestingTransport([{ status: 204 }]),
  });
  expect(unwrap(await found.transactions.searchTransactions({})).data).toEqual([]);
});

describe('transaction lists', () => {
  it.each([
    ['a list', '[{"TransactionId":"1","OrderCode":9007199254740993}]'],
    ['one transaction alone', '{"TransactionId":"1","OrderCode":9007199254740993}'],
    [
      'the older envelope',
      '{"Transactions":[{"TransactionId":"1","OrderCode":9007199254740993}],"ErrorCode":0,"Success":true}',
    ],
  ])('by reseller source are read from %s', async (_form, body) => {
    const listed = await responding(body).transactions.retrieveTransactionsByResellerSourceCode({
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
  ])('by reseller source are empty or fail for the response %j', async (body, success) => {
    const listed = await responding(body).transactions.retrieveTransactionsByResellerSourceCode({
      resellerSourceCode: '7951',
      date: '2026-01-31',
      targetMerchantId: UNKNOWN_ID,
    });
    expect(listed).toMatchObject(success ? { success, data: [] } : { success, code: 'nodatas' });
  });

  it('contain the transactions of the merchant, day and source only', async () => {
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
  ] as const)('are rejected before sending with %j', async (options, method, field) => {
    const call = world.isv.transactions[method].bind(world.isv.transactions) as (
      options: object,
    ) => Promise<MethodReturn<unknown>>;
    const result = await call({ ...options, targetMerchantId: UNKNOWN_ID });
    expect([result.success, fieldsOf(result)]).toEqual([false, [field]]);
  });
});

describe('searchTransactions', () => {
  it('finds the transactions of all connected merchants and not those of the main merchant', async () => {
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

  it('returns an empty page if nothing matches, and throws a PayError from the iteration if a page is rejected', async () => {
    expect(unwrap(await world.isv.transactions.searchTransactions({ AmountFrom: 1000 })).data).toEqual([]);
    await expect(collect(world.isv.transactions.iterateTransactions({ OrderCode: 2 ** 53 }))).rejects.toThrow(
      PayError,
    );
  });
});
