import { randomUUID } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { memoryIdempotency, PayWallet } from 'nestjs-pay';
import type { PayIdempotency } from 'nestjs-pay';
import { createPaySimulator, type PaySimulator } from 'pay-simulator';
import { newPglite } from '../../../../test/pglite.js';
import { ShopDatabase, type RecordKeys, type Records } from '../database/shop-database.js';
import type { ShopEnvironment } from '../shop.environment.js';
import { tillState } from './till-session.js';
import { TillService } from './till.service.js';
import { withTimes } from '../../../../test/times.js';

const SALE = 'pos.transactions.initiateSaleRequest';
const DRAFT = { submission: 'form-1', terminalId: '16000010', amount: 1170, reference: 'receipt-1' };

let simulator: PaySimulator;
let pglite: PGlite;
let idempotency: PayIdempotency;
let till: TillService;
beforeAll(async () => {
  simulator = await createPaySimulator();
  pglite = await newPglite();
});
afterAll(async () => {
  await simulator.close();
  await pglite.close();
});
beforeEach(async () => {
  simulator.reset();
  simulator.terminals.configure({ customer: 'waits' });
  idempotency = memoryIdempotency(withTimes({ leaseMs: 200, lookupMs: 200 }));
  till = await boot();
  await pglite.exec('truncate records');
});
afterEach(() => till.onModuleDestroy());

type Write = 'addIf' | 'update';

/** A database whose process dies during a write: after a record was added, or before it is changed. */
class DyingDatabase extends ShopDatabase {
  diesIn: Write | null = null;

  override records<One>(kind: string, keys: RecordKeys<One>): Records<One> {
    const records = super.records(kind, keys);
    const addIf: Records<One>['addIf'] = records.addIf.bind(records);
    const update: Records<One>['update'] = records.update.bind(records);
    records.addIf = async (...args) => {
      const added = await addIf(...args);
      if (this.diesIn === 'addIf') throw new Error('the process died');
      return added;
    };
    records.update = (...args) =>
      this.diesIn === 'update' ? Promise.reject(new Error('the process died')) : update(...args);
    return records;
  }
}

/** Starts the till's process on the database, which outlives it. */
async function boot(diesIn: Write | null = null): Promise<TillService> {
  const { merchant, cloudTerminal } = simulator.credentials;
  const { endpoints } = simulator;
  const { pos } = new PayWallet({ ...merchant, cloudTerminal, dev: true, endpoints, idempotency });
  const environment: ShopEnvironment = {
    now: () => simulator.clock.now(),
    newId: randomUUID,
    testTimes: {},
    maxRetries: 2,
    consoleUrl: null,
    visitor: { name: '', email: '' },
    openDatabase: () => Promise.reject(new Error('not needed here')),
    terminalUrl: () => null,
  };
  const database = (await DyingDatabase.on(pglite)) as DyingDatabase;
  database.diesIn = diesIn;
  return new TillService(pos, environment, database);
}

/** Ends the process and starts another one. */
async function restart(): Promise<void> {
  await till.onModuleDestroy();
  till = await boot();
  await till.onApplicationBootstrap();
}

const sent = (): number => simulator.requests().filter(({ operation }) => operation === SALE).length;
const currentState = async (): Promise<string> => {
  const [session] = await till.newest(1);
  if (session === undefined) throw new Error('there is no session');
  return tillState(await till.ask(session));
};

describe('till after a restart', () => {
  it('continues the sale, and sends nothing again for the same form', async () => {
    const { id } = await till.sell(DRAFT);
    await restart();
    expect((await till.sell(DRAFT)).id).toBe(id);
    await simulator.clock.advance(1_000);
    simulator.terminals.insertCard(DRAFT.terminalId);
    await simulator.clock.advance(5_000);
    expect([await currentState(), sent(), simulator.transactions.list().length]).toEqual(['approved', 1, 1]);
  });

  it('finds a sale that was stored and not sent, and sends it only when the cashier does', async () => {
    till = await boot('addIf');
    await expect(till.sell(DRAFT)).rejects.toThrow('died');
    await restart();
    expect([sent(), await currentState()]).toEqual([0, 'unknown']);
    await till.sell(DRAFT);
    expect([await currentState(), sent()]).toEqual(['waiting', 1]);
  });

  it('charges once if the process ended before it stored the response', async () => {
    till = await boot('update');
    await expect(till.sell(DRAFT)).rejects.toThrow('died');
    expect(sent()).toBe(1);
    await restart();
    await simulator.clock.advance(1_000);
    const again = await till.sendAgain(await till.sell(DRAFT));
    expect(again.sending).toBe('accepted');
    simulator.terminals.insertCard(DRAFT.terminalId);
    await simulator.clock.advance(5_000);
    expect([await currentState(), simulator.transactions.list().length]).toEqual(['approved', 1]);
  });

  it('stops waiting for a session when the process ends', async () => {
    await till.sell(DRAFT);
    // The till would wait for two minutes, which is longer than the time limit of this test.
    await till.onModuleDestroy();
    const [session] = await till.newest(1);
    expect(session?.unknownReason).toBeNull();
  });
});
