import { describe, expect, it } from '@jest/globals';
import { PayISV, PayWallet } from '../client.js';
import { hideSecrets } from '../core/values/redaction.js';
import { ID, TestingTransport } from '../client.testing.js';

type Call = (pay: PayWallet) => Promise<{ success: boolean; message: string }>;

const CREDENTIALS = { clientId: 'c', clientSecret: 's', merchantId: 'm', apikey: 'k', dev: true };

/** Returns the message of a call that the service responds with this status and body. */
async function message(call: Call, status: number, body: unknown = ''): Promise<string> {
  const transport = new TestingTransport([
    { status, body: typeof body === 'string' ? body : JSON.stringify(body) },
  ]);
  return (await call(new PayWallet({ ...CREDENTIALS, transport }))).message;
}

const read: Call = (pay) => pay.transactions.getTransactionById(ID);
const refund: Call = (pay) => pay.transactions.cancelTransaction(ID, { amount: 100 });
const KEY = { idempotencyKey: 'k' };
const fastRefund: Call = (pay) =>
  pay.transactions.fastRefund(ID, { amount: 500, sourceCode: '1', merchantTrns: '' }, KEY);
const rebate: Call = (pay) => pay.transactions.rebate(ID, { amount: 500 }, KEY);
const payOut: Call = (pay) => pay.transactions.octAndPayout(ID, { amount: 500, serviceId: 6 }, KEY);
const SALE = {
  sessionId: 's',
  terminalId: '1',
  cashRegisterId: 'r',
  amount: 100,
  currencyCode: '978',
  merchantReference: '',
};

describe('the message of a rejection', () => {
  it('contains the HTTP status and the full stop once', async () => {
    expect(await message(refund, 404, { ErrorCode: 404, ErrorText: 'Order not found.' })).toMatch(
      /^transactions\.cancelTransaction was rejected: HTTP 404, Order not found\. [A-Z]/,
    );
  });

  it('omits HTTP 200 if the envelope rejects the call', async () => {
    const text = await message(refund, 200, { Success: false, ErrorCode: 452, ErrorText: 'Too little' });
    expect(text).toBe(
      'transactions.cancelTransaction was rejected: 452 Too little. The wallet balance is too low.',
    );
    expect(await message(refund, 200, { Success: false })).toMatch(/rejected: the service gave no reason\./);
  });

  it('names getRemainingAmounts if a refund exceeds what is left', async () => {
    expect(await message(refund, 400, { Message: 'PaymentsInvalidAmountForVoid' })).toContain(
      'transactions.getRemainingAmounts',
    );
  });

  it.each([
    ['The transaction 1 does not allow recurring charge', /allowRecurring: true/],
    ['Preauth has expired or already captured', /Nothing is held any more/],
    ['The specified api action is disabled for the merchant', /Settings > API Access/],
  ])('explains a 403 in an envelope by its text: %s', async (ErrorText, expected) => {
    const charge: Call = (pay) => pay.transactions.createTransaction({ id: ID, amount: 100 });
    expect(await message(charge, 200, { Success: false, ErrorCode: 403, ErrorText })).toMatch(expected);
  });

  it('names the environment for an unknown ID', async () => {
    expect(await message(read, 404)).toBe(
      'transactions.getTransactionById was rejected: HTTP 404. This merchant has no such resource in the demo environment: check the ID and the environment.',
    );
  });

  it.each<[string, Call, RegExp]>([
    ['data services', (pay) => pay.dataServices.searchTransactions({}), /the Data Services credentials/],
    [
      'bank transfers',
      (pay) => pay.bankTransfers.retrieveBankAccounts(),
      /the Account Transactions credentials/,
    ],
    ['wallets', (pay) => pay.wallets.retrieveMerchantWallets(), /the Account Transactions credentials/],
    ['subscriptions', (pay) => pay.webhooks.listSubscriptions(), /the Data Services credentials/],
    ['card terminals', (pay) => pay.pos.devices.searchDevices({}), /the POS APIs credentials/],
    ['the checkout', (pay) => pay.payments.createOrder({ amount: 100 }), /their token lacks the scope/],
    ['Basic calls', (pay) => pay.wallets.retrieveWallet(), /their account has no right to it/],
  ])('names the required credentials for a 403 of %s', async (_area, call, expected) => {
    expect(await message(call, 403)).toMatch(expected);
  });

  it('names both causes for a 403 of an ISV’s call: the merchant is not connected, or the ISV has no permission', async () => {
    const isv = (status: number) =>
      new PayISV({ ...CREDENTIALS, transport: new TestingTransport([{ status }]) });
    const results = [
      await isv(403).payments.createOrder(ID, { amount: 100 }),
      await isv(403).transactions.retrieveTransactionById({ targetMerchantId: ID, transactionId: ID }),
    ];
    for (const result of results) {
      expect(result).toMatchObject({ success: false, code: 'forbidden' });
      expect(result.message).toMatch(
        /the merchant may not be connected to this ISV.*every merchant.*doctor/i,
      );
    }
  });

  it('contains nothing for a 401 that the redaction would hide', async () => {
    const text = await message(read, 401);
    expect(text).toContain('was not accepted');
    expect(hideSecrets(text)).toBe(text);
  });

  it('names firewalls for a 403 of the token exchange, and does not claim that the credentials are valid', async () => {
    const transport = new TestingTransport([], { status: 403, body: 'blocked' });
    const result = await new PayWallet({ ...CREDENTIALS, transport }).payments.createOrder({ amount: 100 });
    expect(result).toMatchObject({ code: 'tokenerror', error: { outcome: 'not-sent' } });
    expect(result.message).not.toContain('are valid');
    expect(result.message).toMatch(/firewall/);
  });

  it.each([500, 200])(
    'recommends the same idempotency key after an unknown outcome (HTTP %i)',
    async (status) => {
      const withKey: Call = (pay) => pay.transactions.rebate(ID, { amount: 500 }, { ...KEY, maxRetries: 0 });
      expect(await message(withKey, status, status === 200 ? '{"a"' : '')).toMatch(
        /It may have taken effect: repeat it with the same idempotencyKey, never with a new one\.$/,
      );
      const withoutKey: Call = (pay) => pay.transactions.rebate(ID, { amount: 100 }, { maxRetries: 0 });
      expect(await message(withoutKey, status, status === 200 ? '{"a"' : '')).toMatch(
        /ask the service before repeating it\.$/,
      );
      expect(await message((pay) => pay.payments.getOrder('1', { maxRetries: 0 }), 500)).toMatch(
        /HTTP 500\.$/,
      );
    },
  );

  it('names the called method if it makes two requests', async () => {
    const transport = new TestingTransport([{ status: 404 }]);
    const result = await new PayWallet({ ...CREDENTIALS, transport }).transactions.getRemainingAmounts(ID);
    expect(result.message).toMatch(/^transactions\.getRemainingAmounts was rejected/);
    expect(result.meta.operation).toBe('transactions.getRemainingAmounts');
  });

  it.each([
    ['1201', /already used.*read the session/is],
    ['1202', /already used.*read the session/is],
  ])('recommends reading the session if its ID was already used (event ID %s)', async (id, message) => {
    const transport = new TestingTransport([{ status: 409, headers: { 'x-viva-eventid': id } }]);
    const result = await new PayWallet({ ...CREDENTIALS, transport }).pos.transactions.initiateSaleRequest(
      SALE,
    );
    expect(result).toMatchObject({ code: 'rejected', message: expect.stringMatching(message) });
  });

  it('explains the event ID 1100 of a rejection as a busy terminal', async () => {
    const transport = new TestingTransport([{ status: 409, body: '{"eventId":1100}' }]);
    const result = await new PayWallet({ ...CREDENTIALS, transport }).pos.transactions.initiateSaleRequest(
      SALE,
    );
    expect(result.message).toMatch(/1100: The terminal is busy/);
  });

  it.each([
    ['a fast refund', fastRefund, { status: 409 }],
    ['a rebate', rebate, { status: 409 }],
    ['a payout', payOut, { body: '{"Success":false,"ErrorCode":409}' }],
  ])('recommends a new key if the key of %s belongs to another request', async (_what, call, response) => {
    const transport = new TestingTransport([response]);
    expect(await call(new PayWallet({ ...CREDENTIALS, transport }))).toMatchObject({
      code: 'rejected',
      message: expect.stringMatching(/key was already used/),
    });
  });
});

describe('the message of a call that was not sent', () => {
  const messageOf = async (options: object): Promise<string> =>
    (await new PayWallet({ ...CREDENTIALS }).payments.createOrder(options as never)).message;

  it('has no full stop after a question mark', async () => {
    expect(await messageOf({ amount: 100, curencyCode: '826' })).toMatch(/did you mean currencyCode\?$/);
  });

  it('mentions minor units before the bounds of an amount', async () => {
    expect(await messageOf({ amount: 10.5 })).toMatch(/: amount must be a whole number of minor units/);
  });

  it('names the token exchange and not its operation', async () => {
    const endpoint = 'http://127.0.0.1:9';
    const unreachable = { accounts: endpoint, api: endpoint, web: endpoint };
    const pay = new PayWallet({ ...CREDENTIALS, endpoints: unreachable });
    expect(await pay.payments.createOrder({ amount: 100 })).toMatchObject({
      code: 'tokenerror',
      message: expect.stringMatching(
        /^payments\.createOrder was not sent: the token exchange got no response: the connection to 127\.0\.0\.1:9 failed \(/,
      ),
      error: { outcome: 'not-sent', retryable: true },
    });
    expect((await new PayISV({} as never).getCloudTerminalAccessToken()).message).toMatch(
      /^getCloudTerminalAccessToken was not sent/,
    );
    await pay.close();
  });
});
