import { describe, expect, it } from '@jest/globals';
import { PayWallet } from '../client.js';
import { ID } from './clients.testing.js';

const KEYS = { clientId: 'client-1', clientSecret: 'secret', merchantId: 'm', apikey: 'apikey', dev: true };

const trap = (property: string): Error =>
  Object.defineProperty(new Error('away'), property, {
    get: () => {
      throw new Error(`the ${property} is a trap`);
    },
  });

const HOSTILE: [string, () => unknown][] = [
  ['an error whose name throws', () => trap('name')],
  ['an error whose message throws', () => trap('message')],
  ['an error whose code throws', () => trap('code')],
  ['an object without a prototype', () => Object.create(null)],
  [
    'a revoked proxy',
    () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return proxy;
    },
  ],
];

/** A function of the caller that rejects with any value. */
const rejecting = (thrown: () => unknown) => async (): Promise<never> => {
  await Promise.resolve();
  throw thrown();
};

describe.each(HOSTILE)('%s', (_, thrown) => {
  const charge = (options: object) =>
    new PayWallet({ ...KEYS, ...options }).transactions.cancelTransaction(ID, {
      amount: 100,
    });

  it('from a transport is a failure with an unknown outcome', async () => {
    const result = await charge({ transport: { send: rejecting(thrown) } });
    expect(result).toMatchObject({ code: 'internalerror', error: { outcome: 'unknown' } });
  });

  it('from a credentials function is a failure that sent nothing', async () => {
    const result = await charge({ credentials: rejecting(thrown) });
    expect(result).toMatchObject({ code: 'initerror', error: { outcome: 'not-sent' } });
  });
});
