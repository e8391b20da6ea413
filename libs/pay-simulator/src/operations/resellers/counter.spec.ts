import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { basic, Merchant } from '../../../testing/merchant.js';
import { Receiver } from '../../../testing/receiver.js';

const CUSTOMER = { phone: '2101234567', countryCode: 'GR' };
let merchant: Merchant;
let receiver: Receiver;
beforeEach(async () => {
  merchant = await Merchant.start({ orderCodes: 'beyond-safe' });
  receiver = await Receiver.start('5100A70B5E55100A70B5E55100A70B5E55100A70');
});
afterEach(async () => {
  await merchant.simulator.close();
  await receiver.close();
});

const registerWebhook = (...eventTypeIds: number[]) =>
  merchant.simulator.webhooks.register({ url: receiver.url, eventTypeIds });
async function sentEvents() {
  await merchant.simulator.deliveries.settled();
  return receiver.received.map(({ envelope }) => [envelope.EventTypeId, envelope.EventData]);
}
const readControl = async (path: string): Promise<unknown> =>
  (await fetch(`${merchant.simulator.url}/_simulator${path}`)).json();
const consolePage = async (path: string): Promise<string> =>
  (await fetch(`${merchant.simulator.url}/console${path}`)).text();

/** Checks and pays at the counter. The body is a string, so that order codes are not rounded. */
async function payAtCounter(kind: 'cash' | 'bill', members: string): Promise<string> {
  const path = `/resellers/v1/transactions/${kind}Payments`;
  await merchant.api('POST', `${path}:validate`, CUSTOMER);
  const password = merchant.simulator.resellerDesk.passwords().at(-1)?.password;
  const body = `{"phone":"2101234567","countryCode":"gr","amount":1000,"oneTimePassword":"${password}",${members}}`;
  const { status, text, json } = await merchant.api('POST', path, body);
  if (status !== 200) throw new Error(text);
  return String(json.transactionId);
}

describe('requests of a reseller', () => {
  const transactions = '/resellers/v1/transactions';
  const post = (path: string, body?: unknown) => merchant.api('POST', `${transactions}/${path}`, body);
  const query = new URLSearchParams(CUSTOMER).toString();

  it.each(['cash', 'bill'])(
    'for another password of a %s payment have the customer in the query [resellers.3]',
    async (kind) => {
      await post(`${kind}Payments:validate`, CUSTOMER);
      expect((await post(`${kind}Payments:sendotp?${query}`)).status).toBe(204);
      expect((await post(`${kind}Payments:sendotp`, CUSTOMER)).status).toBe(400);
    },
  );

  it.each(['cash', 'bill'])(
    'have a literal colon in the path, and a capital letter in %sPayments [resellers.4]',
    async (kind) => {
      expect((await post(`${kind}Payments:validate`, CUSTOMER)).status).toBe(204);
      for (const path of ['payments:validate', 'Payments%3Avalidate', 'Payments/validate'])
        expect((await post(`${kind}${path}`, CUSTOMER)).status).toBe(404);
    },
  );

  it('have a token, because the credentials of an ISV’s reseller open other paths [resellers.9]', async () => {
    const { resellerId, resellerApiKey } = merchant.simulator.credentials.isv;
    const authorization = basic(resellerId, resellerApiKey);
    const path = `${transactions}/cashPayments:validate`;
    expect((await merchant.call('api', 'POST', path, { body: CUSTOMER, authorization })).status).toBe(401);
  });
});

describe('webhooks of a payment at the counter', () => {
  it('have no card and no authorization, but the store, the bill and the tags', async () => {
    await registerWebhook(1796, 1799);
    const orderCode = await merchant.order({ tags: ['spring'] });
    const members = `"orderCode":${orderCode},"resellerSourceCode":"till-7","tags":["id"]`;
    const cash = await payAtCounter('cash', members);
    const bill = await payAtCounter('bill', '"billId":7,"merchantTrns":"bill-7"');
    const noCardMembers = {
      StatusId: 'F',
      TransactionTypeId: 16,
      Amount: 10,
      BankId: null,
      CardNumber: null,
      CardToken: null,
      CardTypeId: null,
      CardUniqueReference: null,
      CardExpirationDate: null,
      CardCountryCode: null,
      CardIssuingBank: null,
      PanEntryMode: null,
      PrimaryAccountNumberLast4Digits: null,
      AuthorizationId: null,
      RetrievalReferenceNumber: null,
      BinId: 0,
    };
    expect(await sentEvents()).toEqual(
      expect.arrayContaining([
        [
          1796,
          expect.objectContaining({
            ...noCardMembers,
            TransactionId: cash,
            ResellerSourceCode: 'till-7',
            Tags: ['spring', 'id'],
            BillId: null,
          }),
        ],
        [1796, expect.objectContaining({ ...noCardMembers, TransactionId: bill, BillId: '7', Tags: [] })],
        [1799, expect.objectContaining({ TransactionId: cash, Interchange: 0, TotalCommission: 0.1 })],
      ]),
    );
  });

  it('of a refund have the payment as parent and the type of cash refunds', async () => {
    await registerWebhook(1797);
    const code = await merchant.order();
    const cash = await payAtCounter('cash', `"orderCode":${code}`);
    await merchant.nextDay();
    await merchant.web('DELETE', `/api/transactions/${cash}?amount=400`);
    expect(await sentEvents()).toEqual([
      [
        1797,
        expect.objectContaining({ ParentId: cash, Amount: -4, TransactionTypeId: 17, CardNumber: null }),
      ],
    ]);
    const refund = String(receiver.received[0]?.envelope.EventData.TransactionId);
    const again = await merchant.web('DELETE', `/api/transactions/${refund}?amount=400`);
    expect(again.json).toMatchObject({ ErrorCode: 400, Success: false });
  });

  it('are followed by a clearing of cash in the statement', async () => {
    await payAtCounter('cash', `"orderCode":${await merchant.order()}`);
    await merchant.nextDay();
    const lines = merchant.simulator.ledger().bookings.at(-1);
    expect(lines?.entries).toEqual({ pendingCash: -990n, wallet: 990n });
    const authorization = await merchant.token(merchant.simulator.credentials.dataServices);
    const body = { DateFrom: '2026-02-03', DateTo: '2026-02-05', SubTypeIds: [81] };
    const path = '/dataservices/v2/accounttransactions/Search';
    const { status, text } = await merchant.call('api', 'POST', path, { body, authorization });
    expect([status, text]).toEqual([200, expect.stringContaining('"amount":10.00')]);
  });
});

describe('for manual tests', () => {
  it('the console and the control API show the customer’s password', async () => {
    await merchant.api('POST', '/resellers/v1/transactions/cashPayments:validate', CUSTOMER);
    const password = merchant.simulator.resellerDesk.passwords()[0]?.password ?? '';
    const sent = { ...CUSTOMER, password, payment: 'cash', redeemed: false };
    expect(await readControl('/passwords')).toMatchObject([
      { ...sent, expiresAt: '2026-02-03T10:05:00.000Z' },
    ]);
    expect(await consolePage('?view=passwords')).toContain(`<span class="code">${password}</span>`);
    await merchant.simulator.clock.advance(300_000);
    expect(await consolePage('?view=passwords')).toContain('expired');
  });

  it('the console shows the cash payment and the balance of the counter', async () => {
    const code = await merchant.order();
    const cash = await payAtCounter('cash', `"orderCode":${code}`);
    expect(await readControl('/transactions')).toMatchObject([
      { id: cash, card: null, counter: { resellerSourceCode: null, tags: [] } },
    ]);
    expect(await consolePage(`/orders/${code}`)).toContain('Cash');
    expect(await consolePage('?view=passwords')).toContain('redeemed');
    expect(await consolePage('?view=ledger')).toMatch(/Cash counter<[^]*?<td class="num">−10\.00 EUR/);
  });
});
