import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PayEventType, PayWallet, unwrap } from 'nestjs-pay/client';
import { postgresStore } from 'nestjs-pay/postgres';
import type { PayInboxStore } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { Pool } from 'pg';
import { BAD_CARD, GOOD_CARD } from '../cards.js';
import { until } from '../until.js';
import type { WaitOptions } from '../until.js';
import { Balancer } from './balancer.js';
import { Books } from './books.js';
import { Disasters } from './disasters.js';
import { Fleet } from './fleet.js';
import { floodOfOneOrder, forgeries } from './forgeries.js';
import { planOrders } from './plan.js';
import type { PlannedOrder, Step } from './plan.js';
import type { ChaosDatabase, ChaosReport, ChaosSize } from './run.types.js';
import { Seeded } from './seeded.js';
import { overlapsAmong } from './spans.js';
import { differencesOf, expectedEffects, wrongEffects } from './truth.js';
import type { ExcludedOrders } from './truth.js';

const PROCESSES = 3;
const HOUR_MS = 3_600_000;
/** Longer than the longest run. Unpaid orders expire when the clock is moved at the end. */
const ORDER_LIVES_S = 10_800;

/** Sends events to three processes while they and their database are killed, and compares the books at the end. */
export class ChaosRun {
  readonly #chance: Seeded;
  readonly #folder = mkdtempSync(join(tmpdir(), 'pay-chaos-'));
  readonly #schema: string;
  readonly #books: Books;
  readonly #endsAt: number;

  constructor(
    private readonly database: ChaosDatabase,
    private readonly size: ChaosSize,
    private readonly seed: number,
  ) {
    this.#chance = new Seeded(seed);
    this.#schema = 'chaos';
    this.#books = new Books(database.url, this.#schema);
    this.#endsAt = performance.now() + size.limitMs;
  }

  async run(): Promise<ChaosReport> {
    const started = performance.now();
    const { url, server } = this.database;
    const simulator = await createPaySimulator({ seed: String(this.seed) });
    simulator.permissions.set({ sameDayPartialRefunds: true });
    const { credentials, endpoints } = simulator;
    const wallet = new PayWallet({ ...credentials.merchant, endpoints });
    await this.#books.create();
    const plan = planOrders(this.#chance, this.size);
    const codes = await this.#makeOrders(wallet, plan);
    const paid = codes.filter((_, index) => plan[index]?.steps.some((step) => step.do === 'pay'));
    const [poisoned = '', ...others] = paid;
    const crashing = this.#chance.shuffled(others).slice(0, this.size.crashing);
    const excluded = { poisoned, crashing: new Set(crashing) };
    const fleet = new Fleet(PROCESSES, this.#folder, {
      url,
      schema: this.#schema,
      poisoned,
      crashing,
      maxAttempts: this.size.maxAttempts,
      leaseMs: this.size.leaseMs,
      failing: 0.02,
      reads: 60,
      wallet: { ...credentials.merchant, endpoints, dev: true },
    });
    const balancer = new Balancer(() => fleet.ports);
    try {
      await fleet.start();
      const hook = `http://127.0.0.1:${await balancer.listen()}/hooks/pay`;
      await simulator.webhooks.register({ url: hook, eventTypeIds: [...EVENT_TYPES] });
      simulator.deliveries.configure({
        chances: { drop: 0.1, duplicate: 0.15, delay: 0.5, delayUpToMs: 5_000 },
      });
      const reads = { operation: 'transactions.getTransactionById', times: 'always' } as const;
      const faults = [
        simulator.faults.add({ ...reads, kind: 'status', status: 503, probability: 0.02 }),
        simulator.faults.add({ ...reads, kind: 'reset-before', probability: 0.01 }),
      ];
      const disasters = new Disasters({
        fleet,
        server,
        books: this.#books,
        chance: this.#chance,
        size: this.size,
        processes: PROCESSES,
      });
      const striking = disasters.strike(this.#endsAt);
      await this.#live(simulator, wallet, plan, codes);
      await until(() => this.#books.analyze(), this.#waitOptions('the tables are analyzed'));
      await this.#forge(simulator, hook);
      await until(() => this.#books.analyze(), this.#waitOptions('the tables are analyzed after the flood'));
      simulator.deliveries.configure({ chances: null });
      await this.#redeliver(simulator);
      await striking;
      for (const id of faults) simulator.faults.remove(id);
      await this.#redeliver(simulator);
      await simulator.clock.advance(ORDER_LIVES_S * 1000);
      const wrong = await this.#settle(simulator, excluded);
      const spans = fleet.spans();
      const effects = await this.#books.effects();
      const all = simulator.deliveries.list();
      const count = (what: boolean[]): number => what.filter(Boolean).length;
      return {
        wrong: [...wrong, ...overlapsAmong(spans)],
        deadLetters: await this.#deadLetters(),
        poisoned,
        crashing,
        seconds: Math.round((performance.now() - started) / 1000),
        seen: {
          events: count(all.map(({ duplicateOf }) => duplicateOf === null)),
          deliveries: all.length,
          dropped: count(all.map(({ state }) => state === 'dropped')),
          repeated: count(all.map(({ duplicateOf }) => duplicateOf !== null)),
          deliveredAgain: count(all.map(({ attempts }) => attempts.length > 1)),
          fromWebhooks: count(effects.map(({ source }) => source === 'webhook')),
          fromReconciler: count(effects.map(({ source }) => source === 'reconcile')),
          expired: count(effects.map(({ type }) => type < 0)),
          handlerRuns: spans.length,
          kills: disasters.kills,
          failedBoots: fleet.crashes,
          databaseRestarts: disasters.databaseRestarts,
        },
      };
    } finally {
      await fleet.close();
      await balancer.close();
      await wallet.close();
      await simulator.close();
      await this.#books.close();
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  async #makeOrders(wallet: PayWallet, plan: readonly PlannedOrder[]): Promise<string[]> {
    const codes: string[] = [];
    for (const { amount } of plan) {
      const { orderCodeText } = unwrap(
        await wallet.payments.createOrder({ amount, paymentTimeout: ORDER_LIVES_S }),
      );
      await this.#books.open(orderCodeText);
      codes.push(orderCodeText);
    }
    return codes;
  }

  /** Shuffles the steps of all orders, and keeps the order of the steps of each. */
  async #live(
    simulator: PaySimulator,
    wallet: PayWallet,
    plan: readonly PlannedOrder[],
    codes: readonly string[],
  ): Promise<void> {
    const turns = this.#chance.shuffled(plan.flatMap(({ steps }, order) => steps.map(() => order)));
    const at = codes.map(() => 0);
    for (const order of turns) {
      const step = plan[order]?.steps[at[order] ?? 0];
      at[order] = (at[order] ?? 0) + 1;
      if (step !== undefined) await this.#act(simulator, wallet, codes[order] ?? '', step);
    }
  }

  async #act(simulator: PaySimulator, wallet: PayWallet, order: string, step: Step): Promise<void> {
    if (step.do === 'fail') simulator.checkout.pay(order, BAD_CARD);
    if (step.do === 'pay') {
      const outcome = simulator.checkout.pay(order, GOOD_CARD);
      if (outcome.kind !== 'approved')
        throw new Error(`order ${order} was not paid: ${JSON.stringify(outcome)}`);
    }
    if (step.do === 'cancel') unwrap(await wallet.payments.cancelOrder(order));
    if (step.do !== 'refund') return;
    const paid = simulator.transactions
      .list({ orderCode: order })
      .find(({ status }) => status === 'F' || status === 'R');
    if (paid === undefined) throw new Error(`order ${order} has nothing to refund`);
    const left = paid.amount - paid.refunded;
    // Leaves an amount for later refunds.
    const amount = Math.max(1, Math.floor((left * step.part) / 2));
    unwrap(await wallet.transactions.cancelTransaction(paid.id, { amount }));
  }

  async #forge(simulator: PaySimulator, url: string): Promise<void> {
    const send = async (body: string): Promise<void> => {
      const isStored = (): Promise<boolean> =>
        fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
          ({ status }) => status === 200,
          () => false,
        );
      await until(isStored, this.#waitOptions('forged events are stored'));
    };
    for (const body of forgeries(simulator, this.#chance, this.size.forged)) await send(body);
    await Promise.all(floodOfOneOrder(simulator, this.#chance, this.size.flood).map(send));
  }

  /** Moves the clock hour by hour until the service has no more deliveries. */
  async #redeliver({ deliveries, clock }: PaySimulator): Promise<void> {
    const isDelivered = async (): Promise<boolean> => {
      await deliveries.settled();
      if (!deliveries.list().some(({ state }) => state === 'waiting' || state === 'sending')) return true;
      await clock.advance(HOUR_MS);
      return false;
    };
    await until(isDelivered, this.#waitOptions('everything is delivered'));
  }

  /** Waits until all events are booked or the time is up. Returns what is wrong. */
  async #settle(simulator: PaySimulator, excluded: ExcludedOrders): Promise<string[]> {
    return this.#withStore(async (inbox) => {
      let wrong: string[] = [];
      const isSettled = async (): Promise<boolean> => {
        const { backlog } = await inbox.stats();
        wrong = [
          ...wrongEffects(await this.#books.effects(), expectedEffects(simulator, excluded)),
          ...differencesOf(simulator, await this.#books.orders(), excluded),
        ];
        if (backlog === 0 && wrong.length === 0) return true;
        wrong.unshift(`time is up with a backlog of ${backlog}`);
        return performance.now() > this.#endsAt;
      };
      // In a large run, the comparison blocks the simulator in this process for seconds.
      await until(isSettled, { forMs: Infinity, everyMs: 4 * this.size.orders });
      return wrong;
    });
  }

  async #deadLetters(): Promise<ChaosReport['deadLetters']> {
    return this.#withStore(async (inbox) => ({
      failed: await inbox.deadLetters({ reason: 'failed', limit: 1_000 }),
      crashed: await inbox.deadLetters({ reason: 'crashed', limit: 1_000 }),
    }));
  }

  /** Opens the inbox of the application. */
  async #withStore<Result>(
    look: (inbox: Pick<PayInboxStore, 'stats' | 'deadLetters'>) => Promise<Result>,
  ): Promise<Result> {
    const pool = new Pool({ connectionString: this.database.url, max: 1 });
    try {
      return await look(postgresStore({ pool, schema: this.#schema }));
    } finally {
      await pool.end();
    }
  }

  /** Time limit for `until`: the rest of the run. */
  #waitOptions(what: string): WaitOptions {
    return { forMs: this.#endsAt - performance.now(), everyMs: 50, what };
  }
}

const EVENT_TYPES = [
  PayEventType.TransactionPaymentCreated,
  PayEventType.TransactionReversalCreated,
  PayEventType.TransactionFailed,
  PayEventType.OrderUpdated,
];
