import { describe, expect, it } from '@jest/globals';
import { Marketplace, PayISV } from '../../client.js';
import type { MethodReturn } from '../../client.js';
import { ENVELOPE, ID, OPTIONS, TestingTransport, wallet } from '../../client.testing.js';

const OTHER_ID = '11111111-2222-4333-8444-555555555555';
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

describe('a reserved option', () => {
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
    ['the key to null in an ISV’s call', isvIncrease, 'idempotencyKey', null],
    ['the key to a blank string in an ISV’s call', isvIncrease, 'idempotencyKey', ' '],
    ['the key to null in a merchant’s call', voidRebate, 'idempotencyKey', null],
    ['the key to null in a platform’s refund', marketRefund, 'idempotencyKey', null],
    ['the key to a blank string in a platform’s refund', marketRefund, 'idempotencyKey', ' '],
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

  it('does not prevent unknown options, which the service may know', async () => {
    const transport = new TestingTransport([{ body: ENVELOPE }]);
    await walletRefund(clientsOf(transport), { brandNew: 'x', serviceId: undefined });
    expect(transport.calls[0]?.url).toContain(`${ID}?amount=100&brandNew=x`);
  });
});
