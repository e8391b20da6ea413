import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PaymentTimeline, PayEventType, readPayWebhook, TransactionStatus, unwrap } from 'nestjs-pay/client';
import type { CreateOrderOptions, PaymentState, PayWebhookEvent } from 'nestjs-pay/client';
import type { Transaction } from 'pay-simulator';
import { BAD_CARD, GOOD_CARD } from '../cards.js';
import { Endpoint } from './round-trips/endpoint.js';
import { World } from './round-trips/world.js';

const HOUR = 3_600_000;

let world: World;
let endpoint: Endpoint;

beforeAll(async () => {
  world = await World.create('timelines');
  endpoint = new Endpoint({ Key: unwrap(await world.wallet.webhooks.retrieveWebhookKey()) });
  await endpoint.listen();
  const { TransactionPaymentCreated, TransactionReversalCreated, TransactionFailed, OrderUpdated } =
    PayEventType;
  await world.simulator.webhooks.register({
    url: endpoint.url,
    eventTypeIds: [TransactionPaymentCreated, TransactionReversalCreated, TransactionFailed, OrderUpdated],
  });
  const allowed = ['allowFastRefunds', 'allowRebates', 'allowOctAndPayouts', 'allowPreauthIncreases'];
  world.simulator.permissions.set(
    Object.fromEntries([...allowed, 'sameDayPartialRefunds'].map((name) => [name, true])),
  );
});
afterAll(async () => {
  await endpoint.close();
  await world.close();
});

const KINDS: readonly Partial<CreateOrderOptions>[] = [
  {},
  { preauth: true },
  { allowRecurring: true },
  { currencyCode: '392' },
];

type Step = (order: string, some: Transaction | undefined, amount: number) => unknown;
const STEPS: Readonly<Record<string, Step>> = {
  pay: (order) => world.simulator.checkout.pay(order, GOOD_CARD),
  payInPart: (order, _some, amount) =>
    world.simulator.checkout.pay(order, { ...GOOD_CARD, authorizedAmount: amount }),
  decline: (order) => world.simulator.checkout.pay(order, BAD_CARD),
  giveBack: (_order, some, amount) =>
    some && world.wallet.transactions.cancelTransaction(some.id, { amount }),
  giveAllBack: (_order, some) =>
    some && world.wallet.transactions.cancelTransaction(some.id, { amount: Math.abs(some.amount) }),
  fastRefund: (_order, some, amount) =>
    some &&
    world.wallet.transactions.fastRefund(
      some.id,
      { amount, sourceCode: 'Default', merchantTrns: 'order-1' },
      { idempotencyKey: crypto.randomUUID() },
    ),
  rebate: (_order, some, amount) => some && world.wallet.transactions.rebate(some.id, { amount }),
  takeBack: (_order, some) =>
    some &&
    world.wallet.transactions.cancelRebateOrFastRefund(some.id, { amount: Math.abs(some.amount) || 1 }),
  charge: (_order, some, amount) =>
    some && world.wallet.transactions.createTransaction({ id: some.id, amount }),
  increase: (_order, some, amount) =>
    some &&
    world.wallet.transactions.increasePreauth(some.id, { amount }, { idempotencyKey: crypto.randomUUID() }),
  cancelOrder: (order) => world.wallet.payments.updateOrder(order, { isCanceled: true }),
  reopen: (order) => world.wallet.payments.updateOrder(order, { isCanceled: false }),
  payAgainAllowed: (order) => world.wallet.payments.updateOrder(order, { disablePaidState: true }),
  wait: (_order, _some, amount) => world.simulator.clock.advance((amount % 13) * HOUR),
};
const OFTEN = ['pay', 'pay', 'giveBack', 'giveAllBack', 'takeBack', 'charge', 'payAgainAllowed'];

/** Expected amounts of an order from the simulator's ledger. */
function booksOf(order: string): Partial<PaymentState> {
  const all = world.simulator.transactions.list({ orderCode: order }).filter(({ status }) => status !== 'E');
  const ofType = (...types: number[]) => all.filter(({ type }) => types.includes(type));
  const sum = (amounts: number[]) => amounts.reduce((total, one) => total + one, 0);
  const amountsOf = (some: readonly Transaction[]) => sum(some.map(({ amount }) => Math.abs(amount)));
  const holds = ofType(1);
  const captures = ofType(0);
  const payments = ofType(0, 5, 6);
  return {
    authorized: amountsOf([...holds, ...ofType(5, 6)]),
    held: amountsOf(holds.filter(({ status }) => status === 'F')),
    released: amountsOf(holds.filter(({ status }) => status !== 'F')) - amountsOf(captures),
    captured: amountsOf(payments),
    refunded: sum(payments.map(({ status, amount, refunded }) => (status === 'X' ? amount : refunded))),
    credited: amountsOf(ofType(8, 19).filter(({ status }) => status === 'F')),
    disputed: 0,
    chargedBack: 0,
    missing: [],
  };
}

/** Returns every delivery about an order as it was posted. */
function receivedOf(order: string): PayWebhookEvent[] {
  return endpoint.bodies
    .filter((body) => body.includes(order))
    .flatMap((rawBody) => {
      const reading = readPayWebhook({ rawBody });
      return reading.success && reading.event.data['OrderCodeText'] === order ? [reading.event] : [];
    });
}

/** Returns the event with another parent, if it has one. */
const withParent = (event: PayWebhookEvent, parent: string | undefined): PayWebhookEvent => ({
  ...event,
  data: 'ParentId' in event.data ? { ...event.data, ParentId: parent ?? null } : event.data,
});

function statusInBooks(order: string, { captured, refunded, held, released }: Partial<PaymentState>): string {
  if (captured) return refunded === 0 ? 'paid' : refunded === captured ? 'refunded' : 'partly-refunded';
  if (held) return 'authorized';
  if (released) return 'released';
  return [1, 2].includes(world.simulator.orders.get(order).state) ? 'failed' : 'pending';
}

type Addition = (timeline: PaymentTimeline) => PaymentTimeline;

it('the timeline equals the service’s ledger, with events and reads in any order and repeated', async () => {
  const statuses = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...KINDS),
      fc.array(
        fc.record({
          name: fc.constantFrom(...Object.keys(STEPS), ...OFTEN),
          pick: fc.nat(9),
          amount: fc.integer({ min: 1, max: 1500 }),
          read: fc.boolean(),
        }),
        { minLength: 3, maxLength: 14 },
      ),
      fc.infiniteStream(fc.nat()),
      async (kind, steps, chances) => {
        const order = await world.order({ amount: 1000, paymentTimeout: 86_400, ...kind });
        const reads: Addition[] = [];
        const read = async (): Promise<void> => {
          // The service's clock is stopped: advance it, so that the read is later than the actions.
          await world.simulator.clock.advance(1);
          const at = new Date(world.simulator.clock.now());
          const { Transactions } = unwrap(
            await world.wallet.transactions.getLegacyTransactions(undefined, { orderCode: order }),
          );
          const seen = unwrap(await world.wallet.payments.getOrder(order));
          reads.push((timeline) => timeline.withTransactions(Transactions, at).withOrder(seen, at));
        };
        for (const { name, pick, amount, read: now } of steps) {
          await world.simulator.clock.advance(1);
          const all = world.simulator.transactions.list({ orderCode: order });
          await STEPS[name]?.(order, all[pick % Math.max(all.length, 1)], amount);
          if (now) await read();
        }
        await world.simulator.deliveries.settled();
        // The simulator's clock is ahead of the system clock.
        const now = new Date(world.simulator.clock.now());
        const addition =
          (event: PayWebhookEvent): Addition =>
          (timeline) =>
            timeline.withEvent(event, now);
        const received = receivedOf(order);
        const events = received.map(addition);
        const fold = (additions: readonly Addition[]): PaymentState => {
          const chance = (): number => chances.next().value;
          const again = additions.filter(() => chance() % 3 === 0);
          return [...additions, ...again]
            .map((add) => [chance(), add] as const)
            .sort(([a], [b]) => a - b)
            .reduce((timeline, [, add]) => add(timeline), PaymentTimeline.of(order)).state;
        };
        const { authorized, captured, refunded, credited, missing } = booksOf(order);
        const told = fold(events);
        expect(told).toMatchObject({ captured, refunded, credited, missing });
        // An increase sends no event.
        expect(told.authorized).toBeLessThanOrEqual(authorized ?? 0);
        // No API call confirms the parent of an event's transaction.
        const all = world.simulator.transactions.list({ orderCode: order });
        const ids = all.map(({ id }) => id);
        const forged = received.map((event) =>
          addition(withParent(event, ids[chances.next().value % ids.length])),
        );
        const misled = fold(forged);
        expect(misled).toMatchObject({ captured });
        // A void can cancel a payment, a refund or a credit. Without a void, everything that is lost is in `missing`.
        if (misled.missing.length === 0 && !all.some(({ type }) => type === 1 || type === 7))
          expect(misled.refunded + misled.credited).toBe((refunded ?? 0) + (credited ?? 0));
        await read();
        for (const additions of [events, forged]) {
          const known = fold([...additions, ...reads]);
          expect(known).toMatchObject({ ...booksOf(order), status: statusInBooks(order, known) });
        }
        const known = fold([...events, ...reads]);
        statuses.add(known.status);
      },
    ),
    { numRuns: 120, endOnFailure: true },
  );
  expect([...statuses].sort()).toEqual(
    expect.arrayContaining(['authorized', 'failed', 'paid', 'partly-refunded', 'pending', 'refunded']),
  );
});

it.each(['978', '392'])(
  'reads the same state from one transaction, in %s, as from the order’s list',
  async (currencyCode) => {
    const order = await world.order({ amount: 1000, currencyCode });
    world.simulator.checkout.pay(order, GOOD_CARD);
    const { id } = world.simulator.transactions.list({ orderCode: order })[0]!;
    const at = new Date(world.simulator.clock.now());
    const { transactions } = world.wallet;
    const { Transactions } = unwrap(
      await transactions.getLegacyTransactions(undefined, { orderCode: order }),
    );
    const one = unwrap(await transactions.getTransactionById(id));
    const { state } = PaymentTimeline.of(order).withTransaction(id.toUpperCase(), one, at);
    expect(state).toMatchObject({ status: 'paid', captured: 1000, refunded: 0, missing: [] });
    expect(state).toEqual(PaymentTimeline.of(order).withTransactions(Transactions, at).state);
    expect(() => PaymentTimeline.of('1').withTransaction(id, one, at)).toThrow(RangeError);
  },
);

it.each([
  ['approve', 'paid', 1000],
  ['fail', 'pending', 0],
] as const)(
  'shows a payment that is confirmed later as processing until it ends: %s',
  async (end, status, captured) => {
    const order = await world.order({ amount: 1000 });
    const { transactions, payments } = world.wallet;
    const stateNow = async (id: string): Promise<PaymentState> => {
      const at = new Date(world.simulator.clock.now());
      const { Transactions } = unwrap(
        await transactions.getLegacyTransactions(undefined, { orderCode: order }),
      );
      const list = PaymentTimeline.of(order).withTransactions(Transactions, at);
      const one = unwrap(await transactions.getTransactionById(id));
      expect(PaymentTimeline.of(order).withTransaction(id, one, at).state).toEqual(list.state);
      return list.withOrder(unwrap(await payments.getOrder(order)), at).state;
    };
    const { id } = world.simulator.trigger('payment-later', { orderCode: order });
    expect(unwrap(await transactions.getTransactionById(id)).statusId).toBe(TransactionStatus.Active);
    expect(await stateNow(id)).toMatchObject({ status: 'processing', captured: 0, authorized: 0 });
    world.simulator.trigger(end, { transactionId: id });
    expect(await stateNow(id)).toMatchObject({ status, captured });
  },
);

it('shows a dispute as open until it is decided, and allows no refund meanwhile [transactions.20]', async () => {
  const { simulator, wallet } = world;
  const stateNow = async (order: string): Promise<PaymentState> => {
    await simulator.clock.advance(1);
    const { Transactions } = unwrap(
      await wallet.transactions.getLegacyTransactions(undefined, { orderCode: order }),
    );
    return PaymentTimeline.of(order).withTransactions(Transactions, new Date(simulator.clock.now())).state;
  };
  for (const end of ['dispute-won', 'dispute-lost'] as const) {
    const { id, orderCode } = simulator.pay();
    simulator.refund(id, { amount: 400 });
    for (const step of ['dispute-suspected', 'dispute', 'dispute-evidence', 'dispute-forwarded'] as const) {
      simulator.trigger(step, { transactionId: id });
      expect(await stateNow(orderCode)).toMatchObject({ status: 'disputed', refunded: 400, disputed: 600 });
      expect(unwrap(await wallet.transactions.getRemainingAmounts(id))).toMatchObject({ refundable: 0 });
    }
    simulator.trigger(end, { transactionId: id });
    expect(await stateNow(orderCode)).toMatchObject(
      end === 'dispute-won'
        ? { status: 'partly-refunded', disputed: 0, chargedBack: 0 }
        : { status: 'charged-back', disputed: 0, chargedBack: 600 },
    );
  }
});
