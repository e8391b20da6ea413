import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { payAttemptChannel, PayWallet, unwrap } from 'nestjs-pay/client';
import type { MethodReturn } from 'nestjs-pay/client';
import { FaultyProxy, PHASES } from './faulty-proxy.js';
import type { Phase } from './faulty-proxy.js';
import { World } from './round-trips/world.js';

let world: World;
let proxy: FaultyProxy;
let wallet: PayWallet;
let newWallet: () => PayWallet;
/** After a failed attempt, the service is available again. */
const reopen = (): void => void proxy.open().catch(() => undefined);
beforeAll(async () => {
  payAttemptChannel.error.subscribe(reopen);
  world = await World.create('resets');
  const { endpoints, credentials } = world.simulator;
  const { port } = new URL(endpoints.api);
  proxy = new FaultyProxy(Number(port));
  await proxy.open();
  newWallet = () =>
    new PayWallet({
      ...credentials.merchant,
      dev: true,
      maxRetries: 2,
      // Token exchanges bypass the proxy, so its next exchange is the call's.
      endpoints: { accounts: endpoints.accounts, api: `${proxy.url}/api`, web: `${proxy.url}/web` },
    });
});
// A new client has no connections that were closed meanwhile.
beforeEach(() => {
  wallet = newWallet();
});
afterEach(() => wallet.close());
afterAll(async () => {
  payAttemptChannel.error.unsubscribe(reopen);
  await proxy.close();
  await world.close();
});

interface Case {
  path: RegExp;
  /** Creates the order or payment of the call, and returns the call. */
  prepare: () => Promise<() => Promise<MethodReturn<unknown, string>>>;
  /** Amount that one call takes from cardholders, in minor units. */
  takes: bigint;
  hasBody: boolean;
}

const CASES: Record<'safe' | 'idempotent' | 'caller-key' | 'unsafe' | 'unsafe without a body', Case> = {
  safe: {
    path: /^\/api\/checkout\/v2\/transactions\//,
    takes: 0n,
    hasBody: false,
    prepare: async () => {
      const id = await world.payment();
      return () => wallet.transactions.getTransactionById(id);
    },
  },
  idempotent: {
    path: /^\/web\/api\/orders\/\d+/,
    takes: 0n,
    hasBody: true,
    prepare: async () => {
      const code = await world.order();
      return () => wallet.payments.updateOrder(code, { amount: 3000 });
    },
  },
  'caller-key': {
    path: /:fastrefund/,
    takes: -450n,
    hasBody: true,
    prepare: async () => {
      const id = await world.payment();
      const refund = { amount: 450, merchantTrns: id, sourceCode: 'Default' };
      return () => wallet.transactions.fastRefund(id, refund, { idempotencyKey: id });
    },
  },
  unsafe: {
    path: /^\/web\/api\/transactions\//,
    takes: 450n,
    hasBody: true,
    prepare: async () => {
      const id = await world.payment({ allowRecurring: true });
      return () => wallet.transactions.createTransaction({ id, amount: 450, merchantTrns: `again ${id}` });
    },
  },
  'unsafe without a body': {
    path: /^\/web\/api\/transactions\//,
    takes: -450n,
    hasBody: false,
    prepare: async () => {
      const id = await world.payment();
      return () => wallet.transactions.cancelTransaction(id, { amount: 450, merchantTrns: `back ${id}` });
    },
  },
};

const taken = (): bigint => -(world.simulator.ledger().balances['978']?.['cardholders'] ?? 0n);
const rows = Object.entries(CASES).flatMap(([name, row]) =>
  PHASES.filter((phase) => row.hasBody || phase !== 'mid-body').map((phase) => ({ name, phase, ...row })),
);

describe('a connection reset', () => {
  it.each(rows)('$phase never moves money twice: $name', async ({ name, phase, path, takes, prepare }) => {
    const call = await prepare();
    const before = taken();
    await proxy.aim(phase, path);
    const result = await call();
    const moved = taken() - before;
    const isUnsafe = name.startsWith('unsafe');
    if (!isUnsafe || phase === 'before connect') {
      unwrap(result);
      expect(moved).toBe(takes);
      expect(proxy.seen).toBe(phase === 'before connect' ? 1 : 2);
      return;
    }
    expect(result).toMatchObject({ success: false, error: { outcome: 'unknown' } });
    expect(proxy.seen).toBe(1);
    expect(moved).toBe(arrives(phase) || name === 'unsafe without a body' ? takes : 0n);
    // The lookup agrees with the simulator's ledger.
    const limit = { timeoutMs: moved === 0n ? 400 : 60_000 };
    const { state } = unwrap(await wallet.transactions.resolveOutcome(result, limit));
    expect(state).toBe(moved === 0n ? 'unknown' : 'done');
    expect(taken() - before).toBe(moved);
  });
});

function arrives(phase: Phase): boolean {
  return phase === 'after the full request' || phase === 'mid-response';
}
