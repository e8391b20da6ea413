import type { PGlite } from '@electric-sql/pglite';
import { Marketplace, PayModule, unwrap } from 'nestjs-pay';
import { PaySplits, PaySplitsModule } from 'nestjs-pay/splits';
import { PaySubscriptions, PaySubscriptionsModule } from 'nestjs-pay/subscriptions';
import { PayTill, PayTillModule } from 'nestjs-pay/till';
import { pgliteIdempotency, pgliteStore } from 'nestjs-pay/pglite';
import type { PaySimulator } from 'pay-simulator';
import { BAD_CARD, GOOD_CARD } from '../cards.js';
import { until } from '../until.js';
import { walletOf } from './nest-app.js';
import { OperatorShop } from './operator-shop.js';

const DAY_MS = 86_400_000;
const TERMINAL = '16000010';

/** Orders of a busy shop, by what became of them. */
export interface BusyOrders {
  readonly paid: string;
  readonly refunded: string;
  readonly held: string;
  readonly disputed: string;
  readonly declined: string;
  readonly unpaid: string;
}

/** Starts a shop that has used everything that the operator's pages show: each list has rows. */
export async function startBusyShop(
  simulator: PaySimulator,
  db: PGlite,
): Promise<{ shop: OperatorShop; orders: BusyOrders }> {
  const store = pgliteStore(db);
  const { credentials, endpoints } = simulator;
  const marketplace = { ...credentials.marketplace, dev: true, endpoints, maxRetries: 0 };
  const wallet = { ...walletOf(simulator), cloudTerminal: credentials.cloudTerminal };
  const now = (): Date => new Date(simulator.clock.now());
  const shop = await new OperatorShop(simulator).start({
    db,
    operator: {
      reads: { dataServices: () => shop.reports.dataServices, ordersOfEmail: () => [], perMinute: 10_000 },
      pages: { title: 'Harbour Lane' },
    },
    imports: [
      PayModule.forRoot({ name: 'market', marketplace, idempotency: pgliteIdempotency(db) }),
      PayModule.forRoot({ name: 'counter', wallet, idempotency: pgliteIdempotency(db) }),
      PayTillModule.forRoot({ store: pgliteStore(db, { now }), account: 'counter' }),
      PaySubscriptionsModule.forRoot({ store, account: null }),
      PaySplitsModule.forRoot({ store, account: 'market' }),
    ],
  });
  try {
    return { shop, orders: await fill(shop) };
  } catch (error) {
    await shop.close();
    throw error;
  }
}

async function fill(shop: OperatorShop): Promise<BusyOrders> {
  const { simulator } = shop;
  const boss = shop.as('boss');
  for (const [amount, merchantTrns] of [
    [12_990, 'HL-10391 two lamps for the harbour office'],
    [4_250, 'HL-10392'],
    [899, 'HL-10393'],
  ] as const)
    await shop.buy(amount, { merchantTrns });
  await simulator.clock.advance(2 * DAY_MS);
  simulator.wallet.withdraw(500_000);
  await simulator.clock.advance(DAY_MS);
  const refund = await shop.buy(1_850, {
    merchantTrns: 'HL-10394',
    customerTrns: 'Harbour Lane order 10394',
  });
  const dispute = await shop.buy(3_700, { merchantTrns: 'HL-10395' });
  await simulator.clock.advance(DAY_MS);
  const act = async (code: string, fields: Record<string, string>): Promise<void> =>
    void (await boss.confirm(await boss.plan(code, fields)));
  const half = { kind: 'refund', transactionId: refund.id, amount: '5', why: 'the mug was cracked' };
  await act(refund.orderCode, half);
  simulator.permissions.set({ allowRefunds: false });
  await act(refund.orderCode, { ...half, amount: '2', why: 'one more cup is cracked' });
  simulator.permissions.set({ allowRefunds: true });
  simulator.trigger('dispute', { transactionId: dispute.id });
  const held = await shop.buy(6_000, { merchantTrns: 'HL-10396', preauth: true });
  const declined = await shop.buy(1_234_567, { merchantTrns: 'HL-10397', card: BAD_CARD });
  const voided = await shop.buy(2_450, { merchantTrns: 'HL-10398' });
  await act(voided.orderCode, { kind: 'void', transactionId: voided.id, why: 'ordered twice' });
  const paid = await shop.buy(18_500, { merchantTrns: 'HL-10399', customerTrns: 'Harbour Lane order 10399' });
  const unpaid = unwrap(await shop.pay.payments.createOrder({ amount: 1_000, merchantTrns: 'HL-10400' }));
  const lost = await shop.buy(2_000, { merchantTrns: 'HL-10401' });
  await simulator.clock.advance(1_000);
  simulator.faults.add({ operation: 'transactions.cancelTransaction', kind: 'status', status: 502 });
  await act(lost.orderCode, { kind: 'void', transactionId: lost.id, why: 'wrong address' });
  await addDeadLetter(shop, paid);
  await useJobs(shop);
  return {
    paid: paid.orderCode,
    refunded: refund.orderCode,
    held: held.orderCode,
    disputed: dispute.orderCode,
    declined: declined.orderCode,
    unpaid: unpaid.orderCodeText,
  };
}

/** Sells at a terminal, subscribes members, and splits payments between sellers. */
async function useJobs({ app, simulator }: OperatorShop): Promise<void> {
  const till = app.get(PayTill, { strict: false });
  for (const [amount, reference] of [
    [1_170, 'receipt-204'],
    [25_900, 'receipt-205 for the table in the garden'],
  ] as const) {
    const { id } = await till.sell({ terminalId: TERMINAL, amount, currencyCode: '978', reference });
    await until(async () => {
      await simulator.clock.advance('1 second');
      return (await till.get(id))?.state !== 'open';
    });
  }
  const subscriptions = app.get(PaySubscriptions, { strict: false });
  for (const [id, amount] of [
    ['member-1', 990],
    ['member-of-the-association-27', 12_000],
  ] as const)
    await subscriptions.subscribe({ id, amount, interval: 'month', timeZone: 'Europe/Athens' });
  const market = app.get<Marketplace>('pay:market:marketplace', { strict: false });
  const sellers = ['Mugs', 'Books'].map((legalName) => simulator.sellers.connect({ legalName }).accountId);
  const { orderCodeText } = unwrap(await market.payments.createOrder({ amount: 10_000 }));
  const outcome = simulator.checkout.pay(orderCodeText, GOOD_CARD);
  if (outcome.kind !== 'approved') throw new Error(`the card was ${outcome.kind}`);
  await app.get(PaySplits, { strict: false }).split({
    transactionId: outcome.transaction.id,
    amount: 10_000,
    sellers: [
      { connectedAccountId: sellers[0] ?? '', amount: 6_000 },
      { connectedAccountId: sellers[1] ?? '', amount: 4_000 },
    ],
    platformFee: { basisPoints: 1_000 },
  });
}

/** Adds an event of a payment that the application could not handle. */
async function addDeadLetter(
  shop: OperatorShop,
  { orderCode, id }: { orderCode: string; id: string },
): Promise<void> {
  const data = {
    TransactionId: id,
    OrderCode: orderCode,
    Amount: 185,
    CurrencyCode: '978',
    MerchantTrns: 'HL-10399',
  };
  const event = { eventTypeId: 1796, name: 'TransactionPaymentCreated', data };
  const source = { endpoint: 'default', account: null, client: 'wallet', signed: false, source: 'webhook' };
  await shop.db.query(
    `insert into pay.inbox_events (event_key, confirmed, state, delivery, due_at, reason, error, attempts, received_at, finished_at)
     values ($1, true, 'dead', $2, now(), 'failed', 'the warehouse is closed', 12, now(), now())`,
    [`1796:${id.toLowerCase()}`, JSON.stringify({ key: 'k', ...source, event })],
  );
}
