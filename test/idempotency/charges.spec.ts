import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PayWallet, unwrap } from 'nestjs-pay/client';
import type { MethodReturn, PayIdempotency, TransactionResponse } from 'nestjs-pay/client';
import { pgliteIdempotency } from 'nestjs-pay/pglite';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { GOOD_CARD } from '../cards.js';
import { newPglite } from '../pglite.js';
import { withTimes } from '../times.js';

/** The full run has 10,000 charges: `PAY_TEST_CHARGES=10000`. */
const CHARGES = Number(process.env['PAY_TEST_CHARGES'] ?? 200);
const CHARGES_PER_PAYMENT = 20;
const CONCURRENCY = 16;
const MAX_CALLS = 40;

let simulator: PaySimulator;
let wallet: PayWallet;
let database: PGlite;
const wallets: PayWallet[] = [];
beforeAll(async () => {
  simulator = await createPaySimulator({ clock: 'manual', seed: 'charges' });
  wallet = walletOf();
  database = await newPglite();
});
afterAll(async () => {
  await database.close();
  await Promise.all(wallets.map((one) => one.close()));
  await simulator.close();
});

function walletOf(idempotency?: PayIdempotency): PayWallet {
  const { credentials, endpoints } = simulator;
  const made = new PayWallet({
    ...credentials.merchant,
    endpoints,
    dev: true,
    tokens: 'shared',
    ...(idempotency && { idempotency }),
  });
  wallets.push(made);
  return made;
}

async function payments(count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const order = unwrap(await wallet.payments.createOrder({ amount: 1000, allowRecurring: true }));
    const outcome = simulator.checkout.pay(order.orderCodeText, GOOD_CARD);
    if (outcome.kind === 'approved') ids.push(outcome.transaction.id);
  }
  return ids;
}

/** The store's clock runs so fast that `resendAfterMs` passes within a millisecond. */
const SPEED = 100_000;
const startedAt = Date.now();
const now = (): Date => new Date(startedAt + (Date.now() - startedAt) * SPEED);

/** Adds faults of each kind to half of all charges, and to some reads. */
function addFaults(): void {
  const operation = 'transactions.createTransaction';
  const always = { operation, times: 'always' } as const;
  simulator.faults.add({ ...always, kind: 'executed-but-lost', probability: 0.2 });
  simulator.faults.add({ ...always, kind: 'reset-before', probability: 0.1 });
  simulator.faults.add({ ...always, kind: 'truncate', probability: 0.1 });
  simulator.faults.add({ ...always, kind: 'empty', probability: 0.1 });
  simulator.faults.add({ ...always, kind: 'status', status: 503, probability: 0.1 });
  for (const read of ['transactions.getTransactionById', 'transactions.getLegacyTransactions:list'])
    simulator.faults.add({ operation: read, times: 'always', kind: 'reset-before', probability: 0.05 });
}

it(
  `makes exactly ${CHARGES} charges for ${CHARGES} keys, although half of the requests fail`,
  async () => {
    const paid = await payments(Math.ceil(CHARGES / CHARGES_PER_PAYMENT));
    const charged = (): bigint => -(simulator.ledger().balances['978']?.['cardholders'] ?? 0n);
    const before = charged();
    addFaults();
    // Two processes that share only the database.
    const pods = [0, 1].map(() =>
      walletOf(
        pgliteIdempotency(
          database,
          withTimes({ lookupMs: 0, resendAfterMs: 30_000, leaseMs: 10_000 * SPEED, now }),
        ),
      ),
    );
    const charge = (key: string, id: string, pod: number): Promise<MethodReturn<TransactionResponse>> =>
      (pods[pod] as PayWallet).transactions.createTransaction(
        { id, amount: 100, merchantTrns: key },
        { idempotencyKey: key },
      );
    /** Repeats a charge with its key until the outcome is known, as a shop does. Every third charge is sent twice at a time. */
    const chargeUntilKnown = async (index: number): Promise<string> => {
      const key = `charge-${index}`;
      const id = paid[index % paid.length] as string;
      for (let calls = 0; calls < MAX_CALLS; calls++) {
        const senders = index % 3 === 0 ? [0, 1] : [calls % 2];
        const results = await Promise.all(senders.map((pod) => charge(key, id, pod)));
        const done = results.filter((result) => result.success).map(({ data }) => data.TransactionId);
        if (done.length > 0) {
          expect(new Set(done).size).toBe(1);
          return done[0] as string;
        }
      }
      throw new Error(`${key} is still unknown after ${MAX_CALLS} calls`);
    };
    const responded: string[] = [];
    let next = 0;
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        while (next < CHARGES) responded.push(await chargeUntilKnown(next++));
      }),
    );
    const made = simulator.transactions.list().filter(({ parentId }) => parentId !== null);
    expect(made).toHaveLength(CHARGES);
    expect(new Set(made.map(({ merchantTrns }) => merchantTrns)).size).toBe(CHARGES);
    expect(responded.sort()).toEqual(made.map(({ id }) => id).sort());
    expect(charged() - before).toBe(BigInt(CHARGES) * 100n);
  },
  CHARGES * 200 + 60_000,
);
