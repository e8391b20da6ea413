import { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { payCallChannel, PayIdempotency, PayModule, PayTransaction, PayWallet, unwrap } from 'nestjs-pay';
import { pgliteStore, pgliteIdempotency } from 'nestjs-pay/pglite';
import { OnPaySubscription, PaySubscriptions, PaySubscriptionsModule } from 'nestjs-pay/subscriptions';
import type { PaySubscriptionEvent, PaySubscriptionsReport } from 'nestjs-pay/subscriptions';
import { PaySplitsModule } from 'nestjs-pay/splits';
import { PayTestingModule, PayTestSimulator } from 'nestjs-pay/testing';
import type { PaySimulator } from 'pay-simulator';
import { GOOD_CARD } from '../cards.js';
import { deleteRows, newPglite } from '../pglite.js';
import { withTimes } from '../times.js';
import { newSchema } from '../stores/databases.js';
import { until } from '../until.js';

const DAY = 86_400_000;
/** For the constructor, which checks the options first. */
const NO_PROVIDERS = [undefined, undefined] as never as [never, never];
const CHARGE = 'transactions.createTransaction';
const LIST = 'transactions.getLegacyTransactions:list';
const DECLINED_ONCE = { kind: 'success-false', errorCode: 502, errorText: 'Transaction failed' } as const;

/** What the handlers wrote, with the error that the next one throws, or whether it catches one of the database. */
const failing: { next: Error | 'caught' | null } = { next: null };

@Injectable()
class Members {
  @OnPaySubscription(
    'started',
    'charged',
    'declined',
    'card_needed',
    'past_due',
    'paid_twice',
    'missed',
    'returned',
    'unexpected_charge',
    'ended',
  )
  async note(event: PaySubscriptionEvent, @PayTransaction() db: PGlite): Promise<void> {
    await db.query('insert into notes (subscription, type, detail, at) values ($1, $2, $3, $4)', [
      event.subscription.id,
      event.type,
      JSON.stringify(event),
      new Date(simulator.clock.now()).toISOString(),
    ]);
    const { next } = failing;
    failing.next = null;
    if (next === 'caught') await db.query('select 1 / 0').catch(() => null);
    else if (next !== null) throw next;
  }
}

/** Runs once when the next charge begins, after the reads before it. */
const beforeCharge: { next: (() => void) | null } = { next: null };

let database: PGlite;
const schema = newSchema();
let app: INestApplication;
let subscriptions: PaySubscriptions;
let simulator: PaySimulator;
let wallet: PayWallet;

beforeAll(async () => {
  database = await newPglite();
  await database.query(
    'create table notes (place serial, subscription text, type text, detail text, at text)',
  );
});
afterAll(() => database.close());
afterEach(() => app.close());

beforeEach(() => boot());

async function boot(options: Partial<PaySubscriptionsOptions> = {}): Promise<void> {
  const now = (): Date => new Date(simulator?.clock.now() ?? Date.now());
  const nowOfKeys = (): Date => {
    beforeCharge.next?.();
    beforeCharge.next = null;
    return now();
  };
  await database.query('delete from notes');
  await deleteRows(database, schema);
  const module = await Test.createTestingModule({
    imports: [
      await PayTestingModule.forRoot({
        idempotency: pgliteIdempotency(database, withTimes({ schema, now: nowOfKeys, lookupMs: 200 })),
        simulator: { clock: 'manual', now: new Date('2027-01-31T07:00:00Z') },
        webhooks: { path: 'hooks' },
        tokens: 'shared',
      }),
      PaySubscriptionsModule.forRoot({ store: pgliteStore(database, { schema, now }), ...options }),
    ],
    providers: [Members],
  }).compile();
  app = module.createNestApplication({ rawBody: true, logger: false });
  await app.init();
  subscriptions = app.get(PaySubscriptions);
  wallet = app.get(PayWallet);
  simulator = app.get(PayTestSimulator);
}

/** Starts the application again, with other options and an empty database. */
async function reboot(options: Partial<PaySubscriptionsOptions>): Promise<void> {
  await app.close();
  await boot(options);
}

type PaySubscriptionsOptions = Parameters<typeof PaySubscriptionsModule.forRoot>[0];

/** A month in Athens, from 31 January 2027, 09:00. */
type SubscribeOptions = Parameters<PaySubscriptions['subscribe']>[0];
const COFFEE: SubscribeOptions = {
  id: 'coffee',
  amount: 990,
  interval: 'month',
  timeZone: 'Europe/Athens',
};

const orderOf = (url: string | null | undefined): string => new URL(url ?? '').searchParams.get('ref') ?? '';

async function start(options: Partial<SubscribeOptions> = {}): Promise<void> {
  const { id, checkoutUrl } = await subscriptions.subscribe({ ...COFFEE, ...options });
  simulator.checkout.pay(orderOf(checkoutUrl), GOOD_CARD);
  await until(async () => (await subscriptions.get(id))?.state === 'active');
}

/** Moves the clock to a time and runs. */
async function runAt(time: string): Promise<PaySubscriptionsReport> {
  await simulator.clock.advance(Date.parse(time) - simulator.clock.now());
  return subscriptions.runDue();
}

const events = async (): Promise<string[]> =>
  (await database.query<{ type: string }>('select type from notes order by place')).rows.map(
    ({ type }) => type,
  );
/** Events after the first payment, with the day and hour of the run. */
const timesOf = async (): Promise<string[]> => {
  const { rows } = await database.query<{ type: string; at: string }>(
    "select type, at from notes where type <> 'started' order by place offset 1",
  );
  return rows.map(({ type, at }) => `${at.slice(5, 13)} ${type}`);
};
const lastEvent = async <Event>(): Promise<Event> => {
  const { rows } = await database.query<{ detail: string }>(
    'select detail from notes order by place desc limit 1',
  );
  return JSON.parse(rows[0]?.detail ?? 'null') as Event;
};
/** What the service charged: amounts of recurring charges with their references. */
const charged = (): (readonly [string | undefined, number])[] =>
  simulator.transactions
    .list()
    .filter(({ status, parentId }) => status === 'F' && parentId !== null)
    .map(({ merchantTrns, amount }) => [merchantTrns, amount] as const);

describe('a subscription', () => {
  it('saves the card with the first payment, and charges each period once, on the last day of short months', async () => {
    await start();
    expect(await events()).toEqual(['started', 'charged']);
    expect(await runAt('2027-02-28T06:59:00Z')).toMatchObject({ charged: 0 });
    expect(await runAt('2027-02-28T07:00:00Z')).toMatchObject({ status: 'done', charged: 1 });
    expect(await subscriptions.runDue()).toMatchObject({ charged: 0 });
    // Summer time has begun: 09:00 in Athens is 06:00 UTC.
    expect(await runAt('2027-03-31T06:00:00Z')).toMatchObject({ charged: 1 });
    expect(charged()).toEqual([
      ['coffee/1', 990],
      ['coffee/2', 990],
    ]);
    const books = await subscriptions.charges('coffee');
    expect(books.map(({ period, periodStart }) => [period, periodStart.toISOString()])).toEqual([
      [0, '2027-01-31T07:00:00.000Z'],
      [1, '2027-02-28T07:00:00.000Z'],
      [2, '2027-03-31T06:00:00.000Z'],
    ]);
  });

  it('returns the same order until it is paid, and starts without a webhook', async () => {
    const { checkoutUrl } = await subscriptions.subscribe(COFFEE);
    expect((await subscriptions.subscribe(COFFEE)).checkoutUrl).toBe(checkoutUrl);
    simulator.faults.add({ operation: LIST, kind: 'no-transactions' });
    for (const { id } of simulator.webhooks.list()) simulator.webhooks.remove(id);
    simulator.checkout.pay(orderOf(checkoutUrl), GOOD_CARD);
    await runAt('2027-01-31T07:02:00Z');
    expect(await subscriptions.get('coffee')).toMatchObject({ state: 'pending' });
    await runAt('2027-01-31T07:10:00Z');
    expect(await subscriptions.get('coffee')).toMatchObject({
      state: 'active',
      period: 1,
      checkoutUrl: null,
    });
    await expect(subscriptions.subscribe(COFFEE)).rejects.toMatchObject({
      code: 'already-started',
      message: "id must be new: the subscription 'coffee' has already started",
    });
  });

  it('ends if its first order is never paid, and can be started again', async () => {
    await subscriptions.subscribe(COFFEE);
    await runAt('2027-01-31T09:00:00Z');
    expect(await subscriptions.get('coffee')).toMatchObject({ state: 'ended', endReason: 'not_started' });
    await start();
  });

  it('verifies the card for a trial, and charges at its end', async () => {
    await start({ trialDays: 14 });
    expect(await lastEvent()).toMatchObject({ type: 'started', trialEndsAt: '2027-02-14T07:00:00.000Z' });
    expect(await events()).toEqual(['started']);
    await runAt('2027-02-14T07:00:00Z');
    expect(charged()).toEqual([['coffee/0', 990]]);
    expect(await subscriptions.get('coffee')).toMatchObject({
      period: 1,
      periodStart: new Date('2027-03-14T07:00:00Z'),
    });
  });

  it('charges a changed price from the next period that no charge was attempted for', async () => {
    await start();
    simulator.faults.add({ operation: CHARGE, ...DECLINED_ONCE, eventId: 10_051 });
    await runAt('2027-02-28T07:00:00Z');
    await subscriptions.changePrice('coffee', 1290);
    await runAt('2027-03-01T07:00:00Z');
    await runAt('2027-03-31T06:00:00Z');
    expect(charged()).toEqual([
      ['coffee/1', 990],
      ['coffee/2', 1290],
    ]);
  });

  it('skips periods that start during a pause', async () => {
    await start();
    await subscriptions.pause('coffee');
    await runAt('2027-03-31T06:01:00Z');
    expect(await subscriptions.get('coffee')).toMatchObject({ state: 'paused', period: 1 });
    expect(await subscriptions.resume('coffee')).toMatchObject({ state: 'active', period: 3 });
    await runAt('2027-04-30T06:00:00Z');
    expect(charged()).toEqual([['coffee/3', 990]]);
  });

  it('ends at the end of the paid period, unless the cancellation is taken back', async () => {
    await start();
    await subscriptions.cancel('coffee');
    await subscriptions.resume('coffee');
    await runAt('2027-02-28T07:00:00Z');
    await subscriptions.cancel('coffee');
    expect(await subscriptions.runDue()).toMatchObject({ ended: 0 });
    expect(await runAt('2027-03-31T06:00:00Z')).toMatchObject({ ended: 1, charged: 0 });
    expect(await lastEvent()).toMatchObject({
      type: 'ended',
      reason: 'canceled',
      subscription: { state: 'ended' },
    });
    await expect(subscriptions.pause('coffee')).rejects.toMatchObject({
      code: 'ended',
      message: "The subscription 'coffee' has ended: start another one with subscribe()",
      status: 409,
      response: { statusCode: 409, code: 'ended', message: 'The subscription has ended.' },
    });
  });

  it('ends at once, and cancels its open order', async () => {
    const { checkoutUrl } = await subscriptions.subscribe(COFFEE);
    await subscriptions.cancel('coffee', { at: 'now' });
    expect(await subscriptions.runDue()).toMatchObject({ ended: 1 });
    expect(simulator.orders.get(orderOf(checkoutUrl)).state).toBe(2);
  });
});

describe('a declined charge', () => {
  it('is retried after 1, 3 and 5 days, then needs a card, becomes past due, and ends', async () => {
    await start();
    // The issuer declines this test amount for insufficient funds.
    await subscriptions.changePrice('coffee', 9951);
    for (let day = 0; day <= 22; day++)
      await runAt(new Date(Date.parse('2027-02-28T07:00:00Z') + day * DAY).toISOString());
    const { rows } = await database.query<{ type: string; detail: string }>(
      'select type, detail from notes order by place offset 2',
    );
    expect(rows.map(({ type }) => type)).toEqual([
      ...['declined', 'declined', 'declined', 'declined', 'card_needed', 'past_due', 'ended'],
    ]);
    const declines = rows.slice(0, 4).map(({ detail }) => JSON.parse(detail) as { retryAt: string | null });
    expect(declines.map(({ retryAt }) => retryAt?.slice(0, 10))).toEqual([
      ...['2027-03-01', '2027-03-03', '2027-03-05', undefined],
    ]);
    expect(await lastEvent()).toMatchObject({ reason: 'unpaid', subscription: { state: 'ended' } });
    const { checkoutUrl } = JSON.parse(rows[4]?.detail ?? '') as { checkoutUrl: string };
    expect(simulator.orders.get(orderOf(checkoutUrl)).state).toBe(2);
    expect(charged()).toEqual([]);
  });

  it('needs a card at once if the decline is hard, and charges the new card from then on', async () => {
    await start();
    simulator.faults.add({ operation: CHARGE, ...DECLINED_ONCE, eventId: 10_041 });
    expect(await runAt('2027-02-28T07:00:00Z')).toMatchObject({ declined: 1, charged: 0 });
    expect(await events()).toEqual(['started', 'charged', 'declined', 'card_needed']);
    const { checkoutUrl } = await lastEvent<{ checkoutUrl: string }>();
    const paid = simulator.checkout.pay(orderOf(checkoutUrl), GOOD_CARD);
    await until(async () => (await events()).at(-1) === 'charged');
    const second = paid.kind === 'approved' ? paid.transaction.id : '';
    await runAt('2027-03-31T06:00:00Z');
    expect(simulator.transactions.list().filter(({ parentId }) => parentId === second)).toHaveLength(1);
    expect((await subscriptions.charges('coffee')).map(({ period }) => period)).toEqual([0, 1, 2]);
  });

  it('is not retried if the service approved it after all', async () => {
    await start();
    simulator.faults.add({ operation: CHARGE, ...DECLINED_ONCE, eventId: 10_051 });
    await runAt('2027-02-28T07:00:00Z');
    const [{ transactionId } = { transactionId: '' }] = await subscriptions.charges('coffee');
    unwrap(
      await wallet.transactions.createTransaction({
        id: transactionId,
        amount: 990,
        merchantTrns: 'coffee/1',
      }),
    );
    expect(await runAt('2027-03-01T07:00:00Z')).toMatchObject({ charged: 1 });
    expect(charged()).toHaveLength(1);
  });

  it('reports the second payment if the customer pays the order of a charge that was approved after all', async () => {
    await start();
    simulator.faults.add({ operation: CHARGE, ...DECLINED_ONCE, eventId: 10_041 });
    await runAt('2027-02-28T07:00:00Z');
    const { checkoutUrl } = await lastEvent<{ checkoutUrl: string }>();
    const [{ transactionId: id } = { transactionId: '' }] = await subscriptions.charges('coffee');
    const charge = { id, amount: 990, merchantTrns: 'coffee/1' };
    const { TransactionId: second } = unwrap(await wallet.transactions.createTransaction(charge));
    simulator.deliveries.hold();
    simulator.checkout.pay(orderOf(checkoutUrl), GOOD_CARD);
    // The list was seen to be empty for paid orders, so it is read again after the order is canceled.
    simulator.faults.add({ operation: LIST, kind: 'no-transactions' });
    await runAt('2027-02-28T08:00:00Z');
    expect(await subscriptions.charges('coffee')).toHaveLength(2);
    expect(await lastEvent()).toMatchObject({
      type: 'paid_twice',
      period: 1,
      amount: 990,
      transactionId: second,
    });
  });

  it.each([2, 3, 4, 5])(
    'reports the second payment although list %s of the service is empty',
    async (empty) => {
      await start();
      simulator.faults.add({ operation: CHARGE, ...DECLINED_ONCE, eventId: 10_041 });
      await runAt('2027-02-28T07:00:00Z');
      const { checkoutUrl } = await lastEvent<{ checkoutUrl: string }>();
      const [{ transactionId: id } = { transactionId: '' }] = await subscriptions.charges('coffee');
      const charge = { id, amount: 990, merchantTrns: 'coffee/1' };
      const { TransactionId: second } = unwrap(await wallet.transactions.createTransaction(charge));
      simulator.deliveries.hold();
      simulator.checkout.pay(orderOf(checkoutUrl), GOOD_CARD);
      // The order's payment shows first in the third list, after the order is canceled.
      simulator.faults.add({ operation: LIST, kind: 'no-transactions' });
      let lists = 0;
      const count = ({ operation }: { operation: string }): void => {
        if (operation === LIST && ++lists === empty)
          simulator.faults.add({ operation: LIST, kind: 'no-transactions' });
      };
      payCallChannel.start.subscribe(count as never);
      await runAt('2027-02-28T08:00:00Z');
      payCallChannel.start.unsubscribe(count as never);
      await runAt('2027-03-01T08:00:00Z');
      expect(await events()).toContain('paid_twice');
      expect(await lastEvent()).toMatchObject({ type: 'paid_twice', transactionId: second });
    },
  );
});

describe('an uncertain charge', () => {
  /** Makes the first renewal, and loses its response and all reads after it. */
  async function loseCharge(): Promise<void> {
    simulator.faults.add({ operation: CHARGE, kind: 'executed-but-lost' });
    beforeCharge.next = () => {
      for (const operation of [LIST, 'transactions.getTransactionById'])
        simulator.faults.add({ operation, kind: 'reset-before', times: 5 });
    };
    expect(await runAt('2027-02-28T07:00:00Z')).toMatchObject({ charged: 0, unknown: 1 });
  }

  it('is made once if its response is lost', async () => {
    await start();
    await loseCharge();
    // A charge in progress is no failure, and keeps its amount.
    await subscriptions.changePrice('coffee', 1290);
    simulator.faults.list().forEach(({ faultId }) => simulator.faults.remove(faultId));
    expect(await runAt('2027-02-28T07:05:00Z')).toMatchObject({ charged: 1 });
    expect(charged()).toEqual([['coffee/1', 990]]);
    expect(await lastEvent()).toMatchObject({ type: 'charged', amount: 990 });
  });

  it('is recorded although the clock of the process that sent it was a day ahead', async () => {
    await start();
    await loseCharge();
    simulator.faults.list().forEach(({ faultId }) => simulator.faults.remove(faultId));
    await database.query(
      `update ${schema}.idempotency_keys
       set outcome_lookup = jsonb_set(outcome_lookup::jsonb || '{"clock":"service"}', '{sentAt}', '"2027-03-01T07:00:00Z"')::text`,
    );
    expect(await runAt('2027-02-28T09:00:00Z')).toMatchObject({ charged: 1 });
    expect(charged()).toHaveLength(1);
  });

  it.each([
    ['fails', new Error('no mail today')],
    ['catches an error of the database, which rolls back the record', 'caught'],
  ] as const)('is recorded once if a handler %s', async (_, next) => {
    await start();
    failing.next = next;
    expect(await runAt('2027-02-28T07:00:00Z')).toMatchObject({ charged: 0, failed: 1 });
    expect(await events()).toEqual(['started', 'charged']);
    expect(await runAt('2027-02-28T07:05:00Z')).toMatchObject({ charged: 1 });
    expect(await events()).toEqual(['started', 'charged', 'charged']);
    expect(charged()).toHaveLength(1);
  });

  it('is no decline if the account may not charge', async () => {
    await start();
    simulator.permissions.set({ allowRecurringAndCaptures: false });
    expect(await runAt('2027-02-28T07:00:00Z')).toMatchObject({ declined: 0, failed: 1 });
    simulator.permissions.set({ allowRecurringAndCaptures: true });
    expect(await runAt('2027-02-28T08:00:00Z')).toMatchObject({ charged: 1 });
  });
});

/** Runs twice a day, as often as the jobs of a busy shop. */
async function runDaily(from: string, to: string): Promise<void> {
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY / 2)
    await runAt(new Date(at).toISOString());
}

describe('a late run', () => {
  it('becomes past due on its day, although retries follow, and ends after all of them', async () => {
    await reboot({ retryDays: [7, 14, 21], endAfterDays: 28 });
    await start();
    await subscriptions.changePrice('coffee', 9951);
    await runDaily('2027-02-28T07:00:00Z', '2027-03-29T07:00:00Z');
    expect(await timesOf()).toEqual([
      ...['02-28T07 declined', '03-07T07 card_needed', '03-07T07 past_due', '03-07T07 declined'],
      ...['03-14T07 declined', '03-21T07 declined', '03-28T07 ended'],
    ]);
  });

  it('counts the days of a decline from the first attempt, after an outage of 17 days', async () => {
    await start();
    await subscriptions.changePrice('coffee', 9951);
    await runDaily('2027-03-17T07:00:00Z', '2027-04-08T07:00:00Z');
    expect(await timesOf()).toEqual([
      ...['03-17T07 declined', '03-18T07 declined', '03-20T07 declined', '03-22T07 declined'],
      ...['03-22T07 card_needed', '03-24T07 past_due', '04-07T07 ended'],
    ]);
  });

  it('leaves the customer the link for linkDays, if the outage came before the link', async () => {
    await reboot({ linkDays: 6 });
    await start();
    await subscriptions.changePrice('coffee', 9951);
    await runAt('2027-02-28T07:00:00Z');
    await runDaily('2027-03-30T07:00:00Z', '2027-04-06T07:00:00Z');
    expect(await timesOf()).toEqual([
      ...['02-28T07 declined', '03-30T07 card_needed', '03-30T07 past_due', '03-30T07 declined'],
      ...['04-01T07 declined', '04-03T07 declined', '04-05T07 ended'],
    ]);
  });

  it('closes the order when a retry succeeds while the customer has the link', async () => {
    await reboot({ retryDays: [10] });
    await start();
    simulator.faults.add({ operation: CHARGE, ...DECLINED_ONCE, eventId: 10_051 });
    await runAt('2027-02-28T07:00:00Z');
    await runAt('2027-03-07T07:00:00Z');
    const { checkoutUrl } = await lastEvent<{ checkoutUrl: string }>();
    expect(await runAt('2027-03-10T07:00:00Z')).toMatchObject({ charged: 1 });
    expect(simulator.orders.get(orderOf(checkoutUrl)).state).toBe(2);
    expect(await subscriptions.get('coffee')).toMatchObject({
      state: 'active',
      period: 2,
      checkoutUrl: null,
    });
  });

  it.each([
    [
      { retryDays: [7, 14, 21] },
      'endAfterDays must be at least 26, the last of retryDays (21) and linkDays (5)',
    ],
    [{ linkDays: 17 }, 'endAfterDays must be at least 22'],
    [{ pastDueAfterDays: 21 }, 'pastDueAfterDays must be less than endAfterDays (21)'],
  ])('stops the boot with settings that cannot work: %j', (settings, message) => {
    const module = () => new PaySubscriptions({ store: pgliteStore(database), ...settings }, ...NO_PROVIDERS);
    expect(module).toThrow(message);
  });

  it('moves no billing day if its webhook is late: the time of the payment is the one of the service', async () => {
    await simulator.clock.advance(Date.parse('2027-01-31T21:59:40Z') - simulator.clock.now());
    const { checkoutUrl } = await subscriptions.subscribe(COFFEE);
    simulator.deliveries.hold();
    simulator.checkout.pay(orderOf(checkoutUrl), GOOD_CARD);
    await simulator.clock.advance('1 hour');
    await simulator.deliveries.release();
    await until(async () => (await subscriptions.get('coffee'))?.state === 'active');
    expect(await subscriptions.get('coffee')).toMatchObject({
      periodStart: new Date('2027-02-28T21:59:40Z'),
    });
    const [{ chargedAt } = { chargedAt: null }] = await subscriptions.charges('coffee');
    expect(chargedAt).toEqual(new Date('2027-01-31T21:59:40Z'));
  });
});

describe('a pause', () => {
  it('keeps a declined period open, and skips those that start in it', async () => {
    await start();
    simulator.faults.add({ operation: CHARGE, ...DECLINED_ONCE, eventId: 10_051 });
    await runAt('2027-02-28T07:00:00Z');
    await subscriptions.pause('coffee');
    await runAt('2027-04-28T07:00:00Z');
    await subscriptions.resume('coffee');
    await runDaily('2027-04-29T07:00:00Z', '2027-05-01T07:00:00Z');
    expect(charged()).toEqual([
      ['coffee/1', 990],
      ['coffee/3', 990],
    ]);
  });

  it('does not count as days of a decline', async () => {
    await start();
    await subscriptions.changePrice('coffee', 9951);
    await runAt('2027-02-28T07:00:00Z');
    await subscriptions.pause('coffee');
    await runAt('2027-04-09T07:00:00Z');
    await subscriptions.resume('coffee');
    await runDaily('2027-04-09T07:00:00Z', '2027-05-01T07:00:00Z');
    expect(await timesOf()).toEqual([
      ...['02-28T07 declined', '04-10T07 declined', '04-12T07 declined', '04-14T07 declined'],
      ...['04-14T07 card_needed', '04-16T07 past_due', '04-30T07 ended'],
    ]);
  });

  it('records a link that is paid during it, without a webhook', async () => {
    await start();
    simulator.faults.add({ operation: CHARGE, ...DECLINED_ONCE, eventId: 10_041 });
    await runAt('2027-02-28T07:00:00Z');
    const { checkoutUrl } = await lastEvent<{ checkoutUrl: string }>();
    await subscriptions.pause('coffee');
    await runAt('2027-03-01T07:00:00Z');
    for (const { id } of simulator.webhooks.list()) simulator.webhooks.remove(id);
    simulator.checkout.pay(orderOf(checkoutUrl), GOOD_CARD);
    expect(await runAt('2027-03-02T07:00:00Z')).toMatchObject({ charged: 1 });
    expect(await subscriptions.get('coffee')).toMatchObject({
      state: 'paused',
      period: 2,
      checkoutUrl: null,
    });
    expect(await runAt('2027-04-01T07:00:00Z')).toMatchObject({ charged: 0 });
  });

  it.each(['pause', 'cancel'] as const)(
    'holds for a run that has read the subscription before: %s',
    async (method) => {
      await start();
      let changed: Promise<unknown> | undefined;
      const change = ({ operation }: { operation: string }): void => {
        if (operation === LIST) changed ??= subscriptions[method]('coffee');
      };
      payCallChannel.start.subscribe(change as never);
      await runAt('2027-02-28T07:00:00Z');
      payCallChannel.start.unsubscribe(change as never);
      await changed;
      expect(await subscriptions.get('coffee')).toMatchObject({
        state: method === 'pause' ? 'paused' : 'ended',
      });
      expect(charged()).toEqual([]);
    },
  );
});

describe('periods that passed without a run', () => {
  const after100Days = '2027-05-11T07:00:00Z';
  async function runTimes(times: number): Promise<void> {
    for (let run = 0; run < times; run++) await subscriptions.runDue();
  }

  it('are left out with an event, so that the card is charged for the present period only', async () => {
    await start();
    await runAt(after100Days);
    await runTimes(3);
    expect(charged()).toEqual([['coffee/3', 990]]);
    expect(await events()).toEqual(['started', 'charged', 'missed', 'charged']);
    await runAt('2027-05-31T06:00:00Z');
    expect(charged()).toHaveLength(2);
  });

  it('are charged one on each day, however often it runs', async () => {
    await reboot({ missedPeriods: 'collect' });
    await start({ interval: 'day' });
    await runAt('2027-02-10T07:00:00Z');
    await runTimes(3);
    expect(charged()).toEqual([['coffee/1', 990]]);
    await runDaily('2027-02-10T19:00:00Z', '2027-02-12T19:00:00Z');
    await runTimes(2);
    expect(charged()).toHaveLength(3);
    expect(await events()).not.toContain('missed');
  });

  it('are counted without those that started in a pause', async () => {
    await start();
    await simulator.clock.advance(Date.parse('2027-03-10T07:00:00Z') - simulator.clock.now());
    await subscriptions.pause('coffee');
    await simulator.clock.advance(Date.parse('2027-04-10T07:00:00Z') - simulator.clock.now());
    await subscriptions.resume('coffee');
    await runAt(after100Days);
    const { rows } = await database.query<{ detail: string }>(
      "select detail from notes where type = 'missed'",
    );
    expect(rows.map(({ detail }) => JSON.parse(detail) as unknown)).toMatchObject([{ period: 1, count: 1 }]);
    expect(charged()).toEqual([['coffee/3', 990]]);
  });

  it('are charged one on each day of the runs, at the times of the service, whatever clock the runs have', async () => {
    await reboot({ missedPeriods: 'collect' });
    await start({ interval: 'day' });
    const now = new Date('2027-02-10T07:00:00Z');
    for (let run = 0; run < 3; run++) await subscriptions.runDue(now);
    expect(charged()).toEqual([['coffee/1', 990]]);
    const [, second] = await subscriptions.charges('coffee');
    expect(second?.chargedAt).toEqual(new Date(simulator.clock.now()));
  });

  it.each(['collect', 'skip'] as const)('wait for an answer: %s', async (answer) => {
    await reboot({ missedPeriods: 'ask' });
    await start();
    await runAt(after100Days);
    expect(charged()).toEqual([]);
    expect(await lastEvent()).toMatchObject({
      type: 'missed',
      period: 1,
      count: 2,
      amount: 990,
      choice: 'ask',
    });
    await runAt('2027-05-12T07:00:00Z');
    await subscriptions.answerMissed('coffee', answer);
    await runDaily('2027-05-12T07:00:00Z', '2027-05-20T07:00:00Z');
    expect(charged().map(([reference]) => reference)).toEqual(
      answer === 'skip' ? ['coffee/3'] : ['coffee/1', 'coffee/2', 'coffee/3'],
    );
    expect((await events()).filter((type) => type === 'missed')).toHaveLength(1);
    await expect(subscriptions.answerMissed('coffee', answer)).rejects.toMatchObject({
      code: 'nothing-missed',
      status: 409,
    });
  });
});

describe('money that moved without it', () => {
  const firstCharge = async (): Promise<string> =>
    (await subscriptions.charges('coffee'))[0]?.transactionId ?? '';

  it('notices a refund by its event, and shows it in its charges', async () => {
    await start();
    unwrap(await wallet.transactions.cancelTransaction(await firstCharge(), { amount: 490 }));
    await until(async () => (await events()).at(-1) === 'returned');
    expect(await lastEvent()).toMatchObject({ period: 0, refunded: 490, disputed: 0 });
    expect(await subscriptions.charges('coffee')).toMatchObject([{ amount: 990, refunded: 490 }]);
    await runAt('2027-02-28T07:00:00Z');
    expect(await events()).toEqual(['started', 'charged', 'returned', 'charged']);
  });

  it('notices a dispute and its end before the next charge, because no event tells them', async () => {
    await start();
    const id = await firstCharge();
    simulator.trigger('dispute', { transactionId: id });
    await runAt('2027-02-28T07:00:00Z');
    expect(await subscriptions.charges('coffee')).toMatchObject([
      { refunded: 0, disputed: 990 },
      { disputed: 0 },
    ]);
    simulator.trigger('dispute-lost', { transactionId: id });
    await runAt('2027-03-31T06:00:00Z');
    expect((await subscriptions.charges('coffee'))[0]).toMatchObject({ refunded: 990, disputed: 0 });
    expect((await events()).filter((type) => type === 'returned')).toHaveLength(2);
  });

  it('counts a credit to the card, which may be a fast refund, as returned', async () => {
    await start();
    simulator.trigger('payout', { transactionId: await firstCharge(), amount: 55 });
    await runAt('2027-02-28T07:00:00Z');
    expect((await subscriptions.charges('coffee'))[0]).toMatchObject({ refunded: 55, disputed: 0 });
  });

  it('notices charges of the card that it did not make, once each', async () => {
    await start();
    const id = await firstCharge();
    await runAt('2027-02-28T07:00:00Z');
    for (const { id: webhook } of simulator.webhooks.list()) simulator.webhooks.remove(webhook);
    unwrap(await wallet.transactions.createTransaction({ id, amount: 500, merchantTrns: 'by hand' }));
    unwrap(await wallet.transactions.createTransaction({ id, amount: 990, merchantTrns: 'coffee/1' }));
    await runAt('2027-03-31T06:00:00Z');
    await runAt('2027-04-30T06:00:00Z');
    expect(await events()).toEqual([
      ...['started', 'charged', 'charged', 'unexpected_charge', 'paid_twice', 'charged', 'charged'],
    ]);
  });

  it('takes its own charges for its own', async () => {
    await start();
    await runAt('2027-02-28T07:00:00Z');
    await runAt('2027-03-31T06:00:00Z');
    await simulator.clock.advance('1 hour');
    await subscriptions.runDue();
    expect(await events()).toEqual(['started', 'charged', 'charged', 'charged']);
  });
});

describe('a charge that waits because the service lists no payments', () => {
  const days = (day: number): string =>
    new Date(Date.parse('2027-02-28T07:00:00Z') + day * DAY).toISOString();
  const hideLists = () => simulator.faults.add({ operation: LIST, kind: 'no-transactions', times: 'always' });

  it('is made once after a person found that the period is not paid', async () => {
    await start();
    hideLists();
    expect(await runAt(days(0))).toMatchObject({ charged: 0, failed: 1 });
    await expect(subscriptions.resolve('coffee', 0, 'not-paid')).rejects.toMatchObject({
      code: 'in-progress',
    });
    expect(await runAt(days(1))).toMatchObject({ charged: 0, failed: 1 });
    await subscriptions.resolve('coffee', 1, 'not-paid');
    expect(await subscriptions.runDue()).toMatchObject({ charged: 1, failed: 0 });
    expect(charged()).toEqual([['coffee/1', 990]]);
    // The answer is about one period.
    expect(await runAt('2027-03-31T06:00:00Z')).toMatchObject({ charged: 0, failed: 1 });
  });

  it('is made once, too, if an earlier request never arrived', async () => {
    await start();
    simulator.faults.add({ operation: CHARGE, kind: 'reset-before' });
    beforeCharge.next = () => void hideLists();
    expect(await runAt(days(0))).toMatchObject({ unknown: 1 });
    expect(await runAt(days(1))).toMatchObject({ charged: 0, unknown: 1 });
    await subscriptions.resolve('coffee', 1, 'not-paid');
    expect(await subscriptions.runDue()).toMatchObject({ charged: 1 });
    expect(charged()).toEqual([['coffee/1', 990]]);
  });

  it('is not repeated after a decline without another answer', async () => {
    await start();
    hideLists();
    simulator.faults.add({ operation: CHARGE, ...DECLINED_ONCE, eventId: 10_051 });
    await runAt(days(0));
    await subscriptions.resolve('coffee', 1, 'not-paid');
    expect(await subscriptions.runDue()).toMatchObject({ declined: 1 });
    // The service was seen to approve a declined charge later.
    expect(await runAt(days(2))).toMatchObject({ charged: 0, failed: 1 });
  });

  it('is recorded by the ID of the payment that a person found, and never repeated', async () => {
    await start();
    simulator.faults.add({ operation: CHARGE, kind: 'executed-but-lost' });
    beforeCharge.next = () => void hideLists();
    expect(await runAt(days(0))).toMatchObject({ charged: 0, unknown: 1 });
    const [found] = simulator.transactions.list().filter(({ merchantTrns }) => merchantTrns === 'coffee/1');
    const paid = found?.id ?? '';
    const period = await subscriptions.resolve('coffee', 1, { paid: paid.toUpperCase() });
    expect(period).toMatchObject({ state: 'active', period: 2 });
    expect((await subscriptions.charges('coffee'))[1]).toMatchObject({
      period: 1,
      amount: 990,
      transactionId: paid,
    });
    expect(await lastEvent()).toMatchObject({ type: 'charged', period: 1, transactionId: paid });
    expect(await app.get(PayIdempotency).unresolved()).toEqual([]);
    await expect(subscriptions.resolve('coffee', 1, { paid })).rejects.toMatchObject({ code: 'in-progress' });
    simulator.faults.list().forEach(({ faultId }) => simulator.faults.remove(faultId));
    await runAt('2027-03-31T06:00:00Z');
    expect(charged()).toEqual([
      ['coffee/1', 990],
      ['coffee/2', 990],
    ]);
  });

  it('is not made again if its response is known and only its record is missing', async () => {
    await start();
    failing.next = new Error('no mail today');
    await runAt(days(0));
    hideLists();
    expect(await runAt(days(1))).toMatchObject({ charged: 0, unknown: 1 });
    await expect(subscriptions.resolve('coffee', 1, 'not-paid')).rejects.toMatchObject({
      code: 'in-progress',
    });
    const [found] = simulator.transactions.list().filter(({ merchantTrns }) => merchantTrns === 'coffee/1');
    expect(await subscriptions.resolve('coffee', 1, { paid: found?.id ?? '' })).toMatchObject({ period: 2 });
    expect(charged()).toHaveLength(1);
  });

  it('is resolved by a payment of the service only, that no other period has', async () => {
    await start({ id: 'water' });
    await start();
    hideLists();
    await runAt(days(0));
    const resolve = (outcome: unknown) => subscriptions.resolve('coffee', 1, outcome as never);
    await expect(resolve('paid')).rejects.toMatchObject({ code: 'invalid' });
    await expect(resolve({ paid: 'slip 17' })).rejects.toMatchObject({ code: 'invalid' });
    await expect(resolve({ paid: '3f1c4f44-5d0a-4bb6-9f42-3c0c2b0c9d11' })).rejects.toMatchObject({
      code: 'notfound',
    });
    const [ofOther] = await subscriptions.charges('water');
    await expect(resolve({ paid: ofOther?.transactionId })).rejects.toMatchObject({ code: 'invalid' });
    const [first] = await subscriptions.charges('coffee');
    await expect(resolve({ paid: first?.transactionId })).rejects.toMatchObject({ code: 'invalid' });
    const refund = unwrap(
      await wallet.transactions.cancelTransaction(first?.transactionId ?? '', { amount: 990 }),
    );
    await expect(resolve({ paid: refund.TransactionId })).rejects.toMatchObject({ code: 'invalid' });
    await expect(subscriptions.resolve('tea', 1, 'not-paid')).rejects.toMatchObject({ code: 'not-found' });
    expect(await subscriptions.get('coffee')).toMatchObject({ period: 1 });
    expect(await subscriptions.runDue()).toMatchObject({ charged: 0 });
  });
});

describe('a restored database', () => {
  it('charges no period twice that was charged after the dump', async () => {
    await reboot({ missedPeriods: 'collect' });
    for (let member = 0; member < 5; member++) await start({ id: `member-${member}`, interval: 'week' });
    await runAt('2027-02-07T07:00:00Z');
    const dump = await database.dumpDataDir('none');
    await runAt('2027-02-14T07:00:00Z');
    await runAt('2027-02-21T07:00:00Z');
    const before = charged();
    expect(before).toHaveLength(15);
    const restored = await PGlite.create({ loadDataDir: dump });
    const now = (): Date => new Date(simulator.clock.now());
    const { merchant } = simulator.credentials;
    const again = await Test.createTestingModule({
      imports: [
        PayModule.forRoot({
          wallet: { ...merchant, dev: true, endpoints: simulator.endpoints },
          tokens: 'shared',
          idempotency: pgliteIdempotency(restored, { schema, now }),
        }),
        PaySubscriptionsModule.forRoot({
          store: pgliteStore(restored, { schema, now }),
          missedPeriods: 'collect',
        }),
      ],
    }).compile();
    await again.init();
    try {
      simulator.faults.add({ operation: LIST, kind: 'no-transactions' });
      // An empty list is no proof, so one charge waits.
      expect(await again.get(PaySubscriptions).runDue()).toMatchObject({ charged: 8, failed: 1 });
      await simulator.clock.advance('1 hour');
      expect(await again.get(PaySubscriptions).runDue()).toMatchObject({ charged: 2, failed: 0 });
      expect(charged()).toEqual(before);
      const books = await again.get(PaySubscriptions).charges('member-3');
      expect(books).toEqual(await subscriptions.charges('member-3'));
    } finally {
      await again.close();
      await restored.close();
    }
  });
});

it('rejects wrong options before anything is sent', async () => {
  const wrong = { ...COFFEE, amount: 9.9, timeZone: 'Athens', interval: 'fortnight', trial: 3 } as never;
  const attempt = subscriptions.subscribe(wrong);
  await expect(attempt).rejects.toMatchObject({ name: 'PaySubscriptionError', code: 'invalid', status: 400 });
  await expect(attempt).rejects.toThrow(
    /trial .*amount must be a whole number of minor units.*interval must be 'day', 'week', 'month' or 'year'.*timeZone must be an IANA time zone, for example 'Europe\/Athens' \(received 'Athens'\)/,
  );
  expect(simulator.orders.list()).toEqual([]);
});

it('rejects a change of an unknown subscription', async () => {
  const unknown = { code: 'not-found', status: 404, message: "There is no subscription 'tea'" };
  await expect(subscriptions.pause('tea')).rejects.toMatchObject(unknown);
  await expect(subscriptions.changePrice('tea', 500)).rejects.toMatchObject(unknown);
  const invalid = { code: 'invalid', status: 400 };
  await expect(subscriptions.changePrice('tea', 9.9)).rejects.toMatchObject(invalid);
  await expect(subscriptions.answerMissed('tea', 'maybe' as never)).rejects.toMatchObject(invalid);
  await expect(subscriptions.cancel('tea', { at: 'later' as never })).rejects.toMatchObject(invalid);
});

it('two accounts with one store of keys can use the same ID for a subscription', async () => {
  await start();
  const now = (): Date => new Date(simulator.clock.now());
  const { merchant } = simulator.credentials;
  const module = await Test.createTestingModule({
    imports: [
      PayModule.forRoot({
        ...{ name: 'gr', wallet: { ...merchant, dev: true, endpoints: simulator.endpoints } },
        idempotency: pgliteIdempotency(database, { schema, now }),
      }),
      PaySubscriptionsModule.forRoot({
        account: 'gr',
        store: pgliteStore(database, { schema: newSchema(), now }),
      }),
    ],
  }).compile();
  await module.init();
  try {
    const ofOther = module.get(PaySubscriptions);
    const { checkoutUrl } = await ofOther.subscribe(COFFEE);
    simulator.checkout.pay(orderOf(checkoutUrl), GOOD_CARD);
    await simulator.clock.advance('2 minutes');
    expect(await ofOther.runDue()).toMatchObject({ charged: 1 });
    expect(await runAt('2027-02-28T07:00:00Z')).toMatchObject({ charged: 1 });
    expect(await ofOther.runDue()).toMatchObject({ charged: 1, failed: 0 });
    expect(charged()).toHaveLength(2);
  } finally {
    await module.close();
  }
});

// The runs of one account would take the rows of the other, and charge cards that its account does not know.
it.each([
  ['PaySubscriptionsModule', PaySubscriptionsModule],
  ['PaySplitsModule', PaySplitsModule],
] as const)('%s for two accounts needs a schema for each', async (name, job) => {
  const { merchant, marketplace } = simulator.credentials;
  const client = { dev: true, endpoints: simulator.endpoints };
  const clients = { wallet: { ...merchant, ...client }, marketplace: { ...marketplace, ...client } };
  const bootWith = async (
    stores: Readonly<Record<string, ReturnType<typeof pgliteStore>>>,
  ): Promise<void> => {
    const imports = Object.entries(stores).flatMap(([account, store]) => [
      PayModule.forRoot({
        ...{ name: account, ...clients, idempotency: pgliteIdempotency(database, { schema }) },
      }),
      job.forRoot({ account, store }),
    ]);
    const accounts = await Test.createTestingModule({ imports }).compile();
    try {
      await accounts.init();
    } finally {
      await accounts.close();
    }
  };
  const refusal = `${name} has the tables of the schema "${schema}" for the accounts 'de' and 'gr': pass the store of each account a schema of its own`;
  const de = pgliteStore(database, { schema });
  await expect(bootWith({ de, gr: pgliteStore(database, { schema }) })).rejects.toThrow(refusal);
  // As two pools with the same connection string.
  const connection: Parameters<typeof pgliteStore>[0] = {
    query: (text, values) => database.query(text, values),
    transaction: (run) => database.transaction(run),
  };
  await expect(bootWith({ de, gr: pgliteStore(connection, { schema }) })).rejects.toThrow(refusal);
  await bootWith({ de, gr: pgliteStore(database, { schema: newSchema() }) });

  const other = await newPglite();
  try {
    await bootWith({ de, gr: pgliteStore(other, { schema }) });
  } finally {
    await other.close();
  }
});
