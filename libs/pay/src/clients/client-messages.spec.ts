import { describe, expect, it } from '@jest/globals';
import { PayISV, PayWallet } from '../client.js';
import { hideSecrets } from '../core/values/redaction.js';
import { TestingTransport } from '../core/http/transport.testing.js';
import { ID } from './clients.testing.js';

type Call = (pay: PayWallet) => Promise<{ success: boolean; message: string }>;

const CREDENTIALS = { clientId: 'c', clientSecret: 's', merchantId: 'm', apikey: 'k', dev: true };

/** What a user reads when the service answers a call so. */
async function message(call: Call, status: number, body: unknown = ''): Promise<string> {
  const transport = new TestingTransport([
    { status, body: typeof body === 'string' ? body : JSON.stringify(body) },
  ]);
  return (await call(new PayWallet({ ...CREDENTIALS, transport }))).message;
}

const read: Call = (pay) => pay.transactions.getTransactionById(ID);
const refund: Call = (pay) => pay.transactions.cancelTransaction(ID, { amount: 100 });

describe('the message of a refusal', () => {
  it('says a code that is the HTTP status once, and the full stop too', async () => {
    expect(await message(refund, 404, { ErrorCode: 404, ErrorText: 'Order not found.' })).toMatch(
      /^transactions\.cancelTransaction was refused: HTTP 404, Order not found\. [A-Z]/,
    );
  });

  it('does not speak of HTTP 200 where the envelope says no', async () => {
    const told = await message(refund, 200, { Success: false, ErrorCode: 452, ErrorText: 'Too little' });
    expect(told).toBe(
      'transactions.cancelTransaction was refused: 452 Too little. The wallet balance is too low.',
    );
    expect(await message(refund, 200, { Success: false })).toMatch(/refused: the service gave no reason\./);
  });

  it('of a refund over what is left names the call that tells how much that is', async () => {
    expect(await message(refund, 400, { Message: 'PaymentsInvalidAmountForVoid' })).toContain(
      'transactions.getRemainingAmounts',
    );
  });

  it('of an unknown id says that it may be the wrong environment', async () => {
    expect(await message(read, 404)).toBe(
      'transactions.getTransactionById was refused: HTTP 404. There is no such thing for this merchant in the demo environment: check the id and the environment.',
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
  ])('403 of %s names the credentials that it takes', async (_area, call, expected) => {
    expect(await message(call, 403)).toMatch(expected);
  });

  it('403 of an ISV’s call for a merchant tells the one merchant from all of them', async () => {
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

  it('401 keeps its words where they are logged: nothing in them looks like a secret', async () => {
    const told = await message(read, 401);
    expect(told).toContain('was not accepted');
    expect(hideSecrets(told)).toBe(told);
  });

  it('403 to the token exchange does not claim that the credentials are right', async () => {
    const transport = new TestingTransport([], { status: 403, body: 'blocked' });
    const result = await new PayWallet({ ...CREDENTIALS, transport }).payments.createOrder({ amount: 100 });
    expect(result).toMatchObject({ code: 'tokenerror', error: { outcome: 'not-sent' } });
    expect(result.message).not.toContain('are valid');
    expect(result.message).toMatch(/firewall/);
  });

  it.each([500, 200])(
    'of a call with a key, %i: it may have happened, and only the same key is safe',
    async (status) => {
      const rebate: Call = (pay) =>
        pay.transactions.rebate(ID, { amount: 100, idempotencyKey: 'k' }, { maxRetries: 0 });
      expect(await message(rebate, status, status === 200 ? '{"a"' : '')).toMatch(
        /It may have taken effect: repeat it with the same idempotencyKey, never with a new one\.$/,
      );
      const alone: Call = (pay) => pay.transactions.rebate(ID, { amount: 100 }, { maxRetries: 0 });
      expect(await message(alone, status, status === 200 ? '{"a"' : '')).toMatch(
        /ask the service before repeating it\.$/,
      );
      expect(await message((pay) => pay.payments.getOrder('1', { maxRetries: 0 }), 500)).toMatch(
        /HTTP 500\.$/,
      );
    },
  );

  it('of two calls under one name says the name that was called', async () => {
    const transport = new TestingTransport([{ status: 404 }]);
    const result = await new PayWallet({ ...CREDENTIALS, transport }).transactions.getRemainingAmounts(ID);
    expect(result.message).toMatch(/^transactions\.getRemainingAmounts was refused/);
    expect(result.meta.operation).toBe('transactions.getRemainingAmounts');
  });
});

describe('the message of a call that was not sent', () => {
  const unsent = async (options: object): Promise<string> =>
    (await new PayWallet({ ...CREDENTIALS }).payments.createOrder(options as never)).message;

  it('ends once, also after a question', async () => {
    expect(await unsent({ amount: 100, curencyCode: '826' })).toMatch(/did you mean currencyCode\?$/);
  });

  it('tells of minor units before bounds', async () => {
    expect(await unsent({ amount: 10.5 })).toMatch(/: amount must be a whole number of minor units/);
  });

  it('speaks of the token exchange, not of an operation that nobody called', async () => {
    const endpoint = 'http://127.0.0.1:9';
    const nobody = { accounts: endpoint, api: endpoint, web: endpoint };
    const pay = new PayWallet({ ...CREDENTIALS, endpoints: nobody });
    expect(await pay.payments.createOrder({ amount: 100 })).toMatchObject({
      code: 'tokenerror',
      message: expect.stringMatching(
        /^payments\.createOrder was not sent: the token exchange got no answer: the connection to 127\.0\.0\.1:9 failed \(/,
      ),
      error: { outcome: 'not-sent', retryable: true },
    });
    expect((await new PayISV({} as never).getCloudTerminalAccessToken()).message).toMatch(
      /^getCloudTerminalAccessToken was not sent/,
    );
    await pay.close();
  });
});
