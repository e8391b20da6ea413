import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BAD_CARD, basic, GOOD_CARD, Merchant, type Called } from '../../../testing/merchant.js';
import { Receiver } from '../../../testing/receiver.js';
import type { ConnectedMerchant } from '../../handle/handle.types.js';

let isv: Merchant;
let merchant: ConnectedMerchant;
beforeEach(async () => {
  isv = await Merchant.start({ orderCodes: 'beyond-safe' });
  merchant = isv.simulator.connectedMerchants.connect({ companyName: 'Corner Shop Ltd' });
});
afterEach(() => isv.simulator.close());

const merchantId = () => merchant.account.credentials.merchant.merchantId;

/** Sends a request with reseller authentication for the connected merchant. */
function reseller(method: string, path: string, body?: unknown): Promise<Called> {
  const { resellerId, resellerApiKey } = isv.simulator.credentials.isv;
  const authorization = basic(`${resellerId}:${merchantId()}`, resellerApiKey);
  return isv.call('web', method, path, { body, authorization });
}

async function order(fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const authorization = await isv.token(isv.simulator.credentials.isv);
  const path = `/checkout/v2/isv/orders?merchantId=${merchantId()}`;
  const { json, text, status } = await isv.call('api', 'POST', path, {
    body: { amount: 1000, isvAmount: 100, resellerSourceCode: '7951', ...fields },
    authorization,
  });
  if (status !== 200) throw new Error(`order refused: ${text}`);
  return String(json.orderCode);
}

async function paid(fields?: Readonly<Record<string, unknown>>): Promise<string> {
  const outcome = isv.simulator.checkout.pay(await order(fields), GOOD_CARD);
  if (outcome.kind !== 'approved') throw new Error(outcome.kind);
  return outcome.transaction.id;
}

const MOTO = {
  moto: true,
  creditcard: { number: GOOD_CARD.number, expirationDate: '2040-08-31', cvc: '123' },
};
const recurring = { preauth: false, allowRecurring: true };
const isvBalances = () => [
  isv.simulator.ledger().balances['978']?.['isvPending'] ?? 0n,
  isv.simulator.ledger().balances['978']?.['isvWallet'] ?? 0n,
];

describe('the ISV fee', () => {
  it('is charged at the capture, not at the pre-authorization', async () => {
    const id = await paid({ preauth: true, isvAmount: undefined });
    expect(isvBalances()).toEqual([0n, 0n]);
    const captured = await reseller('POST', `/api/transactions/${id}`, { amount: 800, isvAmount: 50 });
    expect(captured.json).toMatchObject({ StatusId: 'F', Success: true, DccAccepted: false });
    expect(isvBalances()).toEqual([50n, 0n]);
  });

  it('is set for each recurring charge separately', async () => {
    const id = await paid(recurring);
    await reseller('POST', `/api/transactions/${id}`, { amount: 500, isvAmount: 0 });
    expect(isvBalances()).toEqual([100n, 0n]);
    await reseller('POST', `/api/transactions/${id}`, { amount: 500, isvAmount: 30 });
    await isv.nextDay();
    expect(isvBalances()).toEqual([0n, 130n]);
  });

  it('of a MOTO charge is the fee of the order, unless the request has another one', async () => {
    await reseller(
      'POST',
      '/api/transactions',
      `{"orderCode":${await order()},${JSON.stringify(MOTO).slice(1)}`,
    );
    expect(isvBalances()).toEqual([100n, 0n]);
    const other = { ...MOTO, isvAmount: 7, allowsRecurring: true };
    const { json } = await reseller(
      'POST',
      '/api/transactions',
      `{"orderCode":${await order()},${JSON.stringify(other).slice(1)}`,
    );
    expect(isvBalances()).toEqual([107n, 0n]);
    expect(merchant.transactions.get(String(json.TransactionId)).recurringSupport).toBe(true);
  });

  it('is refunded in proportion, and the last refund returns the rest', async () => {
    const id = await paid({ isvAmount: 101 });
    await isv.nextDay();
    expect([merchant.wallet.balance(), ...isvBalances()]).toEqual([1000n - 10n - 101n, 0n, 101n]);
    merchant.wallet.deposit(1000);
    await reseller('DELETE', `/api/transactions/${id}?amount=333`);
    expect([merchant.wallet.balance(), ...isvBalances()]).toEqual([1889n - 300n, 0n, 68n]);
    await reseller('DELETE', `/api/transactions/${id}?amount=667`);
    expect([merchant.wallet.balance(), ...isvBalances()]).toEqual([1000n - 10n, 0n, 0n]);
  });

  it('is refunded from the pending amount on the day of the payment', async () => {
    const id = await paid();
    await reseller('DELETE', `/api/transactions/${id}?amount=500`);
    expect(isvBalances()).toEqual([50n, 0n]);
    await isv.nextDay();
    expect([merchant.wallet.balance(), ...isvBalances()]).toEqual([1000n - 500n - 10n - 50n, 0n, 50n]);
    const voided = await paid();
    await reseller('DELETE', `/api/transactions/${voided}?amount=1000`);
    expect(isvBalances()).toEqual([0n, 50n]);
  });

  it.each([
    [{ amount: 500, isvAmount: 500 }, 'isvAmount'],
    [{ amount: 500, isvAmount: -1 }, 'isvAmount'],
    [{ isvAmount: 5 }, 'amount'],
  ])('is rejected in %j', async (body, field) => {
    const { status, text } = await reseller('POST', `/api/transactions/${await paid(recurring)}`, body);
    expect([status, text]).toEqual([400, expect.stringContaining(field)]);
  });

  it('of a MOTO charge must be smaller than the order’s amount', async () => {
    const body = `{"orderCode":${await order()},${JSON.stringify({ ...MOTO, isvAmount: 1000 }).slice(1)}`;
    expect((await reseller('POST', '/api/transactions', body)).json).toMatchObject({
      ErrorCode: 400,
      StatusId: 'E',
      TransactionId: null,
    });
  });
});

describe('wrong credentials', () => {
  it('of a merchant cannot charge a fee: PaymentsRecurringIsvMissingReseller with nulls [isv.2]', async () => {
    const { transactionId } = await isv.paid({ allowRecurring: true });
    const { status, json } = await isv.web('POST', `/api/transactions/${transactionId}`, {
      amount: 500,
      isvAmount: 5,
    });
    expect(status).toBe(400);
    expect(json).toMatchObject({
      ErrorText: 'PaymentsRecurringIsvMissingReseller',
      StatusId: 'E',
      TransactionId: null,
      Success: false,
    });
  });

  it.each(['GET', 'POST', 'DELETE'])(
    'of the ISV cannot %s a connected merchant’s transaction: the action is disabled',
    async (method) => {
      const body = method === 'POST' ? { amount: 500 } : undefined;
      const query = method === 'DELETE' ? '?amount=1000' : '';
      const id = await paid(recurring);
      const { json } = await isv.web(method, `/api/transactions/${id}${query}`, body);
      expect(json).toMatchObject({ ErrorCode: 403, Success: false });
      expect(json.ErrorText).toContain('api action is disabled');
      expect(merchant.transactions.get(id)).toMatchObject({ status: 'F', refunded: 0 });
    },
  );

  it('of the reseller find no transaction of the main merchant', async () => {
    const { transactionId } = await isv.paid();
    const { json } = await reseller('DELETE', `/api/transactions/${transactionId}?amount=1000`);
    expect(json).toMatchObject({ ErrorCode: 404, Success: false });
  });
});

describe('the merchant’s webhooks', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await Receiver.start(merchant.account.webhookKey);
    await merchant.webhooks.register({ url: receiver.url, eventTypeIds: [1796, 1797, 1798, 1799] });
  });
  afterEach(() => receiver.close());

  it('contain the ISV, its source, the connected account and the fee', async () => {
    const id = await paid();
    await reseller('DELETE', `/api/transactions/${id}?amount=400`);
    isv.simulator.checkout.pay(await order(), BAD_CARD);
    await isv.simulator.deliveries.settled();
    const sent = new Map(receiver.received.map(({ envelope }) => [envelope.EventTypeId, envelope.EventData]));
    const reselling = {
      MerchantId: merchantId(),
      ResellerId: isv.simulator.credentials.isv.resellerId,
      ResellerSourceCode: '7951',
      ResellerSourceName: '7951',
    };
    const account = {
      ...reselling,
      CompanyName: 'Corner Shop Ltd',
      ResellerCompanyName: 'Example Shop Ltd',
      ConnectedAccountId: merchant.account.isv?.accountId,
    };
    expect(Object.fromEntries(sent)).toEqual({
      1796: expect.objectContaining({ ...account, TransactionId: id, Amount: 10 }),
      1797: expect.objectContaining({ ...account, ParentId: id, Amount: -4 }),
      1798: expect.objectContaining({ ...account, StatusId: 'E' }),
      1799: expect.objectContaining({ ...reselling, TransactionId: id, IsvFee: 1, TotalCommission: 0.1 }),
    });
  });

  it('are not sent for payments of another merchant', async () => {
    await isv.paid();
    merchant = isv.simulator.connectedMerchants.connect();
    await paid();
    await isv.simulator.deliveries.settled();
    expect(receiver.received).toEqual([]);
  });
});
