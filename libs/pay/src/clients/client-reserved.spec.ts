import { describe, expect, it } from '@jest/globals';
import { Marketplace, PayISV } from '../client.js';
import type { MethodReturn } from '../client.js';
import { TestingTransport } from '../core/http/transport.testing.js';
import { ENVELOPE, ID, OPTIONS, wallet } from './clients.testing.js';

const OTHER = '11111111-2222-4333-8444-555555555555';
const RESELLER = { resellerId: 'reseller-1', resellerApiKey: 'reseller-secret-1' };

interface Clients {
  wallet: ReturnType<typeof wallet>;
  isv: PayISV;
  marketplace: Marketplace;
}
type Call = (clients: Clients, more: object) => Promise<MethodReturn<unknown, string>>;

function clientsOf(transport: TestingTransport): Clients {
  const { clientId = '', clientSecret = '' } = OPTIONS;
  const options = { clientId, clientSecret, dev: true, transport };
  return {
    wallet: wallet(transport),
    isv: new PayISV({ ...options, ...RESELLER }),
    marketplace: new Marketplace({ ...OPTIONS, transport }),
  };
}

const OF_MERCHANT = { transactionId: ID, targetMerchantId: ID };
const walletRefund: Call = ({ wallet: one }, more) =>
  one.transactions.cancelTransaction(ID, { amount: 100, ...more });
const isvRefund: Call = ({ isv }, more) =>
  isv.transactions.cancelTransaction({ ...OF_MERCHANT, amount: 100, ...more });
const isvRead: Call = ({ isv }, more) =>
  isv.transactions.retrieveTransactionById({ ...OF_MERCHANT, ...more });
const isvReadOld: Call = ({ isv }, more) =>
  isv.transactions.retrieveLegacyTransaction({ ...OF_MERCHANT, ...more });
const isvIncrease: Call = ({ isv }, more) =>
  isv.transactions.increasePreauth({ ...OF_MERCHANT, amount: 100, ...more });
const isvSearch: Call = ({ isv }, more) =>
  isv.transactions.searchTransactions({ insDateFrom: '2026-01-01', insDateTo: '2026-01-02', ...more });
const isvPayOut: Call = ({ isv }, more) =>
  isv.transactions.payOutOld({ ...OF_MERCHANT, amount: 100, ...more });
const marketRefund: Call = ({ marketplace }, more) =>
  marketplace.transactions.cancelTransaction(ID, { amount: 100, ...more });
const voidRebate: Call = ({ wallet: one }, more) =>
  one.transactions.cancelRebateOrFastRefund(ID, { amount: 100, ...more });
const voidPart: Call = ({ wallet: one }, more) =>
  one.transactions.cancelPartialAuthorization(ID, { amount: 100, ...more });
const charge: Call = ({ wallet: one }, more) =>
  one.transactions.createTransaction({ id: ID, amount: 100, ...more });

describe('options that would make a call another one', () => {
  it.each<[string, Call, string, unknown]>([
    ['refund → pay-out', walletRefund, 'serviceId', 14],
    ['refund → OCT, other capitals', walletRefund, 'ServiceID', 6],
    ['refund → pay-out, underscore', walletRefund, 'service_id', '14'],
    ['refund → pay-out, letters that only look alike', walletRefund, 'ſerviceId', '14'],
    ['refund → pay-out by an ISV', isvRefund, 'serviceId', 14],
    ['refund → pay-out by an ISV, small letters', isvRefund, 'serviceid', 14],
    ['refund → pay-out by an ISV, other capitals', isvRefund, 'ServiceId', 14],
    ['a platform’s refund → pay-out', marketRefund, 'serviceId', 14],
    ['cancelled rebate → a platform’s refund', voidRebate, 'reverseTransfers', true],
    ['cancelled rebate → a platform’s refund, fee', voidRebate, 'RefundPlatformFee', true],
    ['cancelled rebate → pay-out', voidRebate, 'serviceId', 14],
    ['cancelled hold → a platform’s refund', voidPart, 'ReverseTransfers', true],
    ['another constant', isvPayOut, 'SERVICEID', 6],
    ['another merchant', isvRead, 'merchantId', OTHER],
    ['another merchant, other capitals', isvRead, 'MerchantID', OTHER],
    ['another merchant of a reseller call', isvReadOld, 'merchantId', OTHER],
    ['another merchant in a body', isvIncrease, 'merchantId', OTHER],
    ['another transaction', charge, 'transactionId', OTHER],
    ['another transaction, other capitals', charge, 'TransactionId', OTHER],
    ['a search that no merchant narrows', isvSearch, 'MerchantId', OTHER],
    ['a search that no merchant narrows, other name', isvSearch, 'targetMerchantId', OTHER],
    ['no key', isvIncrease, 'idempotencyKey', null],
    ['a blank key', isvIncrease, 'idempotencyKey', ' '],
    ['no key of a merchant’s call', voidRebate, 'idempotencyKey', null],
    ['no key of a platform’s refund', marketRefund, 'idempotencyKey', null],
    ['a blank key of a platform’s refund', marketRefund, 'idempotencyKey', ' '],
  ])('are refused: %s', async (_what, call, name, value) => {
    const transport = new TestingTransport([{ body: ENVELOPE }]);
    const result = await call(clientsOf(transport), { [name]: value });
    expect(result).toMatchObject({ code: 'validationerror', error: { outcome: 'not-sent' } });
    expect(result.success ? [] : result.error.fields.map(({ field }) => field)).toEqual([name]);
    expect(transport.calls).toHaveLength(0);
  });

  it('say by what option it is said', async () => {
    const result = await isvRead(clientsOf(new TestingTransport([])), { merchantId: OTHER });
    expect(result.message).toContain('merchantId is not an option: use targetMerchantId');
  });

  it('leave others that the service may know', async () => {
    const transport = new TestingTransport([{ body: ENVELOPE }]);
    await walletRefund(clientsOf(transport), { brandNew: 'x', serviceId: undefined });
    expect(transport.calls[0]?.url).toContain(`${ID}?amount=100&brandNew=x`);
  });
});

describe('what a call signs in with', () => {
  const basic = Buffer.from(`reseller-1:${ID}:reseller-secret-1`).toString('base64');
  it.each<[string, Call, string]>([
    ['a reseller’s Basic value', isvReadOld, basic],
    ['a reseller’s Basic value without its padding', isvReadOld, basic.replace(/=+$/, '')],
    ['a reseller’s Basic value in an address', isvReadOld, encodeURIComponent(basic)],
    ['a Bearer token', isvRead, 'tok-1'],
  ])('is in no error: %s', async (_what, call, secret) => {
    const text = `upstream said no to header [${secret}]`;
    const answers = [{ status: 400, body: JSON.stringify({ message: text, status: 400 }) }];
    const result = await call(clientsOf(new TestingTransport(answers)), {});
    expect(JSON.stringify(result)).toContain('[hidden]');
    expect(JSON.stringify(result)).not.toContain(secret);
  });
});
