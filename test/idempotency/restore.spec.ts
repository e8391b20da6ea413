import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import { Marketplace, PayIdempotency, PayWallet, unwrap } from 'nestjs-pay/client';
import type { MethodReturn } from 'nestjs-pay/client';
import { pgliteIdempotency } from 'nestjs-pay/pglite';
import { MemoryIdempotencyStore } from 'nestjs-pay/testing';
import { connectedSeller } from '../contract/round-trips/marketplace-transfers.js';
import { World } from '../contract/round-trips/world.js';
import { isFullSize } from '../full-size.js';
import { newPglite } from '../pglite.js';
import { withTimes } from '../times.js';

const CANCEL = 'transactions.cancelTransaction';
const LIST = 'transactions.getLegacyTransactions:list';
const DAY_MS = 24 * 3_600_000;

let world: World;
let database: PGlite;
let idempotency: PayIdempotency;
const clients: { close: () => Promise<void> }[] = [];

beforeAll(async () => {
  database = await newPglite();
});
beforeEach(async () => {
  world = await World.create('restore');
  idempotency = boot();
  await idempotency.migrate();
  await database.exec('delete from pay.idempotency_keys');
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((one) => one.close()));
  await world.close();
});
afterAll(() => database.close());

/** Starts a process on the database. */
function boot(options: object = {}): PayIdempotency {
  return pgliteIdempotency(database, withTimes({ waitMs: 0, lookupMs: 0, ...options }));
}
/** Returns the client of the process that was started last. */
function wallet(): PayWallet {
  const known = walletOf.get(idempotency);
  if (known !== undefined) return known;
  const { credentials, endpoints } = world.simulator;
  const options = { ...credentials.merchant, endpoints, dev: true, maxRetries: 0, idempotency };
  const made = new PayWallet(options);
  clients.push(made);
  walletOf.set(idempotency, made);
  return made;
}
const walletOf = new WeakMap<PayIdempotency, PayWallet>();
function platform(): Marketplace {
  const { credentials, endpoints } = world.simulator;
  const options = { ...credentials.marketplace, endpoints, dev: true, maxRetries: 0, idempotency };
  const made = new Marketplace(options);
  clients.push(made);
  return made;
}
async function dump(): Promise<void> {
  await database.exec(
    'drop table if exists backup; create table backup as select * from pay.idempotency_keys',
  );
}
/** Loads the dump, and starts the processes again. */
async function load(): Promise<void> {
  await database.exec(
    'delete from pay.idempotency_keys; insert into pay.idempotency_keys select * from backup',
  );
  idempotency = boot();
}
const sent = (operation: string): number =>
  world.simulator.requests().filter((request) => request.operation?.endsWith(operation)).length;
const childrenOf = (id: string): number =>
  world.simulator.transactions.list().filter(({ parentId }) => parentId === id).length;

type Job = (client: PayWallet) => Promise<MethodReturn<{ TransactionId: string | null }, string>>;
const refund =
  (id: string, key: string, amount = 100, merchantTrns: string | undefined = key): Job =>
  (client) =>
    client.transactions.cancelTransaction(id, { amount, merchantTrns }, { idempotencyKey: key });
const charge =
  (id: string, key: string, merchantTrns: string | undefined = key): Job =>
  (client) =>
    client.transactions.createTransaction({ id, amount: 300, merchantTrns }, { idempotencyKey: key });

const held = {
  code: 'servererror',
  message: expect.stringContaining('was not sent now: the database was restored at'),
  error: { outcome: 'unknown', retryable: true },
};

it('no call can use the key of the statement', async () => {
  const order = () =>
    wallet().payments.createOrder({ amount: 1000 }, { idempotencyKey: 'nestjs-pay:restore' });
  for (const prepare of [() => Promise.resolve(), () => idempotency.markRestored()]) {
    await prepare();
    expect(await order()).toMatchObject({
      code: 'validationerror',
      message: expect.stringContaining("must not be 'nestjs-pay:restore'"),
      error: { outcome: 'not-sent' },
    });
  }
  expect(world.simulator.orders.list()).toEqual([]);
  expect(await idempotency.resolve('nestjs-pay:restore', 'not-done')).toBe(false);
  expect(await idempotency.restore()).not.toBeNull();
});

describe('after a restore, a key without a record', () => {
  it('doubles refunds and charges without the statement, and none with it', async () => {
    const id = await world.payment({ allowRecurring: true });
    const jobs: [string, Job][] = [
      ...Array.from({ length: 19 }, (_, at): [string, Job] => [`refund-${at}`, refund(id, `refund-${at}`)]),
      ...Array.from({ length: 24 }, (_, at): [string, Job] => [`charge-${at}`, charge(id, `charge-${at}`)]),
    ];
    await dump();
    const first = new Map<string, string | null>();
    for (const [key, job] of jobs) first.set(key, unwrap(await job(wallet())).TransactionId);
    expect(childrenOf(id)).toBe(43);
    await load();
    await idempotency.markRestored();
    for (const [key, job] of jobs) {
      expect(unwrap(await job(wallet())).TransactionId).toBe(first.get(key));
      // The record is complete again.
      expect(unwrap(await job(wallet())).TransactionId).toBe(first.get(key));
    }
    expect(childrenOf(id)).toBe(43);
    expect(sent(CANCEL)).toBe(19);
    // Without the statement, each of them is sent again.
    await load();
    unwrap(await refund(id, 'refund-0')(wallet()));
    expect(childrenOf(id)).toBe(44);
  });

  it('is sent at once if the service lists the payment without the call', async () => {
    const id = await world.payment({ allowRecurring: true });
    await idempotency.markRestored();
    unwrap(await refund(id, 'refund-1')(wallet()));
    unwrap(await charge(id, 'charge-1')(wallet()));
    expect(childrenOf(id)).toBe(2);
    expect(await idempotency.heldAfterRestore()).toEqual([]);
  });

  it('is postponed while the service lists nothing, and then sent', async () => {
    const id = await world.payment();
    await idempotency.markRestored();
    const fault = { operation: LIST, kind: 'no-transactions', times: 'always' } as const;
    world.simulator.faults.add(fault);
    expect(await refund(id, 'refund-1')(wallet())).toMatchObject(held);
    expect((await idempotency.heldAfterRestore()).map(({ key }) => key)).toEqual(['refund-1']);
    expect(await refund(id, 'refund-1')(wallet())).toMatchObject(held);
    expect(sent(CANCEL)).toBe(0);
    world.simulator.faults.remove();
    unwrap(await refund(id, 'refund-1')(wallet()));
    expect(await idempotency.heldAfterRestore()).toEqual([]);
    expect(childrenOf(id)).toBe(1);
  });

  it('is found by its order or its terminal session', async () => {
    const { simulator } = world;
    const [paid, canceled] = [await world.order({ merchantTrns: 'phone-1' }), await world.order()];
    const creditcard = { number: '4147463011110133', expirationDate: '2040-08-31', cvc: '123' };
    const sale = {
      sessionId: 'sale-1',
      terminalId: '16000010',
      cashRegisterId: 'till',
      merchantReference: 'receipt-1',
      amount: 1170,
      currencyCode: '978',
    };
    const jobs = async (): Promise<unknown[]> => {
      const client = wallet();
      const { merchant, cloudTerminal } = simulator.credentials;
      const options = { ...merchant, cloudTerminal, endpoints: simulator.endpoints, dev: true, idempotency };
      const till = new PayWallet(options);
      clients.push(till);
      const moto = { moto: true as const, orderCode: paid, merchantTrns: 'phone-1', creditcard };
      return [
        unwrap(await client.transactions.makeMotoCardCharge(moto, { idempotencyKey: 'phone-1' }))
          .TransactionId,
        unwrap(await client.payments.cancelOrder(canceled, { idempotencyKey: 'cancel-1' })).OrderCodeText,
        unwrap(await till.pos.transactions.initiateSaleRequest(sale, { idempotencyKey: 'sale-1' })),
      ];
    };
    await dump();
    const first = await jobs();
    await simulator.clock.advance(10_000);
    await load();
    await idempotency.markRestored({ lostSince: new Date(Date.now() - 60_000) });
    expect(await jobs()).toEqual(first);
    const operations = ['makeMotoCardCharge', 'payments.cancelOrder', 'initiateSaleRequest'];
    expect(operations.map(sent)).toEqual([1, 1, 1]);
  });

  it('takes a transaction without a reference only if the lost time is known', async () => {
    const id = await world.payment();
    const job = refund(id, 'refund-1', 100, '');
    await dump();
    unwrap(await job(wallet()));
    await load();
    await idempotency.markRestored();
    const waiting = await job(wallet());
    expect(waiting).toMatchObject(held);
    // The transaction may be older than the lost time, so the lookup that the error names proves nothing, either.
    const lookup = await wallet().transactions.resolveOutcome(waiting, { timeoutMs: 1_000 });
    expect(unwrap(lookup).state).toBe('unknown');
    await idempotency.markRestored({ lostSince: new Date(Date.now() - 60_000) });
    unwrap(await job(wallet()));
    expect(childrenOf(id)).toBe(1);
  });

  it('is not mistaken for equal calls that were made before the lost time', async () => {
    await world.close();
    world = await World.create('restore', new Date(Date.now() - 31 * DAY_MS));
    const id = await world.payment({ allowRecurring: true });
    unwrap(await charge(id, 'january', '')(wallet()));
    await world.simulator.clock.advance(31 * DAY_MS);
    await dump();
    unwrap(await charge(id, 'february', '')(wallet()));
    await load();
    await idempotency.markRestored({ lostSince: new Date(Date.now() - 60_000) });
    unwrap(await charge(id, 'february', '')(wallet()));
    expect(childrenOf(id)).toBe(2);
    unwrap(await charge(id, 'january', '')(wallet()));
    expect(childrenOf(id)).toBe(2);
  });

  it.each(['a method', 'an option'])('looks for the lost time of two restores, stated by %s', async (by) => {
    const id = await world.payment();
    const job = refund(id, 'refund-1', 100, '');
    await dump();
    unwrap(await job(wallet()));
    await load();
    const lostSince = new Date(Date.now() - 6 * DAY_MS);
    await idempotency.markRestored({ lostSince, restoredAt: new Date(Date.now() - 5 * DAY_MS) });
    const second = { lostSince: new Date(Date.now() - 1_000), restoredAt: new Date() };
    if (by === 'a method') await idempotency.markRestored(second);
    else idempotency = boot(second);
    expect(await idempotency.restore()).toMatchObject({ ...second, lostSince });
    unwrap(await job(wallet()));
    expect(childrenOf(id)).toBe(1);
  });

  it('gives one of two equal calls without references to a person, and doubles none', async () => {
    const id = await world.payment();
    const jobs = ['refund-1', 'refund-2'].map((key) => refund(id, key, 100, ''));
    await dump();
    for (const job of jobs) unwrap(await job(wallet()));
    await load();
    await idempotency.markRestored({ lostSince: new Date(Date.now() - 60_000) });
    for (const job of [...jobs, ...jobs]) expect(await job(wallet())).toMatchObject(held);
    expect(childrenOf(id)).toBe(2);
  });

  it('stays in the list while the transaction that the service shows may belong to another key', async () => {
    const id = await world.payment();
    const plain = (key: string) =>
      wallet().transactions.cancelTransaction(id, { amount: 100 }, { idempotencyKey: key });
    await dump();
    unwrap(await plain('refund-1'));
    await load();
    await idempotency.markRestored({ lostSince: new Date(Date.now() - 60_000) });
    world.simulator.faults.add({ operation: LIST, kind: 'no-transactions', times: 'always' });
    for (const key of ['refund-1', 'refund-2']) expect(await plain(key)).toMatchObject(held);
    world.simulator.faults.remove();
    expect(await plain('refund-1')).toMatchObject(held);
    expect((await idempotency.heldAfterRestore()).map(({ key }) => key).sort()).toEqual([
      'refund-1',
      'refund-2',
    ]);
    expect(childrenOf(id)).toBe(1);
  });

  it('of a call that no read can find stays unsent in a list, until a person decides', async () => {
    const seller = connectedSeller(world);
    const paid = await world.payment();
    const send = (key: string) =>
      platform().transfers.sendFunds(
        { amount: 500, connectedAccountId: seller, transactionId: paid },
        { idempotencyKey: key },
      );
    const giveBack = (key: string) =>
      platform().transactions.cancelTransaction(paid, { amount: 100 }, { idempotencyKey: key });
    await dump();
    unwrap(await send('transfer-1'));
    await load();
    await idempotency.markRestored();
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await send('transfer-1')).toMatchObject({
        ...held,
        message: expect.stringContaining('idempotency.resolve'),
      });
      expect(await giveBack('refund-1')).toMatchObject(held);
      expect(await send('transfer-2')).toMatchObject(held);
    }
    expect(world.simulator.transfers.list()).toHaveLength(1);
    const waiting = await idempotency.heldAfterRestore();
    expect(waiting.map(({ key }) => key).sort()).toEqual(['refund-1', 'transfer-1', 'transfer-2']);
    // A person looks at the account: the first transfer was sent, the second was not.
    expect(await idempotency.resolve('transfer-1', { done: { transferId: 't-1' } })).toBe(true);
    expect(await idempotency.resolve('transfer-2', 'not-done')).toBe(true);
    expect(unwrap(await send('transfer-1'))).toEqual({ transferId: 't-1' });
    const made = unwrap(await send('transfer-2'));
    expect(unwrap(await send('transfer-2'))).toEqual(made);
    expect(world.simulator.transfers.list()).toHaveLength(2);
    // What waits still waits after the statement ended.
    await idempotency.endRestore();
    expect(await giveBack('refund-1')).toMatchObject(held);
    expect((await idempotency.heldAfterRestore()).map(({ key }) => key)).toEqual(['refund-1']);
    expect(await idempotency.resolve('refund-1', 'not-done')).toBe(true);
    unwrap(await giveBack('refund-1'));
    unwrap(await send('transfer-3'));
  });

  it('does not hold calls that are harmless or that the service itself makes once', async () => {
    const id = await world.payment();
    await idempotency.markRestored();
    const client = wallet();
    unwrap(await client.payments.createOrder({ amount: 1000 }, { idempotencyKey: 'order-1' }));
    const fast = { amount: 100, sourceCode: 'Default', merchantTrns: 'fast-1' };
    await dump();
    const first = unwrap(await client.transactions.fastRefund(id, fast, { idempotencyKey: 'fast-1' }));
    await load();
    await idempotency.markRestored();
    const again = unwrap(await wallet().transactions.fastRefund(id, fast, { idempotencyKey: 'fast-1' }));
    expect(again.transactionId).toBe(first.transactionId);
    expect(childrenOf(id)).toBe(1);
  });

  it('asks for a call that was declined before the restore, because it may have succeeded since', async () => {
    const id = await world.payment({ allowRecurring: true });
    const job: Job = (client) =>
      client.transactions.createTransaction(
        { id, amount: 9951, merchantTrns: 'charge-1' },
        { idempotencyKey: 'charge-1' },
      );
    expect(await job(wallet())).toMatchObject({ error: { outcome: 'rejected', eventId: 10051 } });
    await dump();
    const body = { Success: true, ErrorCode: 0, TransactionId: 'made-later', StatusId: 'F' };
    world.simulator.faults.add({
      operation: 'transactions.createTransaction',
      kind: 'status',
      status: 200,
      body,
    });
    expect(unwrap(await job(wallet())).TransactionId).toBe('made-later');
    await load();
    await idempotency.markRestored();
    // The service shows the declined attempt, which can still succeed for 30 minutes.
    expect(await job(wallet())).toMatchObject(held);
    await world.simulator.clock.advance(31 * 60_000);
    expect(await job(wallet())).toMatchObject({ error: { outcome: 'rejected', eventId: 10051 } });
    expect(sent('transactions.createTransaction')).toBe(3);
  });

  it('keeps what the dump has: responses, conflicts and open calls', async () => {
    const id = await world.payment();
    const done = unwrap(await refund(id, 'refund-1')(wallet()));
    world.simulator.faults.add({ operation: CANCEL, kind: 'reset-before' });
    expect(await refund(id, 'refund-2')(wallet())).toMatchObject({ error: { outcome: 'unknown' } });
    await dump();
    await load();
    await idempotency.markRestored();
    expect(unwrap(await refund(id, 'refund-1')(wallet())).TransactionId).toBe(done.TransactionId);
    expect(await refund(id, 'refund-1', 101)(wallet())).toMatchObject({ code: 'idempotencyconflict' });
    // It was sent 15 minutes ago at most, so it is not sent again yet.
    expect(await refund(id, 'refund-2')(wallet())).toMatchObject({
      message: expect.stringContaining('was sent before with this idempotencyKey'),
    });
    expect(childrenOf(id)).toBe(1);
  });

  it('has one effect for each key, whatever the service lists and whenever the restore is stated again', async () => {
    const step = fc.record({
      key: fc.integer({ min: 0, max: 4 }),
      kind: fc.constantFrom<(id: string, key: string) => Job>(refund, charge),
      then: fc.constantFrom('nothing', 'nothing', 'restore', 'restore', 'empty list', 'full list'),
      fault: fc.constantFrom(null, null, null, 'executed-but-lost' as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 16 }), async (steps) => {
        await database.exec('delete from pay.idempotency_keys');
        world.simulator.faults.remove();
        const id = await world.payment({ allowRecurring: true, amount: 90_000 });
        await dump();
        await idempotency.markRestored();
        const keyOf = (key: number, kind: unknown): string => `${id}:${kind === refund ? 'r' : 'c'}${key}`;
        for (const { key, kind, then, fault } of steps) {
          const operation = kind === refund ? CANCEL : 'transactions.createTransaction';
          if (fault !== null) world.simulator.faults.add({ operation, kind: fault });
          await kind(id, keyOf(key, kind))(wallet());
          if (then === 'empty list')
            world.simulator.faults.add({ operation: LIST, kind: 'no-transactions', times: 'always' });
          if (then === 'full list') world.simulator.faults.remove();
          if (then !== 'restore') continue;
          await load();
          await idempotency.markRestored();
        }
        world.simulator.faults.remove();
        const intents = new Set(steps.map(({ key, kind }) => keyOf(key, kind)));
        for (const { key, kind } of steps) unwrap(await kind(id, keyOf(key, kind))(wallet()));
        const made = world.simulator.transactions.list().filter(({ parentId }) => parentId === id);
        expect(made.map(({ merchantTrns }) => merchantTrns).sort()).toEqual([...intents].sort());
      }),
      { numRuns: isFullSize ? 100 : 10 },
    );
  });
});

describe('the statement', () => {
  it('is seen by all processes, and ends by itself or when it is ended', async () => {
    const other = boot();
    expect(await other.restore()).toBeNull();
    const restoredAt = new Date(Date.now() - 3_600_000);
    const lostSince = new Date(Date.now() - 7_200_000);
    const until = new Date(restoredAt.getTime() + 7 * DAY_MS);
    const stated = await idempotency.markRestored({ restoredAt, lostSince });
    expect(stated).toEqual({ restoredAt, lostSince, until });
    expect(await other.restore()).toEqual(stated);
    await other.forget(0);
    expect(await other.restore()).toEqual(stated);
    expect(await other.endRestore()).toBe(true);
    expect(await idempotency.restore()).toBeNull();
    expect(await idempotency.endRestore()).toBe(false);
    let time = Date.now();
    const memory = new PayIdempotency({ store: new MemoryIdempotencyStore({ now: () => time }) });
    await memory.markRestored();
    time += 7 * DAY_MS - 1_000;
    expect(await memory.restore()).not.toBeNull();
    time += 1_000;
    expect(await memory.restore()).toBeNull();
  });

  it('can be an option, which is stored for the other processes, and does not return after it was ended', async () => {
    const id = await world.payment();
    const restoredAt = new Date(Date.now() - 60_000);
    await dump();
    unwrap(await refund(id, 'refund-1')(wallet()));
    await load();
    idempotency = boot({ restoredAt, lostSince: new Date(restoredAt.getTime() - 60_000) });
    unwrap(await refund(id, 'refund-1')(wallet()));
    expect(childrenOf(id)).toBe(1);
    expect(await boot().restore()).toMatchObject({ restoredAt });
    await boot().endRestore();
    expect(await boot({ restoredAt }).restore()).toBeNull();
    // A later restore needs a later statement.
    expect(await boot({ restoredAt: new Date() }).restore()).not.toBeNull();
  });

  it.each([
    [{ lostSince: new Date() }, /lostSince needs idempotency\.restoredAt/],
    [{ restoredAt: '2026-11-28' }, /restoredAt must be a valid Date/],
    [{ restoredAt: new Date(Number.NaN) }, /restoredAt must be a valid Date/],
    [{ restoredAt: new Date(0), lostSince: new Date(1) }, /lostSince must be before restoredAt/],
    [{ restoredAt: new Date(Date.now() + DAY_MS) }, /restoredAt must not be in the future/],
  ])('rejects the options %j', (options, problem) => {
    const store = new MemoryIdempotencyStore();
    expect(() => new PayIdempotency({ store, ...(options as object) })).toThrow(problem);
  });

  it('rejects times that hold no longer, or in the wrong order', async () => {
    await expect(idempotency.markRestored({ restoredAt: new Date(0) })).rejects.toThrow(
      /until must be in the future/,
    );
    await expect(idempotency.markRestored({ lostSince: new Date(Date.now() + DAY_MS) })).rejects.toThrow(
      /lostSince must be before restoredAt/,
    );
    await expect(idempotency.markRestored({ until: new Date(Number.NaN) })).rejects.toThrow(
      /until must be a valid date/,
    );
  });
});
