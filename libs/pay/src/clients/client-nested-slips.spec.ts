import { describe, expect, it } from '@jest/globals';
import { Marketplace, PayISV } from '../client.js';
import type { MethodReturn } from '../client.js';
import { TestingTransport } from '../core/http/transport.testing.js';
import { ID, OPTIONS } from './clients.testing.js';

type Call = (clients: { market: Marketplace; isv: PayISV }) => Promise<MethodReturn<unknown, string>>;

const BANK = { iban: 'GR1601101250000000012300695', beneficiaryName: 'Shop' };
const PAYOUTS = { interval: 1, bankAccount: BANK };
const BRANDING = { partnerName: 'Market', logoUrl: 'https://a.gr/logo.png' };
const seller = (more: object): Call => {
  const options = { email: 'a@b.gr', returnUrl: 'https://a.gr', branding: BRANDING, ...more };
  return ({ market }) => market.sellers.createAccount(options);
};
const order = (transfer: object): Call => {
  const options = { amount: 100, transfer: { connectedAccountId: ID, ...transfer } };
  return ({ market }) => market.payments.createOrder(options);
};
const change = (payouts: object): Call => {
  return ({ market }) => market.sellers.updateConnectedAccount(ID, { payouts });
};
const sale = (isvDetails: object): Call => {
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

describe('slips inside of an option', () => {
  it.each<[Call, string, string]>([
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
  ])('are refused %#', async (call, field, meant) => {
    const transport = new TestingTransport([]);
    const { clientId = '', clientSecret = '' } = OPTIONS;
    const result = await call({
      market: new Marketplace({ ...OPTIONS, transport }),
      isv: new PayISV({ clientId, clientSecret, dev: true, transport }),
    });
    const fields = result.success ? [] : result.error.fields;
    expect(fields).toContainEqual({ field, problem: `is not an option: did you mean ${meant}?` });
    expect(transport.calls).toHaveLength(0);
  });
});
