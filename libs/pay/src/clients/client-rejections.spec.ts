import { describe, expect, it } from '@jest/globals';
import { PayWallet } from '../client.js';
import type { MethodReturn } from '../client.js';
import { ID, OPTIONS } from './clients.testing.js';
import { TransportError } from '../core/http/transport.js';

const trap = (name: string, target: object = new Error('away')): unknown =>
  Object.defineProperty(target, name, {
    get: () => {
      throw new Error(`the ${name} is a trap`);
    },
  });
const revoked = (): unknown => {
  const { proxy, revoke } = Proxy.revocable(new Error('away'), {});
  revoke();
  return proxy;
};
const allTraps = (): unknown =>
  new Proxy(
    {},
    {
      get: () => {
        throw new Error('every member is a trap');
      },
      getPrototypeOf: () => {
        throw new Error('so is the prototype');
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
  ['a revoked proxy', revoked],
  ['a proxy of traps', allTraps],
  ['an error whose name is a trap', () => trap('name')],
  [
    'a transport error whose problem is a trap',
    () => trap('problem', new TransportError('connection', true)),
  ],
  ['a transport error whose sent is a trap', () => trap('sent', new TransportError('connection', true))],
  [
    'a transport error without a prototype',
    () => Object.setPrototypeOf(new TransportError('aborted', true), null),
  ],
];

type Method = (wallet: PayWallet) => Promise<MethodReturn<unknown, string>>;
const METHODS: [string, Method, 'unknown' | 'not-sent'][] = [
  ['a read', (wallet) => wallet.payments.getOrder(1), 'unknown'],
  ['a charge', (wallet) => wallet.transactions.cancelTransaction(ID, { amount: 100 }), 'unknown'],
  // Its token exchange is what the transport rejects.
  ['a call that needs a token', (wallet) => wallet.transactions.getTransactionById(ID), 'not-sent'],
  ['the token itself', (wallet) => wallet.getCloudTerminalAccessToken(), 'unknown'],
];

describe.each(THROWN)('a transport that rejects with %s', (_what, thrown) => {
  it.each(METHODS)('does not make %s throw', async (_method, call, outcome) => {
    const lines: string[] = [];
    const wallet = new PayWallet({
      ...OPTIONS,
      logs: true,
      logger: { error: (line) => lines.push(line) },
      transport: {
        send: async () => {
          await Promise.resolve();
          throw thrown();
        },
      },
    });
    expect(await call(wallet)).toMatchObject({ success: false, data: null, error: { outcome } });
    expect(lines).not.toHaveLength(0);
  });
});
