import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PayTransactions, unwrap } from 'nestjs-pay';
import { MarketTester } from '../testing/marketplace.testing.js';
import { GOOD_CARD, RunningShop } from '../testing/running-shop.testing.js';
import { SharedDatabase } from '../testing/shared-database.testing.js';
import { createShop } from '../shop.js';
import { simulatorAccount } from '../simulator/embedded-simulator.js';
import { MoneyService } from './money/money.service.js';
import { MarketOrders } from './orders/market-orders.service.js';
import type { MarketOrder } from './orders/market-order.js';

const SEND = 'transfers.sendFunds';
const REVERSE = 'transfers.createTransferReversal';
/** 2 × 19.99 of one seller and 12.75 of the other: 52.73. The market's fee is a tenth of it, 5.27. */
const BASKET = { bowl: '2', album: '1' };

let shop: RunningShop;
let market: MarketTester;
let naxos: string;
let delft: string;

beforeAll(async () => {
  shop = await RunningShop.start();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.reset();
  market = new MarketTester(shop);
});

async function openMarket(): Promise<void> {
  naxos = await market.onboard('naxos');
  delft = await market.onboard('delft');
}
const balance = (account: string): bigint | null => shop.simulator.sellers.get(account).available;
const amounts = (): number[] => shop.simulator.transfers.list().map(({ amount }) => amount);
/** Refunds a part of an order without the market. */
async function refundOutside({ payment }: MarketOrder, amount: number): Promise<void> {
  const transactions = shop.app.get(PayTransactions, { strict: false });
  unwrap(await transactions.cancelTransaction(payment?.transactionId ?? '', { amount }));
  await shop.settled();
}
/** Advances to the next night, when payments settle. */
const settle = (): Promise<void> => market.passTheNight();
/** Advances to the next morning, when sellers are paid out. */
const payOut = (): Promise<void> => market.passTo(9);

describe('sellers', () => {
  it('have the status that the service responds, whatever the return address says', async () => {
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
    expect((await market.page()).match(/Opens soon/g)).toHaveLength(1);
    expect(await market.page()).toContain('type="submit"');
  });

  it('are invited once by two clicks, and again after an unknown outcome', async () => {
    await Promise.all([1, 2].map(() => market.post('/sellers/naxos/invitation')));
    expect(market.sent('sellers.createAccount')).toBe(1);
    shop.simulator.faults.add({ operation: 'sellers.createAccount', kind: 'executed-but-lost' });
    await market.post('/sellers/delft/invitation');
    expect(await market.page('/sellers')).toContain('It is unknown whether there is an account');
    await market.post('/sellers/delft/invitation');
    expect(await market.page('/sellers')).not.toContain('It is unknown');
    expect(market.sent('sellers.createAccount')).toBe(3);
  });

  it('have pages that open only on this machine', async () => {
    for (const address of ['/sellers', '/sales'])
      expect(
        (await market.visitor.get(`/marketplace${address}`, { 'x-forwarded-for': '198.51.100.7' })).status,
      ).toBe(403);
  });

  it('are paid out, and the page shows the reported payouts', async () => {
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

describe('order of two sellers', () => {
  beforeEach(openMarket);

  it('is rejected without goods, or if a seller is not verified', async () => {
    expect(await market.order({})).toMatch(/^422/);
    shop.simulator.accounts.verify(naxos, false);
    await shop.settled();
    expect(await market.order(BASKET)).toMatch(/^422/);
    expect(shop.simulator.orders.list()).toHaveLength(0);
  });

  it('is created once for two clicks', async () => {
    const key = await market.key();
    const codes = await Promise.all([market.order(BASKET, key), market.order(BASKET, key)]);
    expect(codes[0]).toBe(codes[1]);
    expect(shop.simulator.orders.list()).toHaveLength(1);
  });

  it('is split to the cent after the confirmed payment, once for any number of notifications', async () => {
    const orderCode = await market.order(BASKET);
    await market.page(`/return?s=${orderCode}&t=forged`);
    expect(amounts()).toEqual([]);
    await shop.payWith(GOOD_CARD, orderCode);
    const order = await market.stored(orderCode);
    expect(amounts()).toEqual([3598, 1148]);
    for (const { id } of shop.simulator.deliveries.list()) await shop.simulator.deliveries.redeliver(id);
    // The split does not depend on the inbox, which remembers an event for a limited time.
    const money = shop.app.get(MoneyService, { strict: false });
    await Promise.all([money.split(order), money.split(order)]);
    expect([market.sent(SEND), ...amounts()]).toEqual([2, 3598, 1148]);
    await settle();
    expect([balance(naxos), balance(delft)]).toEqual([3598n, 1148n]);
  });

  it('shows every cent in its ledger', async () => {
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

  it('is not split if the payment does not match', async () => {
    const orderCode = await market.order(BASKET);
    const { id } = await market.stored(orderCode);
    const store = shop.app.get(MarketOrders, { strict: false });
    await store.update(id, (order) => ({ ...order, amount: 5272 }));
    await shop.payWith(GOOD_CARD, orderCode);
    expect(amounts()).toEqual([]);
    expect(await market.page(`/sales/${id}`)).toContain('it was not split');
    expect(await market.page(`/orders/${id}`)).toContain('please do not pay again');
  });
});

describe('transfer whose response is lost', () => {
  beforeEach(openMarket);

  it('is resolved by the service’s report, and not sent again', async () => {
    shop.simulator.faults.add({ operation: SEND, kind: 'executed-but-lost' });
    const order = await market.buy(BASKET);
    expect(await market.states(order)).toEqual(['transfer done', 'transfer done']);
    expect([market.sent(SEND), ...amounts()]).toEqual([2, 3598, 1148]);
  });

  it('is sent again only after an operator has found, ten minutes later, that it did not happen', async () => {
    shop.simulator.faults.add({ operation: SEND, kind: 'reset-before' });
    const order = await market.buy(BASKET);
    const address = `/sales/${order.id}/movements`;
    expect(await market.page(`/sales/${order.id}`)).toContain('Outcome unknown');
    for (const verb of ['again', 'dismiss', 'again']) await market.post(`${address}/${verb}`);
    expect(market.sent(SEND)).toBe(1);
    await shop.simulator.clock.advance(11 * 60_000);
    expect(await market.page(`/sales/${order.id}`)).toContain('I checked: it did not happen');
    await Promise.all([1, 2].map(() => market.post(`${address}/dismiss`)));
    expect([market.sent(SEND), ...amounts()]).toEqual([3, 3598, 1148]);
  });

  it('is sent again once on request after the service rejected it', async () => {
    shop.simulator.permissions.set({ allowTransfers: false });
    const order = await market.buy(BASKET);
    expect(await market.page(`/sales/${order.id}`)).toContain('Did not happen');
    expect(await market.page('/sales')).toContain('Needs attention');
    shop.simulator.permissions.set({ allowTransfers: true });
    await Promise.all([1, 2].map(() => market.post(`/sales/${order.id}/movements/again`)));
    expect([market.sent(SEND), ...amounts()]).toEqual([4, 3598, 1148]);
  });
});

describe('refund of one item', () => {
  beforeEach(openMarket);

  it('refunds its price to the customer, and takes the exact part back from the seller', async () => {
    const order = await market.buy(BASKET);
    await settle();
    const page = await market.refund(order, 'bowl');
    // Of 19.99, the seller pays 17.99 and the market 2.00.
    expect(market.balances(page)).toEqual([
      'Customer -€32.74',
      'Naxos Pottery €17.99',
      'Delft Paper €11.48',
      'Market €2.75',
      'Payment service €0.52',
      'Sum €0.00',
    ]);
    expect([balance(naxos), balance(delft)]).toEqual([1799n, 1148n]);
    expect(await market.page(`/orders/${order.id}`)).toContain('€19.99 was refunded to you');
    await market.refund(order, 'bowl');
    expect(await market.refund(order, 'bowl')).toBe('All of these were refunded.');
    expect(market.balances(await market.refund(order, 'album'))).toEqual([
      'Customer €0.00',
      'Naxos Pottery €0.00',
      'Delft Paper €0.00',
      'Market -€0.52',
      'Payment service €0.52',
      'Sum €0.00',
    ]);
    expect([balance(naxos), balance(delft)]).toEqual([0n, 0n]);
    expect(Object.values(shop.simulator.ledger().totals)).toEqual([0n]);
  });

  it('voids the payment if it is the only item, on the same day', async () => {
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

  it('happens once for a double click and for a second tab', async () => {
    const order = await market.buy(BASKET);
    const [form, stale] = [
      await market.refundForm(order.id, 'bowl'),
      await market.refundForm(order.id, 'bowl'),
    ];
    await Promise.all([1, 2].map(() => market.refund(order, 'bowl', form)));
    await market.refund(order, 'bowl', stale);
    expect(market.sent(REVERSE)).toBe(1);
    expect(shop.simulator.transactions.get(order.payment?.transactionId ?? '').refunded).toBe(1999);
  });

  it('is resolved by its confirmed event if its response is lost, and sends its reversal', async () => {
    const order = await market.buy(BASKET);
    shop.simulator.faults.add({
      operation: 'marketplace:transactions.cancelTransaction',
      kind: 'executed-but-lost',
      times: 5,
    });
    await market.refund(order, 'album');
    expect(await market.states(order)).toEqual([
      'transfer done',
      'transfer done',
      'refund done',
      'reversal done',
    ]);
    expect([market.sent(REVERSE), shop.simulator.transfers.list().length]).toEqual([1, 3]);
  });

  it('is found by a read if its response is lost, and refunds the customer once', async () => {
    const order = await market.buy(BASKET);
    const operation = 'marketplace:transactions.cancelTransaction';
    // Its event does not arrive either.
    shop.simulator.deliveries.hold();
    shop.simulator.faults.add({ operation, kind: 'executed-but-lost', times: 1 });
    await market.refund(order, 'album');
    expect(await market.states(order)).toContain('refund sent');
    const again = () => market.post(`/sales/${order.id}/movements/again`);
    shop.simulator.faults.add({ operation, kind: 'status', status: 452 });
    await again();
    expect((await market.states(order)).slice(2)).toEqual(['refund done', 'reversal done']);
    expect(shop.simulator.transactions.get(order.payment?.transactionId ?? '').refunded).toBe(1275);
  });

  it('shows what the seller owes if its reversal is rejected, which can be sent again', async () => {
    const order = await market.buy(BASKET);
    await settle();
    await payOut();
    // The seller was paid out, so its balance is 0.
    const page = await market.refund(order, 'album');
    expect(page).toContain('Did not happen');
    expect(market.balances(page)).toContain('Delft Paper €11.48');
    await market.buy(BASKET);
    await settle();
    await market.post(`/sales/${order.id}/movements/again`);
    expect(market.balances(await market.page(`/sales/${order.id}`))).toContain('Delft Paper €0.00');
  });

  it('is not possible after a refund without the market, which appears in the ledger', async () => {
    const order = await market.buy(BASKET);
    await refundOutside(order, 1000);
    const page = await market.page(`/sales/${order.id}`);
    expect(page).toContain('Refund made outside this page');
    expect(market.balances(page)).toContain('Market -€5.25');
    expect(await market.refund(order, 'bowl')).toContain('Something was refunded outside this page');
  });

  it('leaves no balances after a void without the market: waiting transfers never run', async () => {
    const order = await market.buy(BASKET);
    await refundOutside(order, 5273);
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

  it('does not affect waiting transfers if a part was refunded without the market on the same day', async () => {
    const order = await market.buy(BASKET);
    await refundOutside(order, 100);
    await settle();
    expect([balance(naxos), balance(delft)]).toEqual([3598n, 1148n]);
    expect(market.balances(await market.page(`/sales/${order.id}`))).toContain('Naxos Pottery €35.98');
  });
});

it('shows what is missing if no marketplace is configured', async () => {
  const account = Object.entries(simulatorAccount(shop.simulator));
  for (const [name] of account) if (name.startsWith('PAY_MARKET_')) delete process.env[name];
  const without = await createShop(null, () => SharedDatabase.shared());
  without.useLogger(false);
  await without.listen(0, '127.0.0.1');
  const response = await fetch(`${await without.getUrl()}/marketplace`, { headers: { accept: 'text/html' } });
  expect([response.status, await response.text()]).toEqual([
    404,
    expect.stringContaining('There is no market'),
  ]);
  await without.close();
});
