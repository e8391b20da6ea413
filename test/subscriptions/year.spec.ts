import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createPaySimulator } from 'pay-simulator';
import type { PaySubscription, PaySubscriptions, PaySubscriptionsReport } from 'nestjs-pay/subscriptions';
import { GOOD_CARD } from '../cards.js';
import { Seeded } from '../chaos/seeded.js';
import { isFullSize } from '../full-size.js';
import { PAY } from '../packages.js';
import { noteSkipped } from '../skipped.mjs';
import { createDatabase, POSTGRES_URL } from '../stores/databases.js';
import { until } from '../until.js';
import { BOOKS_TABLE, startWorkers } from './fleet.js';

const DAY = 86_400_000;
const DAYS = 396;
const SIZE = isFullSize
  ? { subscriptions: 40, stepDays: 1, killEvery: 2 }
  : { subscriptions: 6, stepDays: 9, killEvery: 2 };
const START = Date.parse('2027-01-31T07:00:00Z');
const CHARGE = 'transactions.createTransaction';
const LIST = 'transactions.getLegacyTransactions:list';

const isBuilt = existsSync(PAY.command);
if (!isBuilt) noteSkipped('The year of subscriptions with three processes was skipped: npm run build first.');

/** Members of a stored subscription that this test reads. */
interface StoredRow {
  state: string;
  period: number;
  periodStart: number;
  isSent: boolean;
  orderCode: string | null;
}

/** Different periods, so that many are due on different days. */
const planOf = (index: number): Parameters<PaySubscriptions['subscribe']>[0] => ({
  id: `member-${index}`,
  amount: 500 + index,
  ...(
    [
      { interval: 'month' },
      { interval: 'week', intervalCount: 2 },
      { interval: 'month', trialDays: 14 },
    ] as const
  )[index % 3]!,
  timeZone: ['Europe/Athens', 'Europe/London', 'America/New_York'][index % 3] ?? 'UTC',
});

const onEnd: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of onEnd.reverse()) await close();
});

(isBuilt && POSTGRES_URL !== undefined ? describe : describe.skip)('13 months, three processes', () => {
  it(
    'charge each period once, although processes die at each step, responses are lost and cards are declined',
    async () => {
      const simulator = await createPaySimulator({
        clock: 'manual',
        seed: 'membership',
        now: new Date(START),
      });
      const { url, client } = await createDatabase(`subscriptions_${process.pid}`);
      await client.query(BOOKS_TABLE);
      const workers = startWorkers(3, simulator, url);
      onEnd.push(
        () => client.end(),
        () => simulator.close(),
        ...workers.map((worker) => () => Promise.resolve(worker.stop())),
      );
      const seeded = new Seeded(17);
      const random = (): number => seeded.fraction();
      const totals = { charged: 0, declined: 0, unknown: 0, failed: 0, ended: 0 };
      const now = (): number => simulator.clock.now();

      /** All processes run at the same time. One of them may die at a random statement. */
      const round = async (dies: boolean): Promise<void> => {
        const victim = Math.floor(random() * 3);
        const responses = await Promise.all(
          workers.map((worker, index) =>
            worker.call<PaySubscriptionsReport>({
              ...{ call: 'runDue', now: now() },
              ...(dies && index === victim && { dieAfter: 1 + Math.floor(random() * 24) }),
            }),
          ),
        );
        for (const response of responses)
          for (const name of Object.keys(totals) as (keyof typeof totals)[])
            totals[name] += response?.result[name] ?? 0;
      };
      /** Customers pay the open orders. */
      const payOrders = async (chance: number): Promise<void> => {
        const { rows } = await client.query<{ order_code: string }>(
          `select order_code from pay.subscriptions where order_code is not null and state <> 'ended'`,
        );
        for (const { order_code: code } of rows)
          if (random() < chance && simulator.orders.get(code).state === 0)
            simulator.checkout.pay(code, GOOD_CARD);
      };

      for (let index = 0; index < SIZE.subscriptions; index++) {
        const subscribed = await workers[0]!.call<PaySubscription>({
          ...{ call: 'subscribe', now: now(), options: planOf(index) },
        });
        expect(subscribed?.result.state).toBe('pending');
      }
      await payOrders(1);
      const always = { times: 'always' } as const;
      simulator.faults.add({ operation: CHARGE, ...always, kind: 'executed-but-lost', probability: 0.1 });
      simulator.faults.add({ operation: CHARGE, ...always, kind: 'reset-before', probability: 0.05 });
      simulator.faults.add({ operation: CHARGE, ...always, kind: 'status', status: 503, probability: 0.05 });
      const declined = { kind: 'success-false', errorCode: 502, errorText: 'Transaction failed' } as const;
      simulator.faults.add({ operation: CHARGE, ...always, ...declined, eventId: 10_051, probability: 0.15 });
      simulator.faults.add({ operation: CHARGE, ...always, ...declined, eventId: 10_041, probability: 0.03 });
      simulator.faults.add({
        operation: LIST,
        ...always,
        kind: 'no-transactions',
        probability: isFullSize ? 0.3 : 0.1,
      });
      simulator.faults.add({ operation: LIST, ...always, kind: 'reset-before', probability: 0.05 });

      for (let day = 0, count = 0; day < DAYS; day += SIZE.stepDays, count++) {
        await simulator.clock.advance(SIZE.stepDays * DAY);
        await round(count % SIZE.killEvery === 0);
        await payOrders(0.5);
      }
      // Everything that is open comes to its end.
      simulator.faults.list().forEach(({ faultId }) => simulator.faults.remove(faultId));
      const isOpen = async (): Promise<boolean> => {
        const { rows } = await client.query<{ data: string }>('select data from pay.subscriptions');
        return rows
          .map(({ data }) => JSON.parse(data) as StoredRow)
          .some(({ periodStart, isSent, orderCode }) => periodStart <= now() || isSent || orderCode !== null);
      };
      // Between rounds, only a dead process has a lease. It ends by the clock of the database, which does not run ahead.
      const isUnleased = async (): Promise<boolean> =>
        (await client.query('select from pay.subscriptions where leased_until > clock_timestamp()'))
          .rowCount === 0;
      for (let rounds = 0; rounds < 400 && (await isOpen()); rounds++) {
        await simulator.clock.advance(DAY / 12);
        await payOrders(1);
        await round(false);
        await until(isUnleased);
      }

      const charges = await client.query<{
        subscription: string;
        period: number;
        amount: string;
        transaction_id: string;
      }>('select subscription, period, amount, transaction_id from pay.subscription_charges');
      const made = simulator.transactions.list().filter(({ status, amount }) => status === 'F' && amount > 0);
      // The customer may pay the link while a retry of the card is uncertain. An event reports it, and the merchant refunds it.
      const twice = await client.query<{ amount: string; transaction_id: string }>(
        `select amount, transaction_id from books where type = 'paid_twice'`,
      );
      // The ledger equals the subscriptions' own books: the same transactions, with the same amounts.
      expect(
        [...charges.rows, ...twice.rows]
          .map(({ transaction_id, amount }) => `${transaction_id} ${amount}`)
          .sort(),
      ).toEqual(made.map(({ id, amount }) => `${id} ${amount}`).sort());
      // At most one charge of the card for each period.
      const byCard = made.filter(({ parentId }) => parentId !== null);
      expect(new Set(byCard.map(({ merchantTrns }) => merchantTrns)).size).toBe(byCard.length);
      const { rows: ended } = await client.query<{ subscription: string }>(
        `select subscription from books where type = 'ended'`,
      );
      expect(ended.length).toBeLessThan(SIZE.subscriptions / 2);
      // None is missing: each subscription is paid until today.
      const { rows } = await client.query<{ id: string; data: string }>(
        'select id, data from pay.subscriptions',
      );
      for (const { id, data } of rows) {
        const { period, periodStart, state } = JSON.parse(data) as StoredRow;
        const paid = charges.rows.filter(({ subscription }) => subscription === id).map((one) => one.period);
        expect(paid.sort((a, b) => a - b)).toEqual(Array.from({ length: period }, (_, index) => index));
        // A customer who did not pay a new-card order in time has ended, and the handlers recorded it.
        const isUnpaid = ended.some(({ subscription }) => subscription === id);
        expect({ id, state, isPaid: periodStart > now() }).toEqual(
          isUnpaid ? { id, state: 'ended', isPaid: false } : { id, state: 'active', isPaid: true },
        );
      }
      // Each handler ran once for each charge.
      const { rows: books } = await client.query<{ subscription: string; period: number }>(
        `select subscription, period from books where type = 'charged'`,
      );
      const nameOf = (one: { subscription: string; period: number }): string =>
        `${one.subscription}/${one.period}`;
      expect(books.map(nameOf).sort()).toEqual(charges.rows.map(nameOf).sort());
      const deaths = workers.reduce((sum, worker) => sum + worker.deaths, 0);
      if (isFullSize)
        process.stdout.write(
          `${made.length} payments, ${twice.rows.length} paid twice, ${deaths} kills, ${JSON.stringify(totals)}\n`,
        );
      expect(deaths).toBeGreaterThan(isFullSize ? 20 : 0);
      expect(totals.declined).toBeGreaterThan(isFullSize ? 20 : 0);
      expect(totals.unknown).toBeGreaterThan(isFullSize ? 20 : 0);
    },
    isFullSize ? 1_800_000 : 120_000,
  );
});
