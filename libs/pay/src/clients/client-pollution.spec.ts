import { describe, expect, it } from '@jest/globals';
import { getSmartCheckout, PayWallet } from '../client.js';
import { TestingTransport } from '../core/transport.testing.js';
import { ENVELOPE, ID, OPTIONS, TRANSACTION, wallet, WEB } from './clients.testing.js';

/** Runs `work` while every object inherits a member. */
async function polluted<Result>(
  name: string,
  value: unknown,
  work: () => Result | Promise<Result>,
  enumerable = true,
): Promise<Result> {
  Object.defineProperty(Object.prototype, name, { value, enumerable, configurable: true, writable: true });
  try {
    return await work();
  } finally {
    Reflect.deleteProperty(Object.prototype, name);
  }
}

const EVIL = 'https://evil.example';
const REFUND = { body: ENVELOPE };
const refund = (transport: TestingTransport) =>
  wallet(transport).transactions.cancelTransaction(ID, { amount: 500 });

describe('options that every object inherits', () => {
  it.each<[string, unknown]>([
    ['endpoints', { accounts: EVIL, api: EVIL, web: EVIL }],
    ['web', EVIL],
    ['accounts', EVIL],
    ['cloudTerminal', { clientId: 'evil', clientSecret: 'evil' }],
    ['credentials', () => ({ merchantId: 'evil', apikey: 'evil' })],
    ['tokens', 'none'],
    ['resellerId', 'evil'],
    ['logs', 'yes'],
    ['connectTimeoutMs', -1],
    ['timeoutMs', -1],
    ['attemptTimeoutMs', -1],
    ['signal', AbortSignal.abort()],
  ])('are not the client’s or the call’s: %s', async (name, value) => {
    const transport = new TestingTransport([REFUND]);
    const result = await polluted(name, value, () => refund(transport));
    expect(result).toMatchObject({ success: true });
    expect(transport.sent.map(({ url }) => new URL(url).origin)).toEqual([WEB]);
    expect(JSON.stringify(transport.sent)).not.toContain('evil');
  });

  it('do not choose the environment', async () => {
    const transport = new TestingTransport([REFUND]);
    const { clientId, clientSecret, merchantId, apikey } = OPTIONS;
    const live = { clientId, clientSecret, merchantId, apikey, transport };
    const client = await polluted('dev', true, () => new PayWallet(live));
    await client.transactions.cancelTransaction(ID, { amount: 500 });
    expect(transport.sent[0]?.url).toMatch(/^https:\/\/www\./);
  });

  it.each<[string, unknown]>([
    ['timeoutMs', -1],
    ['maxRetries', 'many'],
    ['signal', 'none'],
  ])('are not a call’s, even beside its own: %s', async (name, value) => {
    const transport = new TestingTransport([{ body: TRANSACTION }]);
    const result = await polluted(name, value, () =>
      wallet(transport).transactions.getTransactionById(ID, { attemptTimeoutMs: 1_000 }),
    );
    expect(result).toMatchObject({ success: true });
  });

  it.each([true, false])('are not an operation’s (enumerable: %p)', async (enumerable) => {
    for (const [name, value] of [
      ['sourceCode', 'evil'],
      ['idempotencyKey', 'evil'],
      ['amount', 1],
    ] as const) {
      const transport = new TestingTransport([REFUND]);
      const call = () =>
        wallet(transport, { sourceCode: null }).transactions.cancelTransaction(
          ID,
          name === 'amount' ? ({} as never) : { amount: 500 },
        );
      const result = await polluted(name, value, call, enumerable);
      // The call is refused: without the option it could refund everything, with it somebody else's amount.
      expect(JSON.stringify(transport.sent)).not.toMatch(/evil|amount=1\b/);
      if (name === 'amount') expect(result).toMatchObject({ code: 'validationerror' });
    }
  });

  it('do not redirect the checkout page', async () => {
    const address = await polluted('endpoints', { web: EVIL }, () => getSmartCheckout({ orderCode: '1' }));
    expect(address).not.toContain('evil');
    const other = await polluted('web', EVIL, () => getSmartCheckout({ orderCode: '1' }));
    expect(other).not.toContain('evil');
  });
});

describe('members that every object inherits', () => {
  it('are not those of an answer', async () => {
    const transport = new TestingTransport([{ body: '{}' }]);
    const result = await polluted('orderCode', 1272214778972604, () =>
      wallet(transport).payments.createOrder({ amount: 1000 }),
    );
    expect(result).toMatchObject({ success: false, error: { outcome: 'unknown' } });
  });

  it('are not those of an item of a list', async () => {
    const transport = new TestingTransport([{ body: '[{"iban":"x"}]' }]);
    const result = await polluted('bankAccountId', ID, () =>
      wallet(transport).bankTransfers.retrieveBankAccounts(),
    );
    expect(result).toMatchObject({ success: false });
  });

  it.each<[string, unknown]>([
    ['Success', false],
    ['ErrorCode', 500],
  ])('do not refuse a call that was answered: %s', async (name, value) => {
    const transport = new TestingTransport([{ body: TRANSACTION }]);
    const result = await polluted(name, value, () => wallet(transport).transactions.getTransactionById(ID));
    expect(result).toMatchObject({ success: true });
  });

  it.each<[string, string]>([
    ['message', 'serviceText'],
    ['error', 'serviceCode'],
    ['eventId', 'eventId'],
  ])('are not those of a refusal: %s', async (name, member) => {
    const transport = new TestingTransport([{ status: 400, body: '{}' }]);
    const result = await polluted(name, '7', () => wallet(transport).transactions.getTransactionById(ID));
    expect(result).toMatchObject({ success: false, error: { [member]: null } });
  });
});
