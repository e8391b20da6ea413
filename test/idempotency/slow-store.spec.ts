import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PayIdempotency, PayWallet, unwrap } from 'nestjs-pay/client';
import type { PayIdempotencyStore } from 'nestjs-pay/client';
import { MemoryIdempotencyStore } from 'nestjs-pay/testing';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { until } from '../until.js';
import { withTimes } from '../times.js';

let simulator: PaySimulator;
let store: MemoryIdempotencyStore;
beforeEach(async () => {
  simulator = await createPaySimulator({ clock: 'manual' });
  store = new MemoryIdempotencyStore();
});
afterEach(() => simulator.close());

/** Creates idempotency with a store whose method is replaced. */
function idempotencyWith(
  method: keyof PayIdempotencyStore,
  instead: (own: () => Promise<unknown>) => unknown,
): PayIdempotency {
  const changed = new Proxy(store, {
    get: (target, member) => {
      const own = (Reflect.get(target, member) as (...args: unknown[]) => Promise<unknown>).bind(target);
      return member === method ? (...args: unknown[]) => instead(() => own(...args)) : own;
    },
  });
  return new PayIdempotency(withTimes({ store: changed, storeTimeoutMs: 30 }));
}
async function order(idempotency: PayIdempotency) {
  const { credentials, endpoints } = simulator;
  const wallet = new PayWallet({ ...credentials.merchant, endpoints, dev: true, maxRetries: 0, idempotency });
  try {
    return await wallet.payments.createOrder({ amount: 1000 }, { idempotencyKey: 'order-1' });
  } finally {
    await wallet.close();
  }
}
const never = (): Promise<never> => new Promise(() => undefined);

describe('a call while the idempotency store does not respond', () => {
  it('is not sent if the record cannot be read, and takes no longer than the limit', async () => {
    expect(await order(idempotencyWith('get', never))).toMatchObject({
      code: 'idempotencyerror',
      error: { retryable: true },
    });
    expect(simulator.orders.list()).toHaveLength(0);
    unwrap(await order(idempotencyWith('migrate', never)));
  });

  it('returns the response of the service if the record cannot be updated', async () => {
    unwrap(await order(idempotencyWith('update', never)));
    expect(simulator.orders.list()).toHaveLength(1);
  });

  it('leaves the key free if its record is stored too late', async () => {
    let insert = (): void => undefined;
    let isInserted = false;
    const slow = idempotencyWith('insert', async (own) => {
      await new Promise<void>((resolve) => {
        insert = resolve;
      });
      return own().finally(() => (isInserted = true));
    });
    expect(await order(slow)).toMatchObject({ code: 'idempotencyerror' });
    insert();
    await until(async () => isInserted && (await store.get('order-1')).record === null);
    unwrap(await order(new PayIdempotency(withTimes({ store, waitMs: 0 }))));
    expect(simulator.orders.list()).toHaveLength(1);
  });

  // Otherwise a call that no read can look up, such as a transfer, would wait for a person.
  it('leaves the key free if the record is stored, and the connection is lost before the store says so', async () => {
    const lost = idempotencyWith('insert', async (own) => {
      await own();
      throw new Error('Connection terminated unexpectedly');
    });
    expect(await order(lost)).toMatchObject({ code: 'idempotencyerror' });
    expect((await store.get('order-1')).record).toBeNull();
  });

  it('does not end the process if the store throws while a lease is renewed', async () => {
    let renewals = 0;
    const idempotency = new PayIdempotency(
      withTimes({
        leaseMs: 3,
        store: new Proxy(store, {
          get: (target, member) => {
            if (member !== 'update') return (Reflect.get(target, member) as () => unknown).bind(target);
            return () => {
              renewals++;
              throw new Error('down');
            };
          },
        }),
      }),
    );
    simulator.faults.add({ operation: 'payments.createOrder', kind: 'delay', ms: 100 });
    unwrap(await order(idempotency));
    expect(renewals).toBeGreaterThan(0);
  });
});
