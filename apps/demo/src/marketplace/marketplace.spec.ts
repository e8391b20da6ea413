import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PayTransactions, unwrap } from 'nestjs-pay';
import { MarketTester } from '../testing/marketplace.testing.js';
import { GOOD_CARD, RunningShop } from '../testing/running-shop.testing.js';
import { createShop } from '../shop.js';
import { simulatorAccount } from '../simulator/embedded-simulator.js';
import { MoneyService } from './money/money.service.js';
import { MarketOrderStore } from './orders/market-order.store.js';
import type { MarketOrder } from './orders/market-order.js';

const SEND = 'transfers.sendFunds';
const REVERSE = 'transfers.createTransferReversal';
/** 2 × 19.99 of the one, 12.75 of the other: 52.73, a tenth of it (5.27) the market's. */
const BASKET = { bowl: '2', album: '1' };

let shop: RunningShop;
let market: MarketTester;
let naxos: string;
let delft: string;

beforeEach(async () => {
  shop = await RunningShop.start();
  market = new MarketTester(shop);
});
afterEach(() => shop.close());

async function openMarket(): Promise<void> {
  naxos = await market.onboard('naxos');
  delft = await market.onboard('delft');
}
const balance = (account: string): bigint => shop.simulator.sellers.balance(account).available;
const amounts = (): number[] => shop.simulator.transfers.list().map(({ amount }) => amount);
/** Somebody refunds a part of an order by other means than the market's. */
async function refundElsewhere({ payment }: MarketOrder, amount: number): Promise<void> {
  const transactions = shop.app.get(PayTransactions, { strict: false });
  unwrap(await transactions.cancelTransaction(payment?.transactionId ?? '', { amount }));
  await shop.settled();
}
/** The next night of the service's calendar: payments settle. */
const settle = (): Promise<void> => market.passTheNight();
/** The next morning: sellers are paid out. */
const payOut = (): Promise<void> => market.passTo(9);

describe('sellers', () => {
  it('are told by what the service has, not by where a browser came back to', async () => {
    expect(await market.page('/sellers')).toContain('Not invited');
    await market.post('/sellers/naxos/invitation');
    const page = await market.page('/sellers?verified=true');
    expect(page).toContain('The seller has not finished its onboarding');
    expect(page).toContain(`${shop.simulator.url}/app/register/invite/3/`);
    expect(await market.page()).toContain('Opens soon');
    expect(await market.page()).not.toContain('type="submit"');
    expect(await market.page()).toContain('Nothing is on sale yet');
    await openMarket();
    expect((await market.page('/sellers')).match(/>Verified</g)).toHaveLength(2);
    expect(await market.page()).not.toContain('Opens soon');
    expect(await market.page()).toContain('type="submit"');
  });

  it('are invited once by two clicks, and again only when nobody knows of an account', async () => {
    await Promise.all([1, 2].map(() => market.post('/sellers/naxos/invitation')));
    expect(market.sent('sellers.createAccount')).toBe(1);
    shop.simulator.faults.add({ operation: 'sellers.createAccount', kind: 'executed-but-lost' });
    await market.post('/sellers/delft/invitation');
    expect(await market.page('/sellers')).toContain('Nobody knows whether there is an account');
    await market.post('/sellers/delft/invitation');
    expect(await market.page('/sellers')).not.toContain('Nobody knows');
    expect(market.sent('sellers.createAccount')).toBe(3);
  });

  it('are a matter of this machine only', async () => {
    for (const address of ['/sellers', '/sales'])
      expect(
        (await market.visitor.get(`/marketplace${address}`, { 'x-forwarded-for': '198.51.100.7' })).status,
      ).toBe(403);
  });

  it('are paid out by the clock, and the page tells what was reported', async () => {
    await openMarket();
    await market.buy(BASKET);
    await settle();
    await payOut();
    expect([balance(naxos), balance(delft)]).toEqual([0n, 0n]);
    const page = await market.page('/sellers');
    expect(page).toContain('€35.98');
    expect(page).toContain('€11.48');
  });
});

describe('an order over two sellers', () => {
  beforeEach(openMarket);

  it('is refused without goods, a name, or a seller that may sell', async () => {
    expect(await market.order({})).toMatch(/^422/);
    shop.simulator.sellers.verify(naxos, false);
    await shop.settled();
    expect(await market.order(BASKET)).toMatch(/^422/);
    expect(shop.simulator.orders.list()).toHaveLength(0);
  });

  it('is one order of two clicks', async () => {
    const key = await market.key();
    const codes = await Promise.all([market.order(BASKET, key), market.order(BASKET, key)]);
    expect(codes[0]).toBe(codes[1]);
    expect(shop.simulator.orders.list()).toHaveLength(1);
  });

  it('is divided by the confirmed payment, to the cent, once however often that is told', async () => {
    const orderCode = await market.order(BASKET);
    await market.page(`/return?s=${orderCode}&t=forged`);
    expect(amounts()).toEqual([]);
    await shop.payWith(GOOD_CARD, orderCode);
    const order = await market.kept(orderCode);
    expect(order.split).toMatchObject({ amount: 5273, platformFee: 527 });
    expect(amounts()).toEqual([3598, 1148]);
    for (const { id } of shop.simulator.deliveries.list()) await shop.simulator.deliveries.redeliver(id);
    // The library knows a repeat for a day, in this process: the market must not depend on that.
    const money = shop.app.get(MoneyService, { strict: false });
    await Promise.all([money.split(order.id), money.split(order.id)]);
    expect([market.sent(SEND), ...amounts()]).toEqual([2, 3598, 1148]);
    await settle();
    expect([balance(naxos), balance(delft)]).toEqual([3598n, 1148n]);
  });

  it('shows every cent, and what the parties have is what the service has', async () => {
    const order = await market.buy(BASKET);
    const page = await market.page(`/sales/${order.id}`);
    expect(market.balances(page)).toEqual([
      'Customer -€52.73',
      'Naxos Pottery €35.98',
      'Delft Paper €11.48',
      'Market €4.75',
      'Payment service €0.52',
      'Sum €0.00',
    ]);
  });

  it('is not divided when the payment is not what was ordered', async () => {
    const orderCode = await market.order(BASKET);
    const { id } = await market.kept(orderCode);
    const store = shop.app.get(MarketOrderStore, { strict: false });
    await store.update(id, (order) => ({ ...order, amount: 5272 }));
    await shop.payWith(GOOD_CARD, orderCode);
    expect(amounts()).toEqual([]);
    expect(await market.page(`/sales/${id}`)).toContain('it was not divided');
    expect(await market.page(`/orders/${id}`)).toContain('please do not pay again');
  });
});

describe('a transfer without an answer', () => {
  beforeEach(openMarket);

  it('is settled by the service’s report, and not sent again', async () => {
    shop.simulator.faults.add({ operation: SEND, kind: 'executed-but-lost' });
    const order = await market.buy(BASKET);
    const page = await market.page(`/sales/${order.id}`);
    expect(page).toContain('the service reported it (event 8448, which nothing confirms)');
    expect([market.sent(SEND), ...amounts()]).toEqual([2, 3598, 1148]);
  });

  it('is not sent again while nobody knows; only a look ten minutes later makes it possible', async () => {
    shop.simulator.faults.add({ operation: SEND, kind: 'reset-before' });
    const order = await market.buy(BASKET);
    const [transfer] = order.moves;
    const address = `/sales/${order.id}/moves/${transfer?.id ?? ''}`;
    expect(await market.page(`/sales/${order.id}`)).toContain('Not known');
    for (const verb of ['again', 'dismiss', 'again']) await market.post(`${address}/${verb}`);
    expect(market.sent(SEND)).toBe(2);
    await shop.simulator.clock.advance(11 * 60_000);
    await market.post(`${address}/dismiss`);
    await Promise.all([1, 2].map(() => market.post(`${address}/again`)));
    expect([market.sent(SEND), ...amounts()]).toEqual([3, 1148, 3598]);
  });

  it('that was refused is sent again on a click, once', async () => {
    shop.simulator.permissions.set({ allowTransfers: false });
    const order = await market.buy(BASKET);
    expect(await market.page(`/sales/${order.id}`)).toContain('Did not happen');
    expect(await market.page('/sales')).toContain('Needs a look');
    shop.simulator.permissions.set({ allowTransfers: true });
    for (const { id } of order.moves)
      await Promise.all([1, 2].map(() => market.post(`/sales/${order.id}/moves/${id}/again`)));
    expect([market.sent(SEND), ...amounts()]).toEqual([4, 3598, 1148]);
  });
});

describe('the refund of one item', () => {
  beforeEach(openMarket);

  it('gives the customer its price, and takes the seller’s exact part back', async () => {
    const order = await market.buy(BASKET);
    await settle();
    const page = await market.refund(order, 'bowl');
    // 19.99: 17.99 of the seller's 35.98, and 2.00 of the market's fee.
    expect(market.balances(page)).toEqual([
      'Customer -€32.74',
      'Naxos Pottery €17.99',
      'Delft Paper €11.48',
      'Market €2.75',
      'Payment service €0.52',
      'Sum €0.00',
    ]);
    expect([balance(naxos), balance(delft)]).toEqual([1799n, 1148n]);
    expect(await market.page(`/orders/${order.id}`)).toContain('€19.99 was given back to you');
    await market.refund(order, 'bowl');
    expect(await market.refund(order, 'bowl')).toBe('All of that was given back.');
    expect(market.balances(await market.refund(order, 'album'))).toEqual([
      'Customer €0.00',
      'Naxos Pottery €0.00',
      'Delft Paper €0.00',
      'Market -€0.52',
      'Payment service €0.52',
      'Sum €0.00',
    ]);
    expect([balance(naxos), balance(delft)]).toEqual([0n, 0n]);
    expect(Object.values(shop.simulator.ledger.totals())).toEqual([0n]);
  });

  it('of all that was bought, on the same day, leaves nobody with anything: the service voids it', async () => {
    const order = await market.buy({ crayons: '1' });
    const page = await market.refund(order, 'crayons');
    expect(market.balances(page)).toEqual([
      'Customer €0.00',
      'Delft Paper €0.00',
      'Market €0.00',
      'Payment service €0.00',
      'Sum €0.00',
    ]);
    await settle();
    expect(balance(delft)).toBe(0n);
  });

  it('happens once, by a double click and by a second tab', async () => {
    const order = await market.buy(BASKET);
    const [form, stale] = [
      await market.refundForm(order.id, 'bowl'),
      await market.refundForm(order.id, 'bowl'),
    ];
    await Promise.all([1, 2].map(() => market.refund(order, 'bowl', form)));
    expect(await market.refund(order, 'bowl', stale)).toContain('Something else was given back meanwhile');
    expect(market.sent(REVERSE)).toBe(1);
    expect(shop.simulator.transactions.get(order.payment?.transactionId ?? '').refunded).toBe(1999);
  });

  it('whose answer is lost is told by its confirmed event, with its reversal', async () => {
    const order = await market.buy(BASKET);
    shop.simulator.faults.add({
      operation: 'marketplace:transactions.cancelTransaction',
      kind: 'executed-but-lost',
      times: 5,
    });
    await market.refund(order, 'album');
    const after = await market.again(order);
    expect(after.moves.map(({ kind, state }) => `${kind} ${state.kind}`)).toEqual([
      'transfer done',
      'transfer done',
      'refund done',
      'reversal done',
    ]);
    expect([market.sent(REVERSE), shop.simulator.transfers.list().length]).toEqual([1, 3]);
  });

  it('whose answer is lost stays not known when it is refused on a click, and the customer is refunded once', async () => {
    const order = await market.buy(BASKET);
    const operation = 'marketplace:transactions.cancelTransaction';
    // Not told by its event either.
    shop.simulator.deliveries.hold();
    shop.simulator.faults.add({ operation, kind: 'executed-but-lost', times: 1 });
    await market.refund(order, 'album');
    const move = async () => (await market.again(order)).moves.find(({ kind }) => kind === 'refund');
    const refund = await move();
    expect(refund?.state.kind).toBe('unknown');
    const again = () => market.post(`/sales/${order.id}/moves/${refund?.id ?? ''}/again`);
    shop.simulator.faults.add({ operation, kind: 'status', status: 452 });
    await again();
    expect((await move())?.state.kind).toBe('unknown');
    await again();
    const after = await market.again(order);
    expect(after.moves.map(({ kind, state }) => `${kind} ${state.kind}`).slice(2)).toEqual([
      'refund done',
      'reversal done',
    ]);
    expect(shop.simulator.transactions.get(order.payment?.transactionId ?? '').refunded).toBe(1275);
  });

  it('whose reversal is refused says who still owes, and it can be sent once more', async () => {
    const order = await market.buy(BASKET);
    await settle();
    await payOut();
    // Paid out: the seller has nothing left to take back.
    const page = await market.refund(order, 'album');
    expect(page).toContain('Did not happen');
    expect(market.balances(page)).toContain('Delft Paper €11.48');
    await market.buy(BASKET);
    await settle();
    const reversal = (await market.again(order)).moves.at(-1);
    await market.post(`/sales/${order.id}/moves/${reversal?.id ?? ''}/again`);
    expect(market.balances(await market.page(`/sales/${order.id}`))).toContain('Delft Paper €0.00');
  });

  it('that somebody made elsewhere is in the ledger, and stops refunds by item', async () => {
    const order = await market.buy(BASKET);
    await refundElsewhere(order, 1000);
    const page = await market.page(`/sales/${order.id}`);
    expect(page).toContain('Refund made elsewhere');
    expect(market.balances(page)).toContain('Market -€5.25');
    expect(await market.refund(order, 'bowl')).toContain('Something was refunded elsewhere');
  });

  it('that somebody voided elsewhere leaves nobody with anything: waiting transfers never run', async () => {
    const order = await market.buy(BASKET);
    await refundElsewhere(order, 5273);
    await settle();
    expect([balance(naxos), balance(delft)]).toEqual([0n, 0n]);
    expect(market.balances(await market.page(`/sales/${order.id}`))).toEqual([
      'Customer €0.00',
      'Naxos Pottery €0.00',
      'Delft Paper €0.00',
      'Market €0.00',
      'Payment service €0.00',
      'Sum €0.00',
    ]);
  });

  it('of a part elsewhere, on the day of the payment, leaves the waiting transfers waiting', async () => {
    const order = await market.buy(BASKET);
    await refundElsewhere(order, 100);
    await settle();
    expect([balance(naxos), balance(delft)]).toEqual([3598n, 1148n]);
    expect(market.balances(await market.page(`/sales/${order.id}`))).toContain('Naxos Pottery €35.98');
  });
});

it('says what is missing where no marketplace is configured', async () => {
  const account = Object.entries(simulatorAccount(shop.simulator));
  for (const [name] of account) if (name.startsWith('PAY_MARKET_')) delete process.env[name];
  const without = await createShop(null);
  without.useLogger(false);
  await without.listen(0, '127.0.0.1');
  const answer = await fetch(`${await without.getUrl()}/marketplace`, { headers: { accept: 'text/html' } });
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('No market here')]);
  await without.close();
});
