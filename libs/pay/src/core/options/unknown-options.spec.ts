import { describe, expect, it } from '@jest/globals';
import { Marketplace, PayISV, unwrap } from '../../client.js';
import type { MethodReturn } from '../../client.js';
import { ENVELOPE, ID, OPTIONS, TestingTransport, wallet } from '../../client.testing.js';

const OTHER_ID = '11111111-2222-4333-8444-555555555555';
const RESELLER = { resellerId: 'reseller-1', resellerApiKey: 'reseller-secret-1' };

interface Clients {
  wallet: ReturnType<typeof wallet>;
  isv: PayISV;
  marketplace: Marketplace;
}
type Call = (clients: Clients, more: Record<string, unknown>) => Promise<MethodReturn<unknown, string>>;

function clientsOf(transport: TestingTransport): Clients {
  const { clientId = '', clientSecret = '' } = OPTIONS;
  const options = { clientId, clientSecret, dev: true, transport };
  return {
    wallet: wallet(transport),
    isv: new PayISV({ ...options, ...RESELLER }),
    marketplace: new Marketplace({ ...OPTIONS, transport }),
  };
}

const TRANSACTION_OF_MERCHANT = { transactionId: ID, targetMerchantId: ID };
const walletRefund: Call = ({ wallet: one }, more) =>
  one.transactions.cancelTransaction(ID, { amount: 100, ...more });
const isvRefund: Call = ({ isv }, more) =>
  isv.transactions.cancelTransaction({ ...TRANSACTION_OF_MERCHANT, amount: 100, ...more });
const isvRead: Call = ({ isv }, more) =>
  isv.transactions.retrieveTransactionById({ ...TRANSACTION_OF_MERCHANT, ...more });
const isvReadLegacy: Call = ({ isv }, more) =>
  isv.transactions.retrieveLegacyTransaction({ ...TRANSACTION_OF_MERCHANT, ...more });
const isvIncrease: Call = ({ isv }, more) =>
  isv.transactions.increasePreauth({ ...TRANSACTION_OF_MERCHANT, amount: 100, ...more });
const isvSearch: Call = ({ isv }, more) =>
  isv.transactions.searchTransactions({ insDateFrom: '2026-01-01', insDateTo: '2026-01-02', ...more });
const isvPayOut: Call = ({ isv }, more) =>
  isv.transactions.payOutOld({ ...TRANSACTION_OF_MERCHANT, amount: 100, ...more });
const marketRefund: Call = ({ marketplace }, more) =>
  marketplace.transactions.cancelTransaction(ID, { amount: 100, ...more });
const voidRebate: Call = ({ wallet: one }, more) =>
  one.transactions.cancelRebateOrFastRefund(ID, { amount: 100, ...more });
const voidPartial: Call = ({ wallet: one }, more) =>
  one.transactions.cancelPartialAuthorization(ID, { amount: 100, ...more });
const charge: Call = ({ wallet: one }, more) =>
  one.transactions.createTransaction({ id: ID, amount: 100, ...more });

describe('a name that would change the call', () => {
  it.each<[string, Call, string, unknown]>([
    ['a refund into a payout', walletRefund, 'serviceId', 14],
    ['a refund into an original credit, in other case', walletRefund, 'ServiceID', 6],
    ['a refund into a payout, with an underscore', walletRefund, 'service_id', '14'],
    ['a refund into a payout, with similar letters', walletRefund, 'ſerviceId', '14'],
    ['an ISV’s refund into a payout', isvRefund, 'serviceId', 14],
    ['an ISV’s refund into a payout, in lower case', isvRefund, 'serviceid', 14],
    ['an ISV’s refund into a payout, in other case', isvRefund, 'ServiceId', 14],
    ['a platform’s refund into a payout', marketRefund, 'serviceId', 14],
    ['a canceled rebate into a platform’s refund', voidRebate, 'reverseTransfers', true],
    ['a canceled rebate into a platform’s refund of the fee', voidRebate, 'RefundPlatformFee', true],
    ['a canceled rebate into a payout', voidRebate, 'serviceId', 14],
    ['a canceled hold into a platform’s refund', voidPartial, 'ReverseTransfers', true],
    ['the constant of a payout', isvPayOut, 'SERVICEID', 6],
    ['the merchant', isvRead, 'merchantId', OTHER_ID],
    ['the merchant, in other case', isvRead, 'MerchantID', OTHER_ID],
    ['the merchant of a reseller call', isvReadLegacy, 'merchantId', OTHER_ID],
    ['the merchant in a body', isvIncrease, 'merchantId', OTHER_ID],
    ['the transaction', charge, 'transactionId', OTHER_ID],
    ['the transaction, in other case', charge, 'TransactionId', OTHER_ID],
    ['a search by merchant, which the service ignores', isvSearch, 'MerchantId', OTHER_ID],
    ['a search by merchant under another name', isvSearch, 'targetMerchantId', OTHER_ID],
  ])('is rejected if it would change %s', async (_what, call, name, value) => {
    const transport = new TestingTransport([{ body: ENVELOPE }]);
    const result = await call(clientsOf(transport), { [name]: value });
    expect(result).toMatchObject({ code: 'validationerror', error: { outcome: 'not-sent' } });
    expect(result.success ? [] : result.error.fields.map(({ field }) => field)).toEqual([name]);
    expect(transport.calls).toHaveLength(0);
  });

  it('is rejected with the name of the right option', async () => {
    const result = await isvRead(clientsOf(new TestingTransport([])), { merchantId: OTHER_ID });
    expect(result.message).toContain('merchantId is not an option: use targetMerchantId');
  });
});

type NestedCall = (clients: Clients) => Promise<MethodReturn<unknown, string>>;

const BANK = { iban: 'GR1601101250000000012300695', beneficiaryName: 'Shop' };
const PAYOUTS = { interval: 1, bankAccount: BANK };
const BRANDING = { partnerName: 'Market', logoUrl: 'https://a.gr/logo.png' };
const seller = (more: object): NestedCall => {
  const options = { email: 'a@b.gr', returnUrl: 'https://a.gr', branding: BRANDING, ...more };
  return ({ marketplace }) => marketplace.sellers.createAccount(options);
};
const order = (transfer: object): NestedCall => {
  const options = { amount: 100, transfer: { connectedAccountId: ID, ...transfer } };
  return ({ marketplace }) => marketplace.payments.createOrder(options);
};
const payment = (customer: object): NestedCall => {
  return ({ marketplace }) => marketplace.payments.createOrder({ amount: 100, customer });
};
const change = (payouts: object): NestedCall => {
  return ({ marketplace }) => marketplace.sellers.updateConnectedAccount(ID, { payouts });
};
const sale = (isvDetails: object): NestedCall => {
  const options = {
    sessionId: 'session-1',
    terminalId: '16000010',
    cashRegisterId: 'x',
    merchantReference: 'x',
    amount: 100,
    currencyCode: '978',
    isvDetails: { terminalMerchantId: ID, amount: 10, ...isvDetails },
  };
  return ({ isv }) => isv.pos.transactions.initiateSaleRequest(options);
};

describe('a misspelled nested option', () => {
  it.each<[NestedCall, string, string]>([
    [order({ amout: 100 }), 'transfer.amout', 'amount'],
    [order({ Amount: 100 }), 'transfer.Amount', 'amount'],
    [order({ platform_fee: 10 }), 'transfer.platform_fee', 'platformFee'],
    [seller({ payouts: { ...PAYOUTS, disabled: true } }), 'payouts.disabled', 'disable'],
    [seller({ payouts: { ...PAYOUTS, amountTreshold: 5 } }), 'payouts.amountTreshold', 'amountThreshold'],
    [
      seller({ payouts: { ...PAYOUTS, bankAccount: { ...BANK, branchcode: '1' } } }),
      'payouts.bankAccount.branchcode',
      'branchCode',
    ],
    [seller({ branding: { ...BRANDING, partner_name: 'x' } }), 'branding.partner_name', 'partnerName'],
    [seller({ address: { countrycode: 'GR' } }), 'address.countrycode', 'countryCode'],
    [change({ isDisable: true }), 'payouts.isDisable', 'disable'],
    [change({ amountTreshold: 5 }), 'payouts.amountTreshold', 'amountThreshold'],
    [sale({ amont: 10 }), 'isvDetails.amont', 'amount'],
    [sale({ sourcecode: 'x' }), 'isvDetails.sourcecode', 'sourceCode'],
    [payment({ requestLag: 'el-GR' }), 'customer.requestLag', 'requestLang'],
  ])('is rejected with the nearest name: %#', async (call, field, name) => {
    const transport = new TestingTransport([]);
    const result = await call(clientsOf(transport));
    const fields = result.success ? [] : result.error.fields;
    expect(fields).toContainEqual({ field, problem: `is not an option: did you mean ${name}?` });
    expect(transport.calls).toHaveLength(0);
  });
});

describe('an unknown name', () => {
  it('is rejected with the nearest name: a wrong currency is never charged', async () => {
    const options = { amount: 100, currency: '826' };
    expect(await wallet(new TestingTransport([])).payments.createOrder(options)).toMatchObject({
      error: { fields: [{ field: 'currency', problem: 'is not an option: did you mean currencyCode?' }] },
    });
  });

  it.each<[string, string]>([
    ['email', 'is not an option here: did you mean customer.email?'],
    ['idempotencyKey', 'belongs in the last argument, not among the options'],
    ['timeoutMs', 'belongs in the last argument, not among the options'],
    ['signal', 'belongs in the last argument, not among the options'],
    ['maxRetries', 'belongs in the last argument, not among the options'],
    ['idempotency_key', 'is not an option: did you mean idempotencyKey, which belongs in the last argument?'],
    [
      'brandNew',
      'is not an option: leave it out, or send it with the call option extra if the service knows it',
    ],
  ])('%s is rejected with its right place, also with the value undefined', async (field, problem) => {
    for (const value of ['x', undefined]) {
      const transport = new TestingTransport([]);
      const result = await wallet(transport).payments.createOrder({ amount: 100, [field]: value });
      expect(result).toMatchObject({ code: 'validationerror', error: { outcome: 'not-sent' } });
      expect(result.success ? [] : result.error.fields).toEqual([{ field, problem }]);
      expect(transport.sent).toHaveLength(0);
    }
  });

  it('of an instance is rejected, and its methods are not', async () => {
    class Order {
      amount = 100;
      total(): number {
        return this.amount;
      }
    }
    class Named extends Order {
      shop = 'x';
    }
    const transport = new TestingTransport([{ body: '{"orderCode":1}' }]);
    const { payments } = wallet(transport);
    expect(await payments.createOrder(new Order())).toMatchObject({ success: true });
    expect(await payments.createOrder(new Named())).toMatchObject({ error: { fields: [{ field: 'shop' }] } });
  });

  it('in the second options of a search is rejected, and an option of the other argument has its place', async () => {
    const { dataServices } = wallet(new TestingTransport([]));
    expect(await dataServices.searchTransactions({}, { Pages: 1 } as never)).toMatchObject({
      error: { fields: [{ field: 'Pages', problem: expect.stringContaining('did you mean Page') }] },
    });
    expect(await dataServices.searchTransactions({ PageSize: 1 } as never)).toMatchObject({
      error: { fields: [{ field: 'PageSize', problem: 'belongs in another argument of this call' }] },
    });
  });
});

describe('the call option extra', () => {
  it('sends members in the body, also inside a nested object', async () => {
    const transport = new TestingTransport([{ body: '{"orderCode":1}' }, { body: '{"orderCode":2}' }]);
    const { payments } = wallet(transport);
    const options = { amount: 100, customer: { email: 'a@b.gr' } };
    const extra = { brandNew: [9271655739472609n], customer: { loyaltyId: 'x' } };
    unwrap(await payments.createOrder(options, { extra }));
    unwrap(await payments.createOrder({ amount: 100 }, { extra: { customer: { loyaltyId: 'x' } } }));
    expect(transport.calls.map(({ body }) => body)).toEqual([
      '{"amount":100,"customer":{"email":"a@b.gr","loyaltyId":"x"},"brandNew":[9271655739472609]}',
      '{"amount":100,"customer":{"loyaltyId":"x"}}',
    ]);
    expect(options).toEqual({ amount: 100, customer: { email: 'a@b.gr' } });
  });

  it('sends members in the query of a call without a body', async () => {
    const transport = new TestingTransport([{ body: ENVELOPE }, { body: '{}' }]);
    const { transactions } = wallet(transport);
    await transactions.cancelTransaction(ID, { amount: 100 }, { extra: { brandNew: 'x' } });
    await transactions.getTransactionById(ID, { extra: { expand: true } });
    expect(transport.calls.map(({ url }) => new URL(url).search)).toEqual([
      '?amount=100&brandNew=x',
      '?expand=true',
    ]);
  });

  it.each<[string, Call, string]>([
    ['an option', (c, extra) => c.wallet.transactions.refund(ID, { amount: 1 }, { extra }), 'Amount'],
    [
      'the choice of the call',
      (c, extra) => c.wallet.transactions.refund(ID, { amount: 1 }, { extra }),
      'ServiceId',
    ],
    [
      'the path',
      (c, extra) => c.wallet.transactions.createTransaction({ id: ID, amount: 1 }, { extra }),
      'TransactionID',
    ],
    ['the key', (c, extra) => c.wallet.transactions.rebate(ID, { amount: 1 }, { extra }), 'idempotencykey'],
    [
      'the merchant',
      (c, extra) => c.isv.transactions.increasePreauth({ ...TRANSACTION_OF_MERCHANT, amount: 1 }, { extra }),
      'merchantId',
    ],
    [
      'the second options',
      (c, extra) => c.wallet.dataServices.searchTransactions({}, {}, { extra }),
      'pagesize',
    ],
    ['a lookup', (c, extra) => c.wallet.transactions.resolveOutcome({} as never, { extra }), 'any'],
  ])('never overrides %s', async (_what, call, name) => {
    const transport = new TestingTransport([]);
    const result = await call(clientsOf(transport), { [name]: 'x' });
    expect(result).toMatchObject({ code: 'validationerror', error: { outcome: 'not-sent' } });
    expect(result.success ? [] : result.error.fields[0]?.field).toMatch(/^extra/);
    expect(transport.sent).toHaveLength(0);
  });

  it('never overrides a nested option', async () => {
    const { payments } = wallet(new TestingTransport([]));
    const customer = { Email: 'c@d.gr' };
    for (const options of [{ amount: 100, customer: { email: 'a@b.gr' } }, { amount: 100 }])
      expect(await payments.createOrder(options, { extra: { customer } })).toMatchObject({
        error: { fields: [{ field: 'extra.customer.Email' }] },
      });
  });

  it.each([
    ['text', 'x' as never],
    ['a list', [] as never],
    ['a date inside', { at: new Date() }],
    ['a function inside', { at: () => 1 }],
    ['a class of a collection', new Map() as never],
  ])('is rejected if it is no plain data: %s', async (_what, extra) => {
    const transport = new TestingTransport([]);
    const result = await wallet(transport).payments.createOrder({ amount: 100 }, { extra });
    expect(result).toMatchObject({ code: 'validationerror', error: { outcome: 'not-sent' } });
    expect(transport.sent).toHaveLength(0);
  });

  it('must be text, a number or a boolean in a query', async () => {
    const result = await wallet(new TestingTransport([])).transactions.refund(
      ID,
      { amount: 100 },
      { extra: { brandNew: {} } },
    );
    expect(result).toMatchObject({ error: { fields: [{ field: 'extra.brandNew' }] } });
  });
});
