import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountTransactionType, PayError, PayWallet, toMinorUnits, unwrap } from 'nestjs-pay/client';
import { dataClient } from './round-trips/data-client.js';
import { DAY_MS, dayOf } from './round-trips/data-services.js';
import { World } from './round-trips/world.js';

const WHOLE_TIME = { DateFrom: '2000-01-01', DateTo: '2100-01-01' };
let world: World;
let client: PayWallet;
beforeAll(async () => {
  world = await World.create('data services');
  client = dataClient(world);
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(async () => {
  await client.close();
  await world.close();
});

async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

/** A client whose service answers every call but the token's with this body. */
function answering(body: string, status = 200): PayWallet {
  const token = '{"access_token":"token-1","expires_in":3600,"token_type":"Bearer"}';
  return new PayWallet({
    ...world.simulator.credentials.merchant,
    transport: {
      send: ({ url }) => {
        const isToken = url.endsWith('/connect/token');
        return Promise.resolve({
          status: isToken ? 200 : status,
          headers: {},
          body: Buffer.from(isToken ? token : body),
        });
      },
    },
  });
}

describe('the search of transactions', () => {
  it('finds by order, exact, in MAJOR units, and answers an empty page where nothing fits', async () => {
    const id = await world.payment();
    await world.payment({ amount: 990 });
    const OrderCode = world.simulator.transactions.find(id)?.orderCode ?? '';
    const page = unwrap(await client.dataServices.searchTransactions({ OrderCode }));
    expect(page.data).toMatchObject([
      { transactionId: id, orderCodeText: OrderCode, amount: 24.5, totalCommission: 0.24 },
    ]);
    expect(unwrap(await client.dataServices.searchTransactions({ AmountFrom: 10 })).data).toHaveLength(1);
    expect(await client.dataServices.searchTransactions({ insDateFrom: '2099-01-01' })).toMatchObject({
      success: true,
      data: { data: [] },
      meta: { httpStatus: 204 },
    });
  });

  it('is iterated over all pages, in order, each row once', async () => {
    const paid: string[] = [];
    for (let count = 0; count < 5; count++) paid.push(await world.payment());
    const ids = (rows: { transactionId: string }[]) => rows.map(({ transactionId }) => transactionId);
    const query = { PageSize: 2 };
    expect(ids(await collect(client.dataServices.iterateTransactions({}, query)))).toEqual(paid);
    const newest = client.dataServices.iterateTransactions({}, { ...query, OrderBy: 'Descending', Page: 2 });
    expect(ids(await collect(newest))).toEqual(paid.reverse().slice(2));
  });

  it.each(['dateFrom', 'DateTo'])('refuses %s, which would search everything there is', async (name) => {
    const days = { [name]: '2026-03-18' };
    const refused = { code: 'validationerror', error: { outcome: 'not-sent', fields: [{ field: name }] } };
    for (const search of [
      client.dataServices.searchTransactions(days),
      world.isv.transactions.searchTransactions(days),
    ]) {
      const result = await search;
      expect(result).toMatchObject(refused);
      expect(result.message).toContain('insDateFrom');
    }
  });

  it('ends where the service answers all rows to every page', async () => {
    const rows = await collect(
      answering('[{"transactionId":"1"},{"transactionId":"2"}]').dataServices.iterateTransactions(),
    );
    expect(rows).toHaveLength(2);
  });

  it('throws a PayError out of the iteration when a page is refused', async () => {
    await expect(collect(world.wallet.dataServices.iterateTransactions())).rejects.toThrow(PayError);
    await expect(collect(client.dataServices.iterateTransactions({}, { Page: 0 }))).rejects.toMatchObject({
      code: 'validationerror',
      error: { fields: [{ field: 'Page' }] },
    });
  });

  it.each([
    ['a bare list', '[{"transactionId":"1"}]', 1],
    ['members in Pascal case', '{"Data":[{"TransactionId":"1","OrderCode":9007199254740993}]}', 1],
    ['an empty list', '[]', 0],
  ])('reads %s', async (_form, body, rows) => {
    const page = unwrap(await answering(body).dataServices.searchTransactions());
    expect(page.data).toHaveLength(rows);
    if (body.includes('Code')) expect(page.data).toMatchObject([{ orderCodeText: '9007199254740993' }]);
  });

  it.each(['{}', '{"message":"sorry"}', '{"data":[1]}', '{"data":null}'])(
    'does not take %s for rows',
    async (body) => {
      expect(await answering(body).dataServices.searchTransactions()).toMatchObject({
        success: false,
        code: 'nodatas',
      });
    },
  );

  it.each([
    [{ insDateFrom: '2026-02-30' }, 'insDateFrom'],
    [{ insDateFrom: '2026-02-02', insDateTo: '2026-02-01' }, 'insDateTo'],
    [{ OrderCode: 2 ** 53 }, 'OrderCode'],
    [{ TransactionIds: ['1'] }, 'TransactionIds'],
    [{ CurrencyCode: 978 }, 'CurrencyCode'],
  ])('is not sent with %j', async (options, field) => {
    expect(await client.dataServices.searchTransactions(options as never)).toMatchObject({
      code: 'validationerror',
      error: { outcome: 'not-sent', fields: [{ field }] },
    });
  });
});

describe('wallet movements', () => {
  it('add up to the wallet’s balance, in MAJOR units', async () => {
    await world.payment();
    await world.simulator.clock.advance(2 * DAY_MS);
    const rows = await collect(client.dataServices.iterateAccountTransactions(WHOLE_TIME, { PageSize: 1 }));
    const cents = rows
      .filter(({ typeId }) => typeId === AccountTransactionType.Balance)
      .map(({ amount }) => Number(toMinorUnits(amount, 'EUR')));
    expect(cents).toEqual([1_000_000, 2450, -24]);
    expect(BigInt(cents.reduce((sum, amount) => sum + amount, 0))).toBe(world.simulator.wallet.balance());
    expect(rows.slice(-2)).toMatchObject([
      { subTypeId: 83, targetAmount: 10_024.5, currencyCode: 978 },
      { subTypeId: 13, targetAmount: 10_024.26 },
    ]);
  });

  it('are told apart by wallet; another wallet’s are an empty page', async () => {
    const [row] = unwrap(await client.dataServices.searchAccountTransactions(WHOLE_TIME)).data;
    const mine = { ...WHOLE_TIME, WalletId: BigInt(row?.walletId ?? 0) };
    expect(unwrap(await client.dataServices.searchAccountTransactions(mine)).data).toHaveLength(1);
    const other = { ...WHOLE_TIME, WalletId: 1 };
    expect(unwrap(await client.dataServices.searchAccountTransactions(other)).data).toEqual([]);
  });
});

describe('the MT940 statement', () => {
  it('opens and closes with the balance; a day without movements has none', async () => {
    const today = dayOf(world.simulator.clock.now());
    expect(unwrap(await client.dataServices.retrieveMt940Data({ ReportDate: today }))).toBeNull();
    await world.simulator.clock.advance(DAY_MS);
    const text = unwrap(await client.dataServices.retrieveMt940Data({ ReportDate: today }));
    expect(text).toMatch(
      /^:20:\d{6}\r\n:25:\d+\r\n:28C:1\/1\r\n:60F:C\d{6}EUR0,00\r\n:61:\d{10}C10000,00NMSC/,
    );
    expect(text).toMatch(/:62F:C\d{6}EUR10000,00\r\n-\r\n$/);
    expect(unwrap(await client.dataServices.retrieveMt940Data({ ReportDate: '2020-01-01' }))).toBeNull();
  });

  it.each([
    [':20:1', ':20:1'],
    ['{1:F01BANK}{4:\n:20:1', '{1:F01BANK}{4:\n:20:1'],
    ['{"Response":":20:1"}', ':20:1'],
    ['":20:1"', ':20:1'],
  ])('is read from %j', async (body, data) => {
    const result = await answering(body).dataServices.retrieveMt940Data({ ReportDate: '2026-03-18' });
    expect(result).toMatchObject({ success: true, data });
  });

  it('is not a page of HTML', async () => {
    const result = await answering('<html>Sign in</html>').dataServices.retrieveMt940Data({
      ReportDate: '2026-03-18',
    });
    expect(result).toMatchObject({ success: false, code: 'nodatas' });
  });
});
