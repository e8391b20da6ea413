import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AccountTransactionSubType,
  AccountTransactionType,
  PayError,
  PayWallet,
  toMinorUnits,
  unwrap,
} from 'nestjs-pay/client';
import { linkedAccount } from '../../../../../test/contract/round-trips/bank-transfers.js';
import { dataClient } from '../../../../../test/contract/round-trips/data-client.js';
import { DAY_MS, dayOf } from '../../../../../test/contract/round-trips/data-services.js';
import { World } from '../../../../../test/contract/round-trips/world.js';
import { API, TestingTransport, wallet } from '../../client.testing.js';

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

/** Creates a client whose service responds to every call with this body, except the token exchange. */
function responding(body: string, status = 200): PayWallet {
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

describe('searchTransactions', () => {
  it('finds the transactions of an order in MAJOR units, and returns an empty page if there are none [data-services.1] [data-services.8]', async () => {
    const id = await world.payment();
    await world.payment({ amount: 990 });
    const OrderCode = world.simulator.transactions.list().find((one) => one.id === id)?.orderCode ?? '';
    const page = unwrap(await client.dataServices.searchTransactions({ OrderCode }));
    expect(page.data).toMatchObject([
      { transactionId: id, orderCodeText: OrderCode, amount: 24.5, totalCommission: 0.24 },
    ]);
    expect(unwrap(await client.dataServices.searchTransactions({ AmountFrom: 10 })).data).toHaveLength(1);
    expect(unwrap(await client.dataServices.searchTransactions({ CurrencyCode: '978' })).data).toHaveLength(
      2,
    );
    expect(await client.dataServices.searchTransactions({ CurrencyCode: 978 as never })).toMatchObject({
      code: 'validationerror',
    });
    expect(await client.dataServices.searchTransactions({ insDateFrom: '2099-01-01' })).toMatchObject({
      success: true,
      data: { data: [] },
      meta: { httpStatus: 204 },
    });
  });

  it('can be iterated over all pages, in order, with each row once', async () => {
    const paid: string[] = [];
    for (let count = 0; count < 5; count++) paid.push(await world.payment());
    const ids = (rows: { transactionId: string }[]) => rows.map(({ transactionId }) => transactionId);
    const query = { PageSize: 2 };
    expect(ids(await collect(client.dataServices.iterateTransactions({}, query)))).toEqual(paid);
    const newest = client.dataServices.iterateTransactions({}, { ...query, OrderBy: 'Descending', Page: 2 });
    expect(ids(await collect(newest))).toEqual(paid.reverse().slice(2));
  });

  it.each(['dateFrom', 'DateTo'])(
    'rejects the unknown option %s, because the service would ignore it and return everything',
    async (name) => {
      const days = { [name]: '2026-03-18' };
      const rejection = {
        code: 'validationerror',
        error: { outcome: 'not-sent', fields: [{ field: name }] },
      };
      for (const search of [
        client.dataServices.searchTransactions(days),
        world.isv.transactions.searchTransactions(days),
      ]) {
        const result = await search;
        expect(result).toMatchObject(rejection);
        expect(result.message).toContain('insDateFrom');
      }
    },
  );

  it('ends the iteration if the service returns all rows for every page', async () => {
    const rows = await collect(
      responding('[{"transactionId":"1"},{"transactionId":"2"}]').dataServices.iterateTransactions(),
    );
    expect(rows).toHaveLength(2);
  });

  it('reads pages until one is empty, whatever totalPages says [data-services.2]', async () => {
    const pages = ['1', '2'].map((id) => `{"totalPages":1,"data":[{"transactionId":"${id}"}]}`);
    const transport = new TestingTransport([...pages.map((body) => ({ body })), { status: 204 }]);
    const rows = await collect(wallet(transport).dataServices.iterateTransactions({}, { PageSize: 1 }));
    expect(rows.map(({ transactionId }) => transactionId)).toEqual(['1', '2']);
  });

  it('throws a PayError from the iteration if a page is rejected', async () => {
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
    const page = unwrap(await responding(body).dataServices.searchTransactions());
    expect(page.data).toHaveLength(rows);
    if (body.includes('Code')) expect(page.data).toMatchObject([{ orderCodeText: '9007199254740993' }]);
  });

  it.each(['{}', '{"message":"sorry"}', '{"data":[1]}', '{"data":null}'])(
    'fails for the response %s, which has no rows',
    async (body) => {
      expect(await responding(body).dataServices.searchTransactions()).toMatchObject({
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
  ])('rejects %j before sending', async (options, field) => {
    expect(await client.dataServices.searchTransactions(options as never)).toMatchObject({
      code: 'validationerror',
      error: { outcome: 'not-sent', fields: [{ field }] },
    });
  });
});

describe('searchAccountTransactions', () => {
  it('returns reservations, which a ledger ignores, because they do not change the balance [data-services.9]', async () => {
    const { primary } = world.simulator.wallets;
    const transfer = { amount: 5000, walletId: primary.id };
    unwrap(await world.accounts.bankTransfers.executeBankTransfer(await linkedAccount(world), transfer));
    const rows = await collect(client.dataServices.iterateAccountTransactions(WHOLE_TIME));
    expect(rows).toMatchObject([
      { typeId: AccountTransactionType.Balance, amount: 10_000 },
      { typeId: AccountTransactionType.AvailableOnly, amount: -50, targetAmount: 10_000 },
    ]);
    expect(world.simulator.wallets.primary).toMatchObject({ available: 995_000n, reserved: 5000n });
  });

  it('returns movements in MAJOR units that add up to the wallet’s balance [data-services.8]', async () => {
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

  it('filters by wallet and returns an empty page for another wallet', async () => {
    const [row] = unwrap(await client.dataServices.searchAccountTransactions(WHOLE_TIME)).data;
    const mine = { ...WHOLE_TIME, WalletId: BigInt(row?.walletId ?? 0) };
    expect(unwrap(await client.dataServices.searchAccountTransactions(mine)).data).toHaveLength(1);
    const other = { ...WHOLE_TIME, WalletId: 1 };
    expect(unwrap(await client.dataServices.searchAccountTransactions(other)).data).toEqual([]);
  });
});

describe('requests', () => {
  it('go to the host and path of the environment, with the names of the service [data-services.3] [data-services.4] [data-services.7] [data-services.14]', async () => {
    const transport = new TestingTransport([{ status: 204 }, { status: 204 }, { status: 204 }, {}]);
    const { dataServices } = wallet(transport);
    await dataServices.searchTransactions({ insDateFrom: '2026-03-18', StatusIds: ['F'] }, { PageSize: 2 });
    await dataServices.searchAccountTransactions(WHOLE_TIME);
    await dataServices.retrieveMt940Data({ ReportDate: '2026-03-18' });
    await dataServices.requestSaleTransactionsExport({ Date: '2026-03-18' });
    const [sales, movements, ...files] = transport.calls;
    expect(sales?.url).toMatch(
      /^https:\/\/demo-api\.vivapayments\.com\/dataservices\/v2\/transactions\/Search\?.*PageSize=2/,
    );
    expect(JSON.parse(String(sales?.body))).toEqual({ insDateFrom: '2026-03-18', StatusIds: ['F'] });
    expect(movements?.url).toContain(`${API}/dataservices/v2/accounttransactions/Search`);
    expect(files.map(({ url }) => url.startsWith(`${API}/dataservices/`))).toEqual([true, true]);
  });

  it('are rejected with 401 if the token is for other APIs, and the message names the credentials [data-services.5] [data-services.6]', async () => {
    const audience = /The audience is invalid.*Data Services credentials/;
    for (const other of [world.wallet, world.accounts])
      expect(await other.dataServices.searchAccountTransactions(WHOLE_TIME)).toMatchObject({
        code: 'unauthorized',
        message: expect.stringMatching(audience),
        error: { httpStatus: 401, outcome: 'rejected' },
      });
    expect(await client.wallets.retrieveMerchantWallets()).toMatchObject({
      code: 'unauthorized',
      message: expect.stringMatching(/The audience is invalid.*Account Transactions credentials/),
    });
    expect(await world.wallet.wallets.retrieveMerchantWallets()).toMatchObject({ code: 'forbidden' });
    expect(await world.accounts.payments.createOrder({ amount: 2450 })).toMatchObject({ code: 'forbidden' });
  });
});

describe('searchMerchantExpenses', () => {
  const days = { DateFrom: '2000-01-01', DateTo: '2100-01-01' };

  it('finds card purchases page by page, with the ID of their movement', async () => {
    const { dataServices } = client;
    for (const amount of [1990, 500, 250]) world.simulator.wallet.buy(amount, `SHOP ${amount}`);
    const movements = unwrap(
      await dataServices.searchAccountTransactions(days, { OrderBy: 'Ascending' }),
    ).data.filter(({ subTypeId }) => subTypeId === AccountTransactionSubType.CardPurchase);
    expect(movements.map(({ amount }) => amount)).toEqual([-19.9, -5, -2.5]);
    const pages = [];
    for (const PageNumber of [1, 2, 3])
      pages.push(
        unwrap(await dataServices.searchMerchantExpenses(days, { PageNumber, PageSize: 2 })).data.map(
          ({ walletTransactionId, description }) => [walletTransactionId, description],
        ),
      );
    const rows = movements.map(({ accountTransactionId, userDescription }) => [
      accountTransactionId,
      userDescription,
    ]);
    expect(pages).toEqual([rows.slice(0, 2), rows.slice(2), []]);
    const later = { DateFrom: '2099-01-01', DateTo: '2099-01-01' };
    expect(unwrap(await dataServices.searchMerchantExpenses(later)).data).toEqual([]);
  });

  it('reads a plain list, too', async () => {
    const list = responding('[{"WalletTransactionId":"a","Mcc":"5943"}]');
    expect(unwrap(await list.dataServices.searchMerchantExpenses(days)).data).toEqual([
      { walletTransactionId: 'a', mcc: '5943' },
    ]);
  });

  it.each(['742', '"742"', '"0742"'])('gives a category code of four digits for %s', async (mcc) => {
    const list = responding(`[{"walletTransactionId":"a","mcc":${mcc}}]`);
    expect(unwrap(await list.dataServices.searchMerchantExpenses(days)).data[0]?.mcc).toBe('0742');
  });

  it.each([
    ['DateFrom', { ...days, DateFrom: '2026-03-18T10:00:00' }],
    ['DateTo', { DateFrom: '2026-03-18', DateTo: '2026-03-17' }],
  ])('rejects a wrong %s before a request', async (field, options) => {
    expect(await client.dataServices.searchMerchantExpenses(options)).toMatchObject({
      code: 'validationerror',
      error: { outcome: 'not-sent', fields: [{ field }] },
    });
  });
});

describe('retrieveMt940Data', () => {
  it('returns a statement with opening and closing balance, and null for a day without movements [data-services.1]', async () => {
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
  ])('reads the statement from %j', async (body, data) => {
    const result = await responding(body).dataServices.retrieveMt940Data({ ReportDate: '2026-03-18' });
    expect(result).toMatchObject({ success: true, data });
  });

  it('fails if the response is an HTML page', async () => {
    const result = await responding('<html>Sign in</html>').dataServices.retrieveMt940Data({
      ReportDate: '2026-03-18',
    });
    expect(result).toMatchObject({ success: false, code: 'nodatas' });
  });
});
