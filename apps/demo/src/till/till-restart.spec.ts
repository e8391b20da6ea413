import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PayWallet } from 'nestjs-pay';
import { createPaySimulator, type PaySimulator } from 'nestjs-pay/simulator';
import type { ShopEnvironment } from '../shop.environment.js';
import { MemoryDatabase } from '../testing/memory-database.testing.js';
import { tillState } from './till-state.js';
import { TillService } from './till.service.js';
import { TillStore } from './till.store.js';

const SALE = 'pos.transactions.initiateSaleRequest';
const DRAFT = { submission: 'form-1', terminalId: '16000010', amount: 1170, reference: 'receipt-1' };

let simulator: PaySimulator;
let store: TillStore;
let till: TillService;
beforeAll(async () => {
  simulator = await createPaySimulator();
});
afterAll(() => simulator.close());
beforeEach(() => {
  simulator.reset();
  simulator.terminals.configure({ customer: 'waits' });
  store = new TillStore(new MemoryDatabase());
  till = boot();
});
afterEach(() => till.onModuleDestroy());

/** The till's process, on the store that outlives it. */
function boot(kept: TillStore = store): TillService {
  const { merchant, cloudTerminal } = simulator.credentials;
  const { pos } = new PayWallet({ ...merchant, cloudTerminal, dev: true, endpoints: simulator.endpoints });
  const environment: ShopEnvironment = {
    now: () => simulator.clock.now(),
    newId: randomUUID,
    consoleUrl: null,
    openDatabase: () => Promise.reject(new Error('not needed here')),
    terminalUrl: () => null,
  };
  return new TillService(pos, kept, environment);
}

/** Ends the process and starts another one. */
async function restart(): Promise<void> {
  await till.onModuleDestroy();
  till = boot();
  await till.onApplicationBootstrap();
}

const sent = (): number => simulator.requests().filter(({ operation }) => operation === SALE).length;
const kept = async (): Promise<string> => {
  const [session] = await store.newest(1);
  if (session === undefined) throw new Error('nothing was kept');
  return tillState(await till.ask(session));
};

/** A process that dies at a moment of the sale; the store keeps what it had kept. */
class DyingStore extends TillStore {
  constructor(private readonly diesIn: 'add' | 'update') {
    super(new MemoryDatabase());
  }

  override async add(...args: Parameters<TillStore['add']>) {
    const added = await super.add(...args);
    if (this.diesIn === 'add') throw new Error('the process died');
    return added;
  }

  override update(...args: Parameters<TillStore['update']>) {
    return this.diesIn === 'update' ? Promise.reject(new Error('the process died')) : super.update(...args);
  }

  /** What the next process finds. */
  async left(): Promise<TillStore> {
    const next = new TillStore(new MemoryDatabase());
    for (const session of [...(await this.newest(100))].reverse()) await next.add(session);
    return next;
  }
}

describe('a till that is restarted', () => {
  it('sends nothing again for the same form, and goes on with the sale', async () => {
    const { id } = await till.sell(DRAFT);
    await restart();
    expect((await till.sell(DRAFT)).id).toBe(id);
    await simulator.clock.advance(1_000);
    simulator.terminals.insertCard(DRAFT.terminalId);
    await simulator.clock.advance(5_000);
    expect([await kept(), sent(), simulator.transactions.list().length]).toEqual(['approved', 1, 1]);
  });

  it('had stored the session before anything left: what died in between is found again, and charged once at most', async () => {
    const dying = new DyingStore('add');
    till = boot(dying);
    await expect(till.sell(DRAFT)).rejects.toThrow('died');
    expect(sent()).toBe(0);
    store = await dying.left();
    await restart();
    const again = await till.sell(DRAFT);
    expect([again.sending, sent(), await kept()]).toEqual(['unknown', 0, 'unknown']);
    await till.sendAgain(again);
    expect([await kept(), sent()]).toEqual(['waiting', 1]);
  });

  it('does not believe that nothing was charged when it died before it heard the answer', async () => {
    const dying = new DyingStore('update');
    till = boot(dying);
    await expect(till.sell(DRAFT)).rejects.toThrow('died');
    expect(sent()).toBe(1);
    store = await dying.left();
    await restart();
    await simulator.clock.advance(1_000);
    const again = await till.sendAgain(await till.sell(DRAFT));
    expect(again.sending).toBe('accepted');
    simulator.terminals.insertCard(DRAFT.terminalId);
    await simulator.clock.advance(5_000);
    expect([await kept(), simulator.transactions.list().length]).toEqual(['approved', 1]);
  });

  it('waits no longer than it lives', async () => {
    await till.sell(DRAFT);
    // It would wait for two minutes: longer than this test may take.
    await till.onModuleDestroy();
    const [session] = await store.newest(1);
    expect(session?.doubt).toBeNull();
  });
});
