import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryJournalStore, PayJournal, PayWallet, unwrap } from 'nestjs-pay/client';
import type { PayJournalStore } from 'nestjs-pay/client';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';
import { until } from '../until.js';

let simulator: PaySimulator;
let wallet: PayWallet;
let store: MemoryJournalStore;
beforeEach(async () => {
  simulator = await createPaySimulator({ clock: 'manual' });
  const { credentials, endpoints } = simulator;
  wallet = new PayWallet({ ...credentials.merchant, endpoints, dev: true, maxRetries: 0 });
  store = new MemoryJournalStore();
});
afterEach(async () => {
  await wallet.close();
  await simulator.close();
});

/** A journal whose store does something else in one method. */
function journalWith(
  method: keyof PayJournalStore,
  instead: (own: () => Promise<unknown>) => unknown,
): PayJournal {
  const changed = new Proxy(store, {
    get: (target, member) => {
      const own = (Reflect.get(target, member) as (...args: unknown[]) => Promise<unknown>).bind(target);
      return member === method ? (...args: unknown[]) => instead(() => own(...args)) : own;
    },
  });
  return new PayJournal({ store: changed, storeTimeoutMs: 30 });
}
const order = (journal: PayJournal) =>
  journal.once('order-1', () => wallet.payments.createOrder({ amount: 1000 }));
const never = (): Promise<never> => new Promise(() => undefined);

describe('a journal’s store that does not answer', () => {
  it('has nothing sent, and holds no call for longer than storeTimeoutMs', async () => {
    expect(await order(journalWith('begin', never))).toMatchObject({
      code: 'journalerror',
      error: { retryable: true },
    });
    expect(simulator.orders.list()).toHaveLength(0);
    unwrap(await order(journalWith('migrate', never)));
  });

  it('does not keep back what the service answered', async () => {
    unwrap(await order(journalWith('complete', never)));
    expect(simulator.orders.list()).toHaveLength(1);
  });

  it('gives a key back that it took too late', async () => {
    let begin = (): void => undefined;
    let hasBegun = false;
    const slow = journalWith('begin', async (own) => {
      await new Promise<void>((resolve) => {
        begin = resolve;
      });
      return own().finally(() => (hasBegun = true));
    });
    expect(await order(slow)).toMatchObject({ code: 'journalerror' });
    begin();
    await until(async () => hasBegun && (await store.find('order-1')) === null);
    unwrap(await order(new PayJournal({ store, waitMs: 0 })));
    expect(simulator.orders.list()).toHaveLength(1);
  });

  it('that throws while a lease is renewed ends no process', async () => {
    let renewals = 0;
    const journal = new PayJournal({
      leaseMs: 3,
      store: new Proxy(store, {
        get: (target, member) => {
          if (member !== 'renew') return (Reflect.get(target, member) as () => unknown).bind(target);
          return () => {
            renewals++;
            throw new Error('down');
          };
        },
      }),
    });
    simulator.faults.add({ operation: 'payments.createOrder', kind: 'delay', ms: 100 });
    unwrap(await order(journal));
    expect(renewals).toBeGreaterThan(0);
  });
});
