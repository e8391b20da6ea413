import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { newPglite } from '../pglite.js';
import { startBusyShop } from './operator-busy-shop.js';
import type { BusyOrders } from './operator-busy-shop.js';
import type { Desk, OperatorShop } from './operator-shop.js';

let simulator: PaySimulator;
let db: PGlite;
let shop: OperatorShop;
let orders: BusyOrders;
let boss: Desk;

beforeAll(async () => {
  simulator = await createPaySimulator({
    seed: 'operator words',
    clock: 'manual',
    now: new Date('2026-11-02T09:00:00Z'),
  });
  db = await newPglite();
  ({ shop, orders } = await startBusyShop(simulator, db));
  boss = shop.as('boss');
});
afterAll(async () => {
  await shop.close();
  await simulator.close();
  await db.close();
});

/** Returns a page without the technical names, which are in small beside the words. */
const wordsOf = async (address: string): Promise<string> =>
  (await boss.page(address)).replace(/<small>[^]*?<\/small>/g, '');
const rowWith = (page: string, text: string): string =>
  page.split(/<tr>|<li/).find((row) => row.includes(text)) ?? '';

interface Listed {
  orderCode: string;
  amount: number;
  reference: string | null;
  action: { id: string; why: string; who: string } | null;
}

describe('a refund from here', () => {
  it('has the reference of its order and its reason in the list of payments', async () => {
    const page = await wordsOf('default');
    const row = rowWith(page, '−€5.00');
    expect(row).toContain('HL-10394');
    expect(row).toContain('boss, from here: the mug was cracked');
    expect(page).not.toContain('op-');
    const rows = await boss.json<Listed[]>('default');
    const refund = rows.find(({ orderCode, amount }) => orderCode === orders.refunded && amount === -500);
    expect(refund).toMatchObject({
      reference: 'HL-10394',
      action: { id: expect.stringMatching(/^op-/), who: 'boss', why: 'the mug was cracked' },
    });
    expect(rows.find(({ orderCode }) => orderCode === orders.paid)).toMatchObject({
      reference: 'HL-10399',
      action: null,
    });
  });

  it('has them on the page of the payment and in the lines of a day', async () => {
    const payment = await wordsOf(`default/orders/${orders.refunded}`);
    expect(rowWith(payment, '−€5.00')).toContain('boss, from here: the mug was cracked');
    expect(payment).not.toContain('>op-');
    const { days } = await boss.json<{ days: { day: string; refunds: number }[] }>('default/payouts');
    for (const { day } of days.filter(({ refunds }) => refunds !== 0))
      expect(await wordsOf(`default/payouts?day=${day}`)).not.toContain('op-');
  });
});

describe('the words of a support person', () => {
  it('are on every page, and amounts have their currency', async () => {
    const { actions, deadLetters } = await boss.json<{
      actions: { id: string }[];
      deadLetters: { id: string }[];
    }>('default/attention');
    expect([actions.length, deadLetters.length]).toEqual([1, 1]);
    const pages = [
      ...['../payments', 'default', 'default/attention', 'default/payouts', 'counter/till'],
      ...['default/subscriptions', 'market/splits', 'market/attention'],
      ...Object.values(orders).map((code) => `default/orders/${code}`),
      `default/actions/${actions[0]?.id}`,
      `default/dead-letters/${deadLetters[0]?.id}`,
    ];
    const technical =
      /dead letters?\b(?!\/)|minor units|reconcil|\b[a-z]+\.[a-z]+[A-Z]\w+|Event \d|\bTransaction[A-Z]\w+|not-cleared|no-sale/;
    for (const address of pages) {
      const text = (await wordsOf(address)).replace(/<[^>]*>/g, ' ');
      expect([address, technical.exec(text)?.[0]]).toEqual([address, undefined]);
    }
  });

  it('name events and calls, with the technical name in small', async () => {
    const page = await boss.page(`default/orders/${orders.paid}`);
    expect(page).toMatch(/Payment <small><code>1796<\/code><\/small>/);
    const refunded = await boss.page(`default/orders/${orders.refunded}`);
    expect(refunded).toMatch(/Refund or void <small><code>transactions.cancelTransaction<\/code><\/small>/);
    expect(await boss.page('default/attention')).toContain('Your application could not process');
  });

  it('explain the ways of a refund', async () => {
    const page = await boss.page(`default/orders/${orders.refunded}`);
    for (const words of ['The money goes back to the card', 'other credentials', 'within minutes'])
      expect(page).toContain(words);
  });

  it('give the balances of sellers and the prices of subscriptions in the currency of the account', async () => {
    const sellers = await boss.page('market/splits');
    for (const amount of ['€10.00', '€54.00', '€36.00']) expect(sellers).toContain(amount);
    expect(await boss.page('default/subscriptions')).toMatch(/€9\.90[^]*€120\.00|€120\.00[^]*€9\.90/);
  });

  it('say what happens in one sentence before it happens', async () => {
    const plan = (fields: Record<string, string>) => boss.plan(orders.paid, fields);
    const { transactions } = await boss.json<{ transactions: { transactionId: string }[] }>(
      `default/orders/${orders.paid}`,
    );
    const transactionId = transactions[0]?.transactionId ?? '';
    const part = await boss.page(await plan({ kind: 'refund', transactionId, amount: '12.5' }));
    expect(part).toContain('The customer gets €12.50 back. €172.50 of the payment stays with you.');
    const all = await boss.page(await plan({ kind: 'void', transactionId }));
    expect(all).toContain('The payment is voided: the customer gets the whole €185.00 back.');
    const unpaid = await boss.page(await boss.plan(orders.unpaid, { kind: 'cancel' }));
    expect(unpaid).toContain('The customer can no longer pay this order.');
  });

  it('say what to do about the status of a payment', async () => {
    const declined = await boss.page(`default/orders/${orders.declined}`);
    expect(declined).toContain('No money moved.');
    expect(declined).not.toContain('class="money"');
    expect(await boss.page(`default/orders/${orders.disputed}`)).toContain('Send your evidence');
    expect(await boss.page(`default/orders/${orders.unpaid}`)).toContain('reports the currency');
  });

  it('name the order and the reason of what needs a person', async () => {
    const row = rowWith(await boss.page('default/attention'), 'Void €20.00');
    for (const words of ['HL-10401', 'boss, from here: wrong address']) expect(row).toContain(words);
  });

  it('lead from a sale at a terminal to its payment', async () => {
    const [, id] = /transactions\/([^"]*)">receipt-204/.exec(await boss.page('counter/till')) ?? [];
    const { headers, url } = await boss.send(`counter/transactions/${id}`);
    const payment = new URL(headers.get('location') ?? '', url).href;
    expect(await boss.page(payment)).toMatch(/<h1>€11\.70[^]*receipt-204/);
  });

  it.each([
    ['not-received', 'Look at the terminal, then start a new sale.'],
    ['reversed', 'Ask the customer to pay again.'],
    ['a reason of a later version', 'receipt-204'],
  ])('say what to do about a sale at a terminal: %s', async (reason, words) => {
    const before = await db.query<{ state: string; reason: string | null }>(
      `select state, reason from pay.till_sales where reference = 'receipt-204'`,
    );
    const set = `update pay.till_sales set state = $1, reason = $2 where reference = 'receipt-204'`;
    await db.query(set, ['needs-a-person', reason]);
    const row = rowWith(await boss.page('counter/attention'), 'receipt-204');
    await db.query(set, [before.rows[0]?.state, before.rows[0]?.reason]);
    expect(row).toContain(words);
  });

  it('sum up a day of the payouts, also one without lines', async () => {
    const { days, month } = await boss.json<{ month: string; days: { day: string; sales: number }[] }>(
      'default/payouts',
    );
    const sold = days.find(({ sales }) => sales > 0)?.day;
    expect(await boss.page(`default/payouts?day=${sold}`)).toMatch(/<p class="hint">[-\d]+: sales €/);
    expect(await boss.page(`default/payouts?day=${month}-28`)).toContain('Nothing was booked on this day.');
  });

  it('keep what was typed if nothing is found', async () => {
    const response = await boss.post('default/find', { q: 'HL-99999' }, 'default');
    expect(await response.text()).toMatch(/Nothing was found. Check[^]*value="HL-99999"/);
  });

  it('call the pages of a marketplace what they show', async () => {
    expect(await boss.page('../payments')).toMatch(/href="[^"]*market">Sellers<\/a>/);
  });
});
