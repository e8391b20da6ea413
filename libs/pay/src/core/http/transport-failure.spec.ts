import { describe, expect, it } from '@jest/globals';
import { PayWallet } from '../../client.js';
import type { MethodReturn } from '../../client.js';
import { ID, OPTIONS } from '../../client.testing.js';
import { TransportError } from './transport.js';

/** Adds a getter that throws. */
const withThrowing = (name: string, target: object = new Error('away')): unknown =>
  Object.defineProperty(target, name, {
    get: () => {
      throw new Error(`reading ${name} throws`);
    },
  });
const revokedProxy = (): unknown => {
  const { proxy, revoke } = Proxy.revocable(new Error('away'), {});
  revoke();
  return proxy;
};
const throwingProxy = (): unknown =>
  new Proxy(
    {},
    {
      get: () => {
        throw new Error('reading any member throws');
      },
      getPrototypeOf: () => {
        throw new Error('reading the prototype throws');
      },
    },
  );

const THROWN: [string, () => unknown][] = [
  ['an error whose name is a symbol', () => Object.assign(new Error('away'), { name: Symbol('name') })],
  ['an error whose code is a symbol', () => Object.assign(new Error('away'), { code: Symbol('code') })],
  ['a symbol', () => Symbol('away')],
  ['null', () => null],
  ['undefined', () => undefined],
  ['a bigint', () => 1n],
  ['an object without a prototype', () => Object.create(null)],
  ['a revoked proxy', revokedProxy],
  ['a proxy that throws', throwingProxy],
  ['an error whose name throws', () => withThrowing('name')],
  ['an error whose message throws', () => withThrowing('message')],
  ['an error whose code throws', () => withThrowing('code')],
  [
    'a transport error whose problem throws',
    () => withThrowing('problem', new TransportError('connection', true)),
  ],
  ['a transport error whose sent throws', () => withThrowing('sent', new TransportError('connection', true))],
  [
    'a transport error without a prototype',
    () => Object.setPrototypeOf(new TransportError('aborted', true), null),
  ],
];

/** A function of the caller that rejects with any value. */
const rejecting = (thrown: () => unknown) => async (): Promise<never> => {
  await Promise.resolve();
  throw thrown();
};

type Method = (wallet: PayWallet) => Promise<MethodReturn<unknown, string>>;
const METHODS: [string, Method, 'unknown' | 'not-sent'][] = [
  ['a read', (wallet) => wallet.payments.getOrder(1), 'unknown'],
  ['a refund', (wallet) => wallet.transactions.cancelTransaction(ID, { amount: 100 }), 'unknown'],
  // The transport rejects the token exchange of this call.
  ['a call that needs a token', (wallet) => wallet.transactions.getTransactionById(ID), 'not-sent'],
  ['a token exchange', (wallet) => wallet.getCloudTerminalAccessToken(), 'unknown'],
];

describe.each(THROWN)('a transport that rejects with %s', (_what, thrown) => {
  it.each(METHODS)('makes %s fail, and not throw', async (_method, call, outcome) => {
    const lines: string[] = [];
    const wallet = new PayWallet({
      ...OPTIONS,
      logs: true,
      logger: { error: (line) => lines.push(line) },
      transport: { send: rejecting(thrown) },
    });
    expect(await call(wallet)).toMatchObject({ success: false, data: null, error: { outcome } });
    expect(lines).not.toHaveLength(0);
  });
});

describe.each(THROWN)('a credentials function that rejects with %s', (_what, thrown) => {
  it('makes the call fail with initerror before anything is sent', async () => {
    const wallet = new PayWallet({ ...OPTIONS, credentials: rejecting(thrown) });
    expect(await wallet.transactions.cancelTransaction(ID, { amount: 100 })).toMatchObject({
      code: 'initerror',
      error: { outcome: 'not-sent' },
    });
  });
});
