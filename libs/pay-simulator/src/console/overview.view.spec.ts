import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Merchant } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';
import { amountText } from '../domain/currencies.js';

const HOUR_MS = 3_600_000;

let merchant: Merchant;
let receiver: Receiver;
beforeEach(async () => {
  merchant = await Merchant.start({ clock: 'manual', now: new Date('2026-02-03T08:12:00Z') });
  receiver = await Receiver.startFor(merchant, [1796]);
});
afterEach(async () => {
  await merchant.simulator.close();
  await receiver.close();
});

const page = async (path = ''): Promise<string> =>
  (await fetch(`${merchant.simulator.url}/console${path}`)).text();
/** Titles of the bars, such as `02-03 08:00 UTC: 1 delivered`. */
const barsIn = (html: string): string[] =>
  [...html.matchAll(/<g><title>([^<]*)/g)].map(([, text]) => String(text));
/** Pays, and waits until the webhooks got a response with the status. */
const pay = async (count: number, status: number): Promise<void> => {
  receiver.behavior = () => ({ status });
  for (let number = 0; number < count; number++) merchant.simulator.pay(undefined, { amount: 1000 });
  await merchant.simulator.deliveries.settled();
};
const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('the overview', () => {
  it('is the first page, and starts with a button and a command for a test payment', async () => {
    const html = await page();
    expect(html).toMatch(/aria-current="page">Overview</);
    expect(html).toContain('No payments yet');
    expect(html).not.toContain('Deliveries in the last');
    const steps = [...html.matchAll(/<li><div><h3>([^<]*)</g)].map(([, title]) => title);
    expect(steps).toEqual([
      'Give your application the credentials',
      'Register your webhook',
      'Make a payment',
    ]);
    const variables = /<pre[^>]*aria-label="Variables">([^<]*)/.exec(html)?.[1] ?? '';
    expect(variables.split('\n')).toEqual(
      Object.entries(merchant.simulator.environment).map(([name, value]) => `${name}=${value}`),
    );
    expect(plain(html)).toContain('1 webhook is registered');
    const done = await fetch(`${merchant.simulator.url}/console/test-payment`, { method: 'POST' });
    expect(await done.text()).toContain('A test payment was made.');
    expect(merchant.simulator.transactions.list()).toMatchObject([{ status: 'F', amount: 4990 }]);
    const [, command = ''] = /data-copy="(curl [^"]*)"/.exec(html) ?? [];
    await promisify(execFile)('sh', ['-c', `${command} --silent --fail`]);
    expect(merchant.simulator.transactions.list()).toHaveLength(2);
    expect(await page()).not.toContain('No payments yet');
  });

  it('counts the deliveries of each hour by their outcome, and links to the failed ones', async () => {
    await pay(2, 200);
    await merchant.simulator.clock.advance(HOUR_MS);
    await pay(1, 503);
    merchant.simulator.deliveries.hold();
    merchant.simulator.pay();
    const html = await page('?range=24h');
    expect(barsIn(html)).toEqual([
      '02-03 08:00 UTC: 2 delivered',
      '02-03 09:00 UTC: 1 held, 1 failed, will be retried',
    ]);
    const failed = /<a href="([^"]*)" aria-label="02-03 09:00 UTC: [^"]*"><rect class="retrying"/.exec(html);
    expect(failed?.[1]).toBe('/console?view=deliveries&amp;state=failed');
    for (const [outcome, text] of [
      ['delivered', '2 delivered'],
      ['held', '1 held'],
      ['retrying', '1 failed, will be retried'],
    ])
      expect(plain(html.slice(html.indexOf(`&amp;state=${outcome}"`) - 100))).toContain(text);
  });

  it('draws the heights to scale, and shows the newest deliveries if none are of the last day', async () => {
    await pay(3, 200);
    await pay(1, 503);
    const heights = (html: string): number[] =>
      [...html.matchAll(/<rect class="(?:delivered|retrying|gave-up)"[^>]* height="([\d.]+)"/g)].map(
        ([, height]) => Number(height),
      );
    expect(heights(await page())).toEqual([75, 25]);
    await merchant.simulator.clock.advance(72 * HOUR_MS);
    await merchant.simulator.deliveries.settled();
    const html = await page('?range=24h');
    expect(heights(html)).toEqual([75, 25]);
    expect(barsIn(html)).toEqual(['02-03 08:00 UTC: 3 delivered, 1 gave up']);
    await pay(1, 200);
    expect(await page('?range=24h')).toContain('Older deliveries are not in the chart: 4.');
  });

  it('chooses the shortest range that has all deliveries, unless a reader chooses one', async () => {
    const rangeOf = (html: string) => /<a href="[^"]*range=(\w+)" aria-current/.exec(html)?.[1];
    const { clock } = merchant.simulator;
    await pay(1, 200);
    const shown = [[rangeOf(await page()), barsIn(await page())]];
    for (const hours of [2, 30, 24 * 8, 24 * 20]) {
      await clock.advance(hours * HOUR_MS);
      if (hours < 24 * 8) await pay(1, 200);
      const html = await page();
      shown.push([rangeOf(html), barsIn(html)]);
    }
    expect(shown).toEqual([
      ['1h', ['02-03 08:12 UTC: 1 delivered']],
      ['24h', ['02-03 08:00 UTC: 1 delivered', '02-03 10:00 UTC: 1 delivered']],
      ['7d', ['02-03 06:00 UTC: 2 delivered', '02-04 12:00 UTC: 1 delivered']],
      // Nothing happened for longer than the range.
      ['7d', ['02-03 06:00 UTC: 2 delivered', '02-04 12:00 UTC: 1 delivered']],
      ['7d', ['02-03 06:00 UTC: 2 delivered', '02-04 12:00 UTC: 1 delivered']],
    ]);
    expect(rangeOf(await page('?range=1h'))).toBe('1h');
    expect(barsIn(await page('?range=1h'))).toEqual(['02-04 16:12 UTC: 1 delivered']);
    expect(rangeOf(await page('?range=year'))).toBe('7d');
  });

  it('says that nothing is delivered because no webhook is registered', async () => {
    for (const { id } of merchant.simulator.webhooks.list()) merchant.simulator.webhooks.remove(id);
    merchant.simulator.pay();
    expect(plain(await page())).toContain('No webhook is registered, so nothing is delivered. Register one');
  });

  it('copies the command for a payment in the world that it shows', async () => {
    const { console: address, transactions } = merchant.simulator.createWorld({ id: 'shop-2' });
    const [, command = ''] = /data-copy="(curl [^"]*)"/.exec(await (await fetch(address)).text()) ?? [];
    await promisify(execFile)('sh', ['-c', `${command} --silent --fail`]);
    expect(transactions.list()).toHaveLength(1);
    expect(merchant.simulator.transactions.list()).toEqual([]);
  });

  it('counts the payments by state, and each state lists its orders', async () => {
    await pay(2, 200);
    const [payment] = merchant.simulator.transactions.list();
    merchant.simulator.refund(payment?.id, { amount: 400 });
    merchant.simulator.trigger('decline');
    merchant.simulator.orders.create({ amount: 2500 });
    const html = await page();
    const rows = [...html.matchAll(/<th scope="row"><a href="([^"]*)"[^]*?<\/tr>/g)].map(
      ([row, path = '']) => ({ path: path.replaceAll('&amp;', '&'), text: plain(row) }),
    );
    expect(rows.map(({ text }) => text).sort()).toEqual([
      'Declined 1 10.00 – –',
      'Paid 1 10.00 10.00 –',
      'Pending 1 25.00 – –',
      'Refunded in part 1 10.00 10.00 −4.00',
    ]);
    for (const { path } of rows) {
      const listed = await (await fetch(merchant.simulator.url + path)).text();
      expect(listed).toMatch(/Orders <small>1(?: of \d+)?<\/small>/);
    }
  });

  it('counts what customers paid and got back as the ledger does', async () => {
    const { simulator } = merchant;
    const { clock } = simulator;
    simulator.wallet.deposit(100_000);
    simulator.trigger('refund', { amount: 700 });
    simulator.trigger('refund', { transactionId: simulator.trigger('payment').id, amount: 250 });
    simulator.trigger('void');
    simulator.trigger('decline');
    simulator.trigger('preauth', { amount: 900 });
    simulator.trigger('capture', { amount: 1100 });
    simulator.trigger('void', { transactionId: simulator.trigger('preauth').id });
    simulator.trigger('payout', { amount: 300 });
    simulator.trigger('dispute');
    simulator.trigger('dispute-won');
    const { id } = simulator.trigger('payment', { amount: 2100 });
    simulator.trigger('refund', { transactionId: id, amount: 600 });
    simulator.trigger('dispute-lost', {
      transactionId: simulator.trigger('dispute', { transactionId: id }).id,
    });
    simulator.trigger('reversal');
    simulator.trigger('fail');
    simulator.trigger('approve');
    simulator.trigger('payment-later');
    await simulator.trigger('terminal-sale', { amount: 1300 });
    await clock.advance('3 days');
    const paid = -(simulator.ledger().balances['978']?.['cardholders'] ?? 0n);
    expect(paid).toBeGreaterThan(0n);
    expect(plain(await page())).toContain(`Customers paid ${amountText(paid, '978')} net of refunds`);
  });

  it('shows the payments over time until a webhook is sent, and says what to do', async () => {
    const { simulator } = merchant;
    for (const { id } of simulator.webhooks.list()) simulator.webhooks.remove(id);
    simulator.trigger('payment');
    simulator.trigger('decline');
    const html = await page();
    expect(plain(/<section class="chart"[^]*?<\/section>/.exec(html)?.[0] ?? '')).toMatch(
      /^Payments 2 .* Register one to see its deliveries here\. 1 paid 1 declined or lost/,
    );
  });

  it('shows what happens next, the soonest first, with the time that is left', async () => {
    await pay(2, 503);
    const { clock } = merchant.simulator;
    merchant.simulator.orders.create({
      amount: 1500,
      expiresAt: clock.now() + 90_000,
    });
    await clock.advance(60_000);
    const next = /<ol class="next">[^]*?<\/ol>/.exec(await page())?.[0] ?? '';
    expect([...next.matchAll(/<li>[^]*?<\/li>/g)].map(([item]) => plain(item))).toEqual([
      'Expiry Order of 15.00 EUR expires in 30 s 2026-02-03 08:13:30 UTC',
      'Retry Retry 1 of Transaction Payment Created (1796) and 1 later in 59 min 2026-02-03 09:12:00 UTC',
      'Clearing Clearing of 2 payments in 13 h 47 min 2026-02-03 22:00:00 UTC',
    ]);
    expect(await page()).toContain('Not planned: payout, charge.');
  });
});
