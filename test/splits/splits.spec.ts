import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import type { HttpException, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import fc from 'fast-check';
import { PayModule, toMajorUnits } from 'nestjs-pay';
import type { PayEventType, PayIdempotency, ReceivedPayEvent } from 'nestjs-pay';
import { pgliteStore } from 'nestjs-pay/pglite';
import { PaySplits, PaySplitsModule } from 'nestjs-pay/splits';
import type { PaySplit } from 'nestjs-pay/splits';
import { sqlIdempotency, sqlStore } from 'nestjs-pay/postgres';
import type { SqlDatabase, SqlSession } from 'nestjs-pay/postgres';
import { DAY_MS } from '../contract/round-trips/data-services.js';
import { connectedSeller } from '../contract/round-trips/marketplace-transfers.js';
import { World } from '../contract/round-trips/world.js';
import { isFullSize } from '../full-size.js';
import { newPglite } from '../pglite.js';
import { withTimes } from '../times.js';

let world: World;
let pglite: PGlite;
let splits: PaySplits;
let idempotency: PayIdempotency;
const apps: INestApplicationContext[] = [];

/** The store's own view of the database, which a test can interrupt. */
const databaseOf = (database: PGlite): SqlDatabase<unknown> =>
  (pgliteStore(database) as unknown as { sql: { database: SqlDatabase<unknown> } }).sql.database;

/** Starts a process on the database. */
async function boot(
  database: SqlDatabase<unknown> = databaseOf(pglite),
  leaseMs = 10_000,
): Promise<PaySplits> {
  const { credentials, endpoints } = world.simulator;
  const marketplace = { ...credentials.marketplace, dev: true, endpoints, maxRetries: 0 };
  idempotency = sqlIdempotency(database, withTimes({ leaseMs: 100, waitMs: 1_000 }));
  const module = {
    module: class AppModule {},
    imports: [
      PayModule.forRoot({ marketplace, idempotency }),
      PaySplitsModule.forRoot(withTimes({ store: sqlStore(database), leaseMs })),
    ],
  };
  const app = await NestFactory.createApplicationContext(module, { logger: false });
  apps.push(app);
  return app.get(PaySplits);
}

beforeAll(async () => {
  world = await World.create('splits');
  pglite = await newPglite();
});
/** Removes everything. The simulator's IDs start again, so the keys must go, too. */
async function clear(): Promise<void> {
  world.simulator.reset();
  await pglite.exec(
    'delete from pay.split_entries; delete from pay.splits; delete from pay.idempotency_keys',
  );
}
beforeEach(async () => {
  splits = await boot();
  await idempotency.migrate();
  await clear();
});
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));
afterAll(() => Promise.all([world.close(), pglite.close()]));

/** A payment of 100.00: 60.00 for the first seller's goods, 40.00 for the second's, with a fee of 10 %. */
async function sale(): Promise<{
  payment: Parameters<PaySplits['split']>[0];
  first: string;
  second: string;
}> {
  const [first, second] = [connectedSeller(world), connectedSeller(world)];
  const payment = {
    transactionId: await world.payment({ amount: 10_000 }),
    amount: 10_000,
    sellers: [
      { connectedAccountId: first, amount: 6000 },
      { connectedAccountId: second, amount: 4000 },
    ],
    platformFee: { basisPoints: 1000 },
  };
  return { payment, first, second };
}

const lose = (operation: string, kind: 'executed-but-lost' | 'reset-before' = 'executed-but-lost') =>
  world.simulator.faults.add({ operation, kind });
const transfers = (): number[] =>
  world.simulator.transfers.list().map(({ amount, parentId }) => (parentId === null ? amount : -amount));
const states = ({ movements }: PaySplit): string[] => movements.map(({ kind, state }) => `${kind} ${state}`);

/** Reports all transfers of the simulator with event 8448, in their order. */
async function reportAll(): Promise<void> {
  for (const { id, parentId, paymentId, amount } of world.simulator.transfers.list()) {
    const data = {
      ...{
        TransferId: id,
        ParentId: parentId,
        TransactionId: paymentId,
        CurrencyCode: '978',
        Executed: null,
      },
      Amount: Number(toMajorUnits(amount, 'EUR')),
    };
    await splits.report({ data } as unknown as ReceivedPayEvent<typeof PayEventType.TransferCreated>);
  }
}

/** Continues until nothing is open. What event 8448 does not report did not happen, as a person finds in the account. */
async function finish(): Promise<void> {
  let open = await splits.resume();
  for (let attempts = 0; open.length > 0 && attempts < 10; attempts++) {
    await reportAll();
    for (const { transactionId } of open) {
      const split = await splits.get(transactionId);
      const sent = split?.movements.find(({ state, kind }) => state === 'sent' && kind !== 'refund');
      // The message names the transfer that a person finds in the account.
      const [, found] = /transfer ([\da-f-]{36}) of this amount/.exec(sent?.message ?? '') ?? [];
      if (sent)
        await splits.resolve(transactionId, sent.id, found === undefined ? 'not-done' : { done: found });
    }
    open = await splits.resume();
  }
  expect(open).toEqual([]);
}

/** Compares the books with the simulator's ledger, after all payments have cleared. */
async function expectEqualBooks(): Promise<void> {
  await world.simulator.clock.advance(3 * DAY_MS);
  const { simulator } = world;
  const { platform, sellers } = await splits.books();
  expect(sellers).toEqual(
    sellers.map(({ connectedAccountId }) => ({
      connectedAccountId,
      balance: Number(simulator.sellers.get(connectedAccountId).available),
    })),
  );
  const payments = simulator.transactions.list().filter(({ parentId }) => parentId === null);
  const left = payments.reduce(
    (sum, { amount, refunded, status }) => sum + (/^(X|ML)$/.test(status) ? 0 : amount - refunded),
    0,
  );
  expect(platform + sellers.reduce((sum, { balance }) => sum + balance, 0)).toBe(left);
}

describe('a split', () => {
  it('pays each seller once, however often it is called', async () => {
    const { payment, first, second } = await sale();
    const [split] = await Promise.all([splits.split(payment), splits.split(payment)]);
    expect(split).toMatchObject({ isOpen: false, plan: { platformFee: 1000 } });
    expect(await splits.split(payment)).toEqual(split);
    expect(transfers()).toEqual([5400, 3600]);
    expect(await splits.books()).toEqual({
      platform: 1000,
      sellers: [
        { connectedAccountId: first, balance: 5400 },
        { connectedAccountId: second, balance: 3600 },
      ].sort((a, b) => (a.connectedAccountId < b.connectedAccountId ? -1 : 1)),
      unattributed: 0,
    });
    await expectEqualBooks();
    await expect(splits.split({ ...payment, platformFee: { basisPoints: 900 } })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('is listed, the newest one first', async () => {
    expect(await splits.list()).toEqual([]);
    const split = async (): Promise<PaySplit> => splits.split((await sale()).payment);
    const [older, newer] = [await split(), await split()];
    expect(await splits.list()).toEqual([newer, older]);
    expect(await splits.list(1)).toEqual([newer]);
  });

  it('sends nothing after a lost response until event 8448 resolves it', async () => {
    const { payment, first } = await sale();
    lose('transfers.sendFunds');
    expect(states(await splits.split(payment))).toEqual(['transfer sent', 'transfer open']);
    const refund = { id: 'r-1', amount: 1000, connectedAccountId: first };
    expect(states(await splits.refund(payment.transactionId, refund)).slice(2)).toEqual([
      'refund open',
      'reversal open',
    ]);
    expect(await splits.resume()).toHaveLength(1);
    expect(transfers()).toEqual([5400]);
    await reportAll();
    expect(transfers()).toEqual([5400, 3600, -900]);
    expect(await splits.resume()).toEqual([]);
    expect(await idempotency.unresolved()).toEqual([]);
    await expectEqualBooks();
  });

  it('sends a transfer again after a person found that it did not happen', async () => {
    const { payment } = await sale();
    // The request arrived nowhere, but the client cannot know.
    lose('transfers.sendFunds', 'reset-before');
    const { movements } = await splits.split(payment);
    const [{ id, state } = { id: '', state: 'open' }] = movements;
    expect(state).toBe('sent');
    expect((await splits.resolve(payment.transactionId, id, 'not-done')).isOpen).toBe(false);
    expect(transfers()).toEqual([5400, 3600]);
    await expect(splits.resolve(payment.transactionId, id, 'not-done')).rejects.toMatchObject({
      code: 'in-progress',
    });
  });

  // The key would be done without an ID, and neither a run nor a person could end the movement.
  it.each([{ done: undefined }, { done: '' }, { done: 'tr_1' }, { paid: 'x' }, 'done', null])(
    'refuses the outcome %p, and can be resolved afterward',
    async (outcome) => {
      const { payment } = await sale();
      lose('transfers.sendFunds');
      const [sent] = (await splits.split(payment)).movements;
      await expect(splits.resolve(payment.transactionId, sent!.id, outcome as never)).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringContaining("outcome must be 'not-done', or { done } with the service's ID"),
      });
      const [{ id: done } = { id: '' }] = world.simulator.transfers.list();
      await splits.resolve(payment.transactionId, sent!.id, { done });
      expect(await splits.resume()).toEqual([]);
      expect(transfers()).toEqual([5400, 3600]);
      await expectEqualBooks();
    },
  );

  // Its entry could never be booked, so no run could end the movement, or reach the payments after it.
  it.each(['the payment', 'another transfer', 'a movement of another payment'])(
    'refuses the ID of %s as the outcome, and can be resolved afterward',
    async (what) => {
      const [earlier, { payment }] = [await sale(), await sale()];
      await splits.split(earlier.payment);
      const transferId = (): string => world.simulator.transfers.list().at(-1)!.id;
      const ofOther = transferId();
      world.simulator.faults.add({ operation: 'transfers.sendFunds', kind: 'status', status: 452 });
      await splits.split(payment);
      const first = transferId();
      lose('transfers.sendFunds');
      const { movements } = await splits.split(payment);
      const { id: sent } = movements.find(({ state }) => state === 'sent')!;
      const wrong = { 'the payment': payment.transactionId, 'another transfer': first }[what] ?? ofOther;
      await expect(
        splits.resolve(payment.transactionId, sent, { done: wrong.toUpperCase() }),
      ).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining(wrong) });
      await splits.resolve(payment.transactionId, sent, { done: transferId() });
      expect(await splits.resume()).toEqual([]);
      await expectEqualBooks();
    },
  );
});

describe('a refund', () => {
  it('reverses the share of its own seller, and repeats a lost refund with its key', async () => {
    const { payment, second } = await sale();
    await splits.split(payment);
    await world.simulator.clock.advance(3 * DAY_MS);
    lose('marketplace:transactions.cancelTransaction');
    const refund = { id: 'r-1', amount: 4000, connectedAccountId: second };
    await splits.refund(payment.transactionId, refund);
    const split = await splits.refund(payment.transactionId, refund);
    expect(split.isOpen).toBe(false);
    expect(transfers()).toEqual([5400, 3600, -3600]);
    expect(world.simulator.transactions.get(payment.transactionId).refunded).toBe(4000);
    await expect(splits.refund(payment.transactionId, { ...refund, amount: 3000 })).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(splits.refund(payment.transactionId, { id: 'r-2', amount: 6001 })).rejects.toThrow(
      'only 6000 minor units are left',
    );
    await expectEqualBooks();
  });

  it('whose response was lost is not sent again if the service shows it', async () => {
    const { payment } = await sale();
    const { transactionId: id } = payment;
    await splits.split(payment);
    const operation = 'marketplace:transactions.cancelTransaction';
    const sent = (): number => world.simulator.requests().filter((one) => one.operation === operation).length;
    const before = sent();
    lose(operation);
    expect((await splits.refund(id, { id: 'r-1', amount: 1000 })).isOpen).toBe(true);
    expect(await splits.resume(id)).toEqual([]);
    expect(sent()).toBe(before + 1);
    expect(await idempotency.unresolved()).toEqual([]);
    await expectEqualBooks();
  });

  it.each([
    ['rejects', { kind: 'status', status: 452 }],
    [
      'rejects with an event ID',
      { kind: 'success-false', errorCode: 403, errorText: 'Non reversible transaction', eventId: 2055 },
    ],
  ] as const)('that the service %s changes nothing, and can be repeated', async (_, fault) => {
    const { payment } = await sale();
    await splits.split(payment);
    world.simulator.faults.add({ operation: 'marketplace:transactions.cancelTransaction', ...fault });
    const rejected = await splits.refund(payment.transactionId, { id: 'r-1', amount: 1000 });
    expect(rejected.isOpen).toBe(false);
    expect(states(rejected).slice(2)).toEqual(['refund rejected']);
    expect(transfers()).toEqual([5400, 3600]);
    const again = await splits.refund(payment.transactionId, { id: 'r-1', amount: 1000 });
    expect(states(again).slice(2)).toEqual(['refund done', 'reversal done', 'reversal done']);
    await expectEqualBooks();
  });

  it.each<[string, object, string, number, string]>([
    ['an amount of 0', { amount: 0 }, 'invalid', 400, 'amount must be a whole number above 0'],
    ['text as the amount', { amount: '5' }, 'invalid', 400, 'amount must be a whole number above 0'],
    ['an unknown seller', { connectedAccountId: 'x' }, 'invalid', 400, 'is not a seller of this payment'],
    ['a long ID', { id: 'x'.repeat(61) }, 'invalid', 400, 'id must be 1 to 60 letters'],
    ['more than the payment', { amount: 10_001 }, 'over-refund', 422, 'more than what is left'],
  ])(
    'with %s is refused with a code and a status, and changes nothing',
    async (_, wrong, code, status, text) => {
      const { payment } = await sale();
      await splits.split(payment);
      for (const method of ['refund', 'reverse'] as const) {
        const error = (await splits[method](payment.transactionId, { id: 'r-1', amount: 5, ...wrong }).catch(
          (thrown: unknown) => thrown,
        )) as HttpException & { code: string };
        expect([error.code, error.getStatus()]).toEqual([code, status]);
        expect(error.getResponse()).toMatchObject({
          statusCode: status,
          code,
          message: expect.stringContaining(text),
        });
      }
      expect(transfers()).toEqual([5400, 3600]);
      await expectEqualBooks();
    },
  );

  it('before a transfer that was declined reduces the transfer, which is then sent', async () => {
    const { payment, first } = await sale();
    world.simulator.faults.add({
      ...{ operation: 'transfers.sendFunds', kind: 'success-false', errorCode: 403, errorText: 'No funds' },
      ...{ eventId: 1234, times: 2 },
    });
    expect((await splits.split(payment)).isOpen).toBe(true);
    await splits.refund(payment.transactionId, { id: 'r-1', amount: 1000, connectedAccountId: first });
    await finish();
    expect(transfers().sort()).toEqual([3600, 4500]);
    await expectEqualBooks();
  });

  it('before a transfer reduces the transfer, and sends nothing for a share of 0', async () => {
    const { payment, first } = await sale();
    world.simulator.faults.add({ operation: 'transfers.sendFunds', kind: 'status', status: 452, times: 2 });
    expect((await splits.split(payment)).isOpen).toBe(true);
    world.simulator.faults.add({ operation: 'transfers.sendFunds', kind: 'status', status: 452, times: 2 });
    await splits.refund(payment.transactionId, { id: 'r-1', amount: 6000, connectedAccountId: first });
    world.simulator.faults.list().forEach(({ faultId }) => world.simulator.faults.remove(faultId));
    expect(await splits.resume()).toEqual([]);
    expect(transfers()).toEqual([3600]);
    await expectEqualBooks();
  });
});

describe('money that moves without PaySplits', () => {
  /** A split sale, two days later: its transfers have run. */
  async function cleared() {
    const sold = await sale();
    await splits.split(sold.payment);
    await world.simulator.clock.advance(3 * DAY_MS);
    return { ...sold, id: sold.payment.transactionId };
  }
  const event = (data: object) => ({ data }) as unknown as Parameters<PaySplits['report']>[0];
  const refundEvent = (paymentId: string) =>
    event({ TransactionId: 'its own', ParentId: paymentId, Amount: -20 });

  it('is in the books as unattributed, and limits later refunds, after event 1797', async () => {
    const { id, first, second } = await cleared();
    world.simulator.refund(id, { amount: 2000 });
    expect(await splits.report(refundEvent(connectedSeller(world)))).toBeNull();
    const noticed = await splits.report(refundEvent(id));
    expect(noticed).toMatchObject({ unattributed: 2000, external: [{ kind: 'refund', amount: 2000 }] });
    expect(await splits.report(refundEvent(id))).toEqual(noticed);
    expect(await splits.books()).toMatchObject({ platform: -1000, unattributed: 2000 });
    await expectEqualBooks();
    await expect(splits.refund(id, { id: 'r-1', amount: 8001 })).rejects.toMatchObject({
      code: 'over-refund',
      message: expect.stringContaining('only 8000 minor units are left'),
    });
    // The seller of the goods returns its share, once.
    const reversal = { id: 'app-1', amount: 2000, connectedAccountId: second };
    await Promise.all([splits.reverse(id, reversal), splits.reverse(id, reversal)]);
    expect(transfers()).toEqual([5400, 3600, -1800]);
    expect(await splits.books()).toMatchObject({ platform: 800, unattributed: 0 });
    await expect(splits.reverse(id, { ...reversal, amount: 1 })).rejects.toMatchObject({ code: 'conflict' });
    await expect(splits.reverse(id, { ...reversal, id: 'app-2', amount: 2001 })).rejects.toMatchObject({
      code: 'over-refund',
    });
    await splits.refund(id, { id: 'r-1', amount: 6000, connectedAccountId: first });
    await splits.refund(id, { id: 'r-2', amount: 2000 });
    const { platform, sellers } = await splits.books();
    expect([platform, ...sellers.map(({ balance }) => balance)]).toEqual([0, 0, 0]);
    await expectEqualBooks();
  });

  it('is noticed before a refund without any event', async () => {
    const { id } = await cleared();
    world.simulator.refund(id, { amount: 9500 });
    await expect(splits.refund(id, { id: 'r-1', amount: 501 })).rejects.toMatchObject({
      code: 'over-refund',
    });
    expect(await splits.get(id)).toMatchObject({ unattributed: 9500 });
    await splits.refund(id, { id: 'r-1', amount: 500 });
    await expectEqualBooks();
  });

  it('after a lost dispute is noticed by a read, and the sellers return their shares', async () => {
    const { id } = await cleared();
    world.simulator.trigger('dispute-lost', {
      transactionId: world.simulator.trigger('dispute', { transactionId: id }).id,
    });
    const [lost, ...others] = await splits.notice({ since: new Date(Date.now() - DAY_MS) });
    expect(others).toEqual([]);
    expect(lost).toMatchObject({
      transactionId: id,
      unattributed: 10_000,
      external: [{ kind: 'dispute', amount: 10_000 }],
    });
    expect(await splits.books()).toMatchObject({ platform: -9000, unattributed: 10_000 });
    await expectEqualBooks();
    await splits.reverse(id, { id: 'dispute-1', amount: lost!.unattributed });
    expect(await splits.notice(id)).toEqual([]);
    expect(transfers()).toEqual([5400, 3600, -5400, -3600]);
    expect(await splits.books()).toMatchObject({ platform: 0, unattributed: 0 });
    await expectEqualBooks();
  });

  it('by a void ends the transfers that waited for the payment', async () => {
    const { payment } = await sale();
    await splits.split(payment);
    world.simulator.trigger('void', { transactionId: payment.transactionId });
    expect(await splits.notice(payment.transactionId)).toEqual([]);
    expect(await splits.books()).toMatchObject({ platform: 0, unattributed: 0 });
    await expectEqualBooks();
    await expect(splits.refund(payment.transactionId, { id: 'r-1', amount: 1 })).rejects.toMatchObject({
      code: 'over-refund',
    });
  });

  it('as a reversal or a transfer is in the books after event 8448', async () => {
    const { id, first } = await cleared();
    const [transfer] = world.simulator.transfers.list();
    world.simulator.transfers.reverse(transfer!.id, 900);
    await reportAll();
    expect(await splits.get(id)).toMatchObject({
      external: [{ kind: 'reversal', amount: 900, connectedAccountId: first }],
    });
    expect(await splits.books()).toMatchObject({ platform: 1900, unattributed: 0 });
    await expectEqualBooks();
    // The goods of the reversal are returned, but the customer has not got the money.
    await splits.refund(id, { id: 'r-1', amount: 6000, connectedAccountId: first });
    expect(transfers()).toEqual([5400, 3600, -900, -4500]);
    await expectEqualBooks();
    world.simulator.trigger('transfer', { amount: 300, accountId: first, transactionId: id });
    await reportAll();
    expect(await splits.books()).toMatchObject({ platform: 100, unattributed: 300 });
  });

  it('as a reversal counts as returned goods for the next reversal', async () => {
    const { id, first } = await cleared();
    world.simulator.transfers.reverse(world.simulator.transfers.list()[0]!.id, 900);
    await reportAll();
    const reversal = { id: 'app-1', connectedAccountId: first };
    await expect(splits.reverse(id, { ...reversal, amount: 5001 })).rejects.toMatchObject({
      code: 'over-refund',
    });
    await splits.reverse(id, { ...reversal, amount: 1000 });
    expect(transfers()).toEqual([5400, 3600, -900, -900]);
    await expectEqualBooks();
  });

  it.each<[string, boolean, boolean]>([
    ['that were not noticed', false, false],
    ['after the events of the reversals', false, true],
    ['that were noticed', true, false],
    ['that were noticed, with the events of the reversals', true, true],
  ])(
    'by an earlier database does not move again: refunds and reversals %s',
    async (_, isNoticed, isReported) => {
      const { payment } = await sale();
      const { transactionId: id } = payment;
      await splits.split(payment);
      const before = (await pglite.query<{ data: string }>('select data from pay.splits')).rows[0]!.data;
      const refund = { id: 'r-1', amount: 1000 };
      await splits.refund(id, refund);
      const moved = [5400, 3600, -540, -360];
      expect(transfers()).toEqual(moved);
      // The database is that of before the refund, and has lost all keys.
      await pglite.query('update pay.splits set data = $1', [before]);
      await pglite.exec(
        `delete from pay.idempotency_keys; delete from pay.split_entries where kind in ('refund', 'reversal')`,
      );
      if (isNoticed) await splits.notice(id);
      if (isReported) await reportAll();
      await splits.refund(id, refund);
      expect(world.simulator.transactions.get(id).refunded).toBe(1000);
      expect(await splits.get(id)).toMatchObject({ unattributed: 0, isOpen: !isReported });
      await splits.resume();
      expect(transfers()).toEqual(moved);
      await reportAll();
      expect(await splits.resume()).toEqual([]);
      expect(transfers()).toEqual(moved);
      await expectEqualBooks();
    },
  );

  it('in the lost time waits for a person after the statement that the database was restored', async () => {
    const { payment } = await sale();
    await splits.split(payment);
    const moved = [5400, 3600];
    // The database is that of before the payment.
    await pglite.exec(
      'delete from pay.split_entries; delete from pay.splits; delete from pay.idempotency_keys',
    );
    await idempotency.markRestored({ lostSince: new Date(Date.now() - 60_000) });
    await splits.split(payment);
    const [open] = await splits.resume();
    expect(states(open!)).toEqual(['transfer sent', 'transfer open']);
    expect(open!.movements[0]!.message).toContain('the database was restored at');
    expect(transfers()).toEqual(moved);
    for (const { id, amount } of world.simulator.transfers.list()) {
      const { movements } = (await splits.get(payment.transactionId))!;
      const waiting = movements.find((one) => one.state === 'sent' && BigInt(one.amount) === BigInt(amount));
      await splits.resolve(payment.transactionId, waiting!.id, { done: id });
    }
    expect(await splits.resume()).toEqual([]);
    expect(transfers()).toEqual(moved);
    await expectEqualBooks();
  });

  it('is not noticed in a refund whose response was lost, although the service shows no reference of its own', async () => {
    const seller = connectedSeller(world);
    // A refund with the reference of its payment looks like one without a reference.
    const id = await world.payment({ amount: 10_000, merchantTrns: 'order-17' });
    const sellers = [{ connectedAccountId: seller, amount: 10_000 }];
    await splits.split({ transactionId: id, amount: 10_000, sellers, platformFee: { basisPoints: 1000 } });
    lose('marketplace:transactions.cancelTransaction');
    await splits.refund(id, { id: 'order-17', amount: 1000 });
    expect(world.simulator.transactions.get(id).refunded).toBe(1000);
    await splits.notice(id);
    expect(await splits.get(id)).toMatchObject({ external: [], unattributed: 0, isOpen: true });
    await finish();
    expect(transfers()).toEqual([9000, -900]);
    await expectEqualBooks();
  });

  it('as a reversal is rebooked if a person finds that it is the one of a refund', async () => {
    const { id, first } = await cleared();
    world.simulator.transfers.reverse(world.simulator.transfers.list()[0]!.id, 900);
    await reportAll();
    lose('transfers.createTransferReversal', 'reset-before');
    // The goods of the first reversal, and as many again.
    const refunded = await splits.refund(id, { id: 'r-1', amount: 2000, connectedAccountId: first });
    const waiting = refunded.movements.find(({ kind, state }) => kind === 'reversal' && state === 'sent');
    expect(waiting).toMatchObject({ amount: 900 });
    const [, , made] = world.simulator.transfers.list();
    const resolved = await splits.resolve(id, waiting!.id, { done: made!.id });
    expect(resolved).toMatchObject({ external: [], unattributed: 1000, isOpen: false });
    expect(transfers()).toEqual([5400, 3600, -900]);
    await expectEqualBooks();
  });

  it('as a reversal leaves less for a reversal whose response was lost', async () => {
    const { id, first } = await cleared();
    const [transfer] = world.simulator.transfers.list();
    world.simulator.transfers.reverse(transfer!.id, 3000);
    lose('transfers.createTransferReversal');
    await splits.refund(id, { id: 'r-1', amount: 3000, connectedAccountId: first });
    await finish();
    expect(transfers()).toEqual([5400, 3600, -3000, -2400]);
    await expectEqualBooks();
  });

  it.each([
    ['a negative amount', -5, false],
    ['a fraction of a cent', 0.005, false],
    ['more than the payment', 100.01, false],
    ['a reversal of more than the transfer', 54.01, true],
  ])('is not believed if event 8448 reports %s', async (_, Amount, isReversal) => {
    const { id } = await cleared();
    const before = [await splits.get(id), await splits.books()];
    const ParentId = isReversal ? world.simulator.transfers.list()[0]!.id : null;
    const TransferId = connectedSeller(world);
    await splits.report(event({ TransferId, ParentId, TransactionId: id, CurrencyCode: '978', Amount }));
    expect([await splits.get(id), await splits.books()]).toEqual(before);
  });

  it('is returned by its seller, in any letter case of its account', async () => {
    const { id, second } = await cleared();
    const goods = { amount: 2000, connectedAccountId: second.toUpperCase() };
    const back = { ...goods, id: 'app-1' };
    await splits.reverse(id, back);
    await splits.reverse(id, { ...back, connectedAccountId: second });
    await splits.refund(id, { id: 'r-1', amount: 2000, connectedAccountId: second });
    expect(transfers()).toEqual([5400, 3600, -1800]);
    await expectEqualBooks();
  });

  it('is not believed if event 8448 does not come from an address of the service', async () => {
    const { id } = await cleared();
    const before = [await splits.get(id), await splits.books()];
    const data = { TransferId: connectedSeller(world), TransactionId: id, CurrencyCode: '978', Amount: 5 };
    expect(await splits.report({ ...event(data), sender: 'unknown' })).toBeNull();
    expect([await splits.get(id), await splits.books()]).toEqual(before);
  });

  it('is booked once if two processes report the same event', async () => {
    const { id } = await cleared();
    world.simulator.trigger('transfer', {
      amount: 300,
      accountId: connectedSeller(world),
      transactionId: id,
    });
    await Promise.all([reportAll(), reportAll()]);
    expect(await splits.books()).toMatchObject({ unattributed: 300 });
  });

  it('as a transfer that looks like an open one stops the payment until a person has looked', async () => {
    const { payment, first } = await sale();
    world.simulator.faults.add({ operation: 'transfers.sendFunds', kind: 'status', status: 452, times: 2 });
    expect((await splits.split(payment)).isOpen).toBe(true);
    world.simulator.trigger('transfer', {
      amount: 5400,
      accountId: first,
      transactionId: payment.transactionId,
    });
    await reportAll();
    expect(transfers()).toEqual([5400]);
    const [open] = await splits.resume();
    expect(states(open!)).toEqual(['transfer sent', 'transfer open']);
    expect(open!.movements[0]!.message).toContain('call resolve()');
    const [transfer] = world.simulator.transfers.list();
    await splits.resolve(payment.transactionId, open!.movements[0]!.id, { done: transfer!.id });
    expect(transfers()).toEqual([5400, 3600]);
    await expectEqualBooks();
  });

  it('books a transfer that fits two open ones, if a person says that it is neither', async () => {
    const [first, second] = [connectedSeller(world), connectedSeller(world)];
    const id = await world.payment({ amount: 10_000 });
    const goods = [first, second].map((connectedAccountId) => ({ connectedAccountId, amount: 5000 }));
    const payment = { transactionId: id, amount: 10_000, sellers: goods, platformFee: { basisPoints: 4000 } };
    world.simulator.faults.add({ operation: 'transfers.sendFunds', kind: 'status', status: 452, times: 2 });
    expect((await splits.split(payment)).isOpen).toBe(true);
    world.simulator.trigger('transfer', { amount: 3000, accountId: first, transactionId: id });
    await reportAll();
    for (const { id: movement } of (await splits.get(id))!.movements)
      await splits.resolve(id, movement, 'not-done');
    expect(transfers()).toEqual([3000, 3000, 3000]);
    const balances = [first, second]
      .sort()
      .map((connectedAccountId) => ({ connectedAccountId, balance: 3000 }));
    expect(await splits.books()).toEqual({ platform: 1000, sellers: balances, unattributed: 3000 });
    await reportAll();
    expect(await splits.books()).toEqual({ platform: 1000, sellers: balances, unattributed: 3000 });
  });

  it('as a transfer that looks like two open ones is in the books once if it is one of them', async () => {
    const [first, second] = [connectedSeller(world), connectedSeller(world)];
    const id = await world.payment({ amount: 10_000 });
    const goods = [first, second].map((connectedAccountId) => ({ connectedAccountId, amount: 5000 }));
    world.simulator.faults.add({ operation: 'transfers.sendFunds', kind: 'status', status: 452, times: 2 });
    await splits.split({ transactionId: id, amount: 10_000, sellers: goods });
    const { id: made } = world.simulator.trigger('transfer', {
      amount: 5000,
      accountId: second,
      transactionId: id,
    });
    await reportAll();
    const [one, other] = (await splits.get(id))!.movements;
    const ofSecond = one!.connectedAccountId === second ? one : other;
    await splits.resolve(id, ofSecond!.id, { done: made });
    await splits.resolve(id, (ofSecond === one ? other : one)!.id, 'not-done');
    expect(transfers()).toEqual([5000, 5000]);
    expect(await splits.books()).toMatchObject({ platform: 0, unattributed: 0 });
    await expectEqualBooks();
  });

  it('ends a rejected reversal of a transfer that a void has ended', async () => {
    const first = connectedSeller(world);
    const id = await world.payment({ amount: 3000 });
    const sellers = [{ connectedAccountId: first, amount: 3000 }];
    await splits.split({ transactionId: id, amount: 3000, sellers });
    world.simulator.trigger('void', { transactionId: id });
    world.simulator.transfers.reverse(world.simulator.transfers.list()[0]!.id, 600);
    await splits.reverse(id, { id: 'r-1', amount: 2500, connectedAccountId: first });
    await splits.notice(id);
    await reportAll();
    expect((await splits.get(id))!.isOpen).toBe(false);
    await expectEqualBooks();
  });

  it('as a reversal that looks like an open one is in the books if a person finds that it is another', async () => {
    const { id, first } = await cleared();
    world.simulator.faults.add({
      operation: 'transfers.createTransferReversal',
      kind: 'status',
      status: 452,
    });
    await splits.refund(id, { id: 'r-1', amount: 1000, connectedAccountId: first });
    world.simulator.transfers.reverse(world.simulator.transfers.list()[0]!.id, 900);
    await reportAll();
    const waiting = (await splits.get(id))!.movements.find(
      ({ kind, state }) => kind === 'reversal' && state === 'sent',
    );
    await splits.resolve(id, waiting!.id, 'not-done');
    expect(transfers()).toEqual([5400, 3600, -900, -900]);
    await expectEqualBooks();
    await splits.refund(id, { id: 'r-2', amount: 5000, connectedAccountId: first });
    expect(transfers()).toEqual([5400, 3600, -900, -900, -3600]);
    await expectEqualBooks();
  });
});

it('books equal the ledger although money moves from outside at random', async () => {
  const step = fc.record({
    kind: fc.constantFrom(
      'advance',
      'refund',
      'refund externally',
      'reverse externally',
      'void externally',
      'dispute',
      'notice',
      'lose',
      'reverse',
      'report',
    ),
    seller: fc.option(fc.nat({ max: 2 }), { nil: undefined }),
    part: fc.double({ min: 0.01, max: 1, noNaN: true }),
  });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 30, max: 3_300 }), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 0, max: 3_000 }),
      fc.array(step, { maxLength: 10 }),
      async (prices, basisPoints, steps) => {
        await clear();
        // Disputes and refunds made externally need a balance.
        world.simulator.wallet.deposit(100_000);
        const { simulator } = world;
        const amount = prices.reduce((sum, price) => sum + price, 0);
        const id = await world.payment({ amount });
        const sellers = prices.map((price) => ({
          connectedAccountId: connectedSeller(world),
          amount: price,
        }));
        await splits.split({ transactionId: id, amount, sellers, platformFee: { basisPoints } });
        /** Refunds or reverses a part, or what is left. */
        const back = async (method: 'refund' | 'reverse', most: number, seller?: number): Promise<void> => {
          const connectedAccountId = seller === undefined ? undefined : sellers[seller]?.connectedAccountId;
          const wanted = { id: `r-${++count}`, amount: most, connectedAccountId };
          const problem = await splits[method](id, wanted).catch((error: unknown) => String(error));
          const left = typeof problem === 'string' ? Number(/only (\d+) minor/.exec(problem)?.[1] ?? 0) : 0;
          if (left > 0) await splits[method](id, { ...wanted, amount: left });
        };
        const external = (act: () => unknown): void => {
          try {
            act();
          } catch {
            // The service refuses it.
          }
        };
        const whole = (most: number, part: number): number => Math.max(1, Math.floor(most * part));
        for (const { kind, seller, part } of steps) {
          if (kind === 'advance') await simulator.clock.advance(2 * DAY_MS);
          else if (kind === 'refund' || kind === 'reverse') await back(kind, whole(amount, part), seller);
          else if (kind === 'refund externally')
            external(() => simulator.refund(id, { amount: whole(amount, part) }));
          else if (kind === 'void externally')
            external(() => simulator.trigger('void', { transactionId: id }));
          else if (kind === 'dispute')
            external(() =>
              simulator.trigger('dispute-lost', {
                transactionId: simulator.trigger('dispute', { transactionId: id }).id,
              }),
            );
          else if (kind === 'reverse externally') {
            const all = simulator.transfers.list().filter(({ parentId }) => parentId === null);
            const transfer = all[(seller ?? 0) % Math.max(all.length, 1)];
            if (transfer)
              external(() => simulator.transfers.reverse(transfer.id, whole(transfer.amount, part)));
          } else if (kind === 'notice') await splits.notice(id);
          else if (kind === 'report') await reportAll();
          else lose('transfers.createTransferReversal');
        }
        simulator.faults.list().forEach(({ faultId }) => simulator.faults.remove(faultId));
        const check = async (): Promise<void> => {
          await reportAll();
          await splits.notice(id);
          await finish();
          await reportAll();
          await expectEqualBooks();
        };
        await check();
        // The sellers return what went externally to the customer, and the customer gets the rest.
        const { unattributed } = (await splits.get(id))!;
        if (unattributed > 0) await back('reverse', unattributed);
        await back('refund', amount);
        await check();
        const books = await splits.books();
        expect([books.platform, books.unattributed, ...books.sellers.map(({ balance }) => balance)]).toEqual([
          0,
          0,
          ...books.sellers.map(() => 0),
        ]);
      },
    ),
    { numRuns: isFullSize ? 200 : 25 },
  );
}, 300_000);

it('books every cent of random sales and refunds once, although responses are lost', async () => {
  const step = fc.record({
    kind: fc.constantFrom('advance', 'refund', 'lose', 'report'),
    seller: fc.option(fc.nat({ max: 2 }), { nil: undefined }),
    part: fc.double({ min: 0.01, max: 1, noNaN: true }),
    fault: fc.constantFrom('executed-but-lost' as const, 'reset-before' as const),
    operation: fc.constantFrom(
      'transfers.sendFunds',
      'transfers.createTransferReversal',
      'marketplace:transactions.cancelTransaction',
    ),
  });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 30, max: 3_300 }), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 0, max: 3_000 }),
      fc.array(step, { maxLength: 8 }),
      fc.boolean(),
      async (prices, basisPoints, steps, isLost) => {
        await clear();
        const amount = prices.reduce((sum, price) => sum + price, 0);
        const transactionId = await world.payment({ amount });
        const sellers = prices.map((price) => ({
          connectedAccountId: connectedSeller(world),
          amount: price,
        }));
        if (isLost) lose('transfers.sendFunds');
        await splits.split({ transactionId, amount, sellers, platformFee: { basisPoints } });
        const refund = async (part: number, connectedAccountId?: string): Promise<void> => {
          const wanted = {
            id: `r-${++count}`,
            amount: Math.max(1, Math.floor(amount * part)),
            connectedAccountId,
          };
          const problem = await splits.refund(transactionId, wanted).catch((error: unknown) => String(error));
          const left = typeof problem === 'string' ? Number(/only (\d+) minor/.exec(problem)?.[1] ?? 0) : 0;
          if (left > 0) await splits.refund(transactionId, { ...wanted, amount: left });
        };
        for (const { kind, seller, part, operation, fault } of steps) {
          if (kind === 'advance') await world.simulator.clock.advance(2 * DAY_MS);
          else if (kind === 'lose') lose(operation, fault);
          else if (kind === 'report') await reportAll();
          else await refund(part, seller === undefined ? undefined : sellers[seller]?.connectedAccountId);
        }
        world.simulator.faults.list().forEach(({ faultId }) => world.simulator.faults.remove(faultId));
        await finish();
        await expectEqualBooks();
        // The customer gets back all that is left: no seller keeps anything, and the fee is returned.
        await refund(1);
        await finish();
        const { platform, sellers: balances } = await splits.books();
        expect([platform, ...balances.map(({ balance }) => balance)]).toEqual([0, ...balances.map(() => 0)]);
        await expectEqualBooks();
      },
    ),
    { numRuns: isFullSize ? 200 : 15 },
  );
}, 300_000);

/** A database whose process dies before one of its statements. */
class DyingDatabase implements SqlDatabase<unknown> {
  /** Number of statements that still run. */
  left = Infinity;
  readonly #real = databaseOf(pglite);

  async query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }> {
    return this.#session(this.#real).query<Row>(text, values);
  }

  transaction<Result>(run: (session: SqlSession, transaction: unknown) => Promise<Result>): Promise<Result> {
    return this.#real.transaction((session, transaction) => run(this.#session(session), transaction));
  }

  #session(session: SqlSession): SqlSession {
    return {
      query: (text, values) =>
        this.left-- <= 0 ? Promise.reject(new Error('the process died')) : session.query(text, values),
    };
  }
}

it('moves every cent once if the process dies at any statement', async () => {
  let hasDied = true;
  // In full size, it dies at each statement.
  for (let statements = 0; hasDied; statements += isFullSize ? 1 : 7) {
    await clear();
    const { payment, first } = await sale();
    const refund = { id: 'r-1', amount: 1500, connectedAccountId: first };
    const database = new DyingDatabase();
    const dying = await boot(database, 150);
    database.left = statements;
    const run = async (): Promise<void> => {
      await dying.split(payment);
      await dying.refund(payment.transactionId, refund);
    };
    hasDied = await run().then(
      () => database.left < 0,
      () => true,
    );
    // Another process continues, and the service reports what the first one sent.
    splits = await boot();
    await splits.split(payment);
    await finish();
    await splits.refund(payment.transactionId, refund);
    await finish();
    expect(world.simulator.transactions.get(payment.transactionId).refunded).toBe(1500);
    const { sellers } = await splits.books();
    expect(sellers.map(({ balance }) => balance).sort()).toEqual([3600, 4050]);
    await expectEqualBooks();
    await Promise.all(apps.splice(0).map((app) => app.close()));
  }
}, 300_000);
