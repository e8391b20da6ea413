import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import { OnPayEvent, PayEventType } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import { OperatorShop } from '../../e2e/operator-shop.js';
import { newPglite } from '../../pglite.js';
import { until } from '../../until.js';
import { describeInBrowser, openContext } from '../chromium.js';
import { checkPage, PHONE, SCRIPTLESS } from '../page-checks.js';
import { DemoProcess } from './demo-process.js';
import { Support, type Bought } from './support.js';

const REFUND = 'transactions.cancelTransaction';
const LIST = 'transactions.getLegacyTransactions:list';

/** As a person reloads a page. */
const SLOWLY = { everyMs: 500 };

let demo: DemoProcess;
const sold: Bought[] = [];

const enter = async (options?: BrowserContextOptions): Promise<Support> =>
  Support.enter(await openContext(options), demo);
const kept = (bought: Bought): Bought => {
  sold.push(bought);
  return bought;
};

describeInBrowser('tasks of a support person', () => {
  beforeAll(async () => {
    demo = await DemoProcess.start({ SIMULATOR_ORDER_CODES: 'beyond-safe' });
  });
  afterAll(async () => {
    await demo.stop();
  });

  it('1. finds the payment of the customer on the phone, and 2. sees what happened', async () => {
    const ann = await enter();
    const { page } = ann;
    const bought = kept(await ann.sell('grace@example.com'));
    await ann.open();
    await checkPage(page, 'support-list');
    for (const what of ['Grace@example.com', bought.orderCode, bought.id]) {
      await ann.open();
      await ann.find(what);
      await page.waitForURL(new RegExp(`/orders/${bought.orderCode}`));
    }
    await ann.open();
    await page.getByText('By day, amount or card').click();
    await page.getByLabel('Last four digits').fill('0133');
    await page.getByLabel('Amount', { exact: true }).fill('18.50');
    const row = page.locator('tr', { hasText: bought.orderCode });
    // A list is shown for five seconds.
    await until(async () => {
      await page.getByRole('button', { name: 'Search' }).click();
      return (await row.count()) > 0;
    }, SLOWLY);
    await checkPage(page, 'support-found');
    await row.getByRole('link', { name: 'Payment' }).click();
    await ann.sees('Paid');
    await page.getByText('•••• 0133').first().waitFor();
    expect(await page.content()).not.toContain('grace@example.com');
    await page
      .getByText(/^Payment 1796 processed/)
      .first()
      .waitFor();
    await checkPage(page, 'support-payment');
    await page.getByRole('button', { name: 'Show personal data' }).click();
    await page.getByText('grace@example.com').waitFor();
    await checkPage(page, 'support-personal-data');
    await page.goto(`${demo.shop}/back-office/audit`);
    await page.getByText('Ada: reveal').first().waitFor();
    await checkPage(page, 'support-audit');
  });

  it('3. refunds a part, and no more than is left', async () => {
    const ann = await enter();
    const bought = kept(await ann.sellCleared());
    await ann.open(`/orders/${bought.orderCode}`);
    await ann.decide(/^Refund/, { Amount: '5' });
    await checkPage(ann.page, 'support-asked');
    await ann.confirm();
    await ann.sees('Done');
    await checkPage(ann.page, 'support-done');
    await ann.page.getByRole('link', { name: 'Back to the payment' }).click();
    await ann.sees('Refunded in part');
    await ann.page.getByLabel(/^Amount, at most €13.50/).fill('13.51');
    await ann.page.getByLabel('Reason').first().fill('the customer asked');
    await ann.page.getByRole('button', { name: 'Continue' }).first().click();
    await ann.page.getByRole('alert').waitFor();
    expect(new URL(ann.page.url()).hash).toBe('#problem');
    await checkPage(ann.page, 'support-too-much');
    expect(await ann.madeOf(bought)).toEqual([-500]);
  });

  it('4. refunds in full by another way when the usual one is refused', async () => {
    const ann = await enter();
    const bought = kept(await ann.sellCleared());
    await ann.open(`/orders/${bought.orderCode}`);
    await demo.fault(REFUND, 'success-false', {
      errorCode: 502,
      errorText: 'Transaction failed',
      eventId: 10_062,
    });
    await ann.decide(/^Refund/);
    await ann.confirm();
    await ann.sees('Refused');
    await ann.page.getByText('You can refund in another way').waitFor();
    await checkPage(ann.page, 'support-refused');
    await ann.page.getByRole('link', { name: 'Back to the payment' }).click();
    await ann.decide(/^Refund/, { Way: 'Acquiring refund' });
    await ann.confirm();
    await ann.sees('Done');
    await ann.page.getByRole('link', { name: 'Back to the payment' }).click();
    await ann.sees('Refunded in full');
    expect(await ann.madeOf(bought)).toEqual([-1850]);
  });

  it.each<[string, BrowserContextOptions]>([
    ['with JavaScript', {}],
    ['without it', SCRIPTLESS],
    ['on a phone', PHONE],
  ])('5. refunds once for a double click, a reload and a return to the page (%s)', async (_name, options) => {
    const ann = await enter(options);
    const bought = kept(await ann.sellCleared());
    await ann.open(`/orders/${bought.orderCode}`);
    await ann.decide(/^Refund/, { Amount: '5' });
    const asked = ann.page.url();
    await ann.page.getByRole('button', { name: /^(Refund|Void|Capture|Release|Cancel)/ }).dblclick();
    await ann.sees('Done');
    await ann.page.reload();
    await ann.page.goto(asked);
    await ann.sees('Done');
    expect(
      await ann.page.getByRole('button', { name: /^(Refund|Void|Capture|Release|Cancel)/ }).count(),
    ).toBe(0);
    expect(await ann.madeOf(bought)).toEqual([-500]);
  });

  it('6. learns what became of a refund whose response was lost', async () => {
    const ann = await enter();
    const bought = kept(await ann.sellCleared());
    await ann.open(`/orders/${bought.orderCode}`);
    await ann.decide(/^Refund/, { Amount: '5' });
    await demo.fault(REFUND, 'executed-but-lost');
    // The read before the refund succeeds. The reads that look for the refund fail.
    await demo.fault(LIST, 'delay', { ms: 0 });
    const unread = await demo.fault(LIST, 'status', { status: 503, times: 'always' });
    await ann.confirm();
    await ann.sees('Outcome unknown');
    await checkPage(ann.page, 'support-unknown');
    await ann.open('/attention');
    await ann.page.getByRole('link', { name: 'Refund €5.00' }).waitFor();
    await checkPage(ann.page, 'support-attention');
    await demo.removeFault(unread);
    await ann.page.getByRole('link', { name: 'Refund €5.00' }).click();
    await ann.sees('Done');
    expect(await ann.madeOf(bought)).toEqual([-500]);
  });

  it('7. captures a part of a hold, and releases another one', async () => {
    const ann = await enter();
    const held = kept(await ann.sell(undefined, { pay: 'later' }));
    await ann.open(`/orders/${held.orderCode}`);
    await ann.sees('Held, not captured');
    await checkPage(ann.page, 'support-held');
    await ann.decide(/^Capture/, { Amount: '10' });
    await ann.page.getByText('The other €8.50 is released').waitFor();
    await ann.confirm();
    await ann.sees('Done');
    expect(await ann.madeOf(held)).toContain(1000);
    const other = kept(await ann.sell(undefined, { pay: 'later' }));
    await ann.open(`/orders/${other.orderCode}`);
    await ann.decide(/^Release/);
    await ann.confirm();
    await ann.sees('Done');
    await ann.page.getByRole('link', { name: 'Back to the payment' }).click();
    await ann.sees('Released');
  });

  it('8. replays a dead letter', async () => {
    class Warehouse {
      static isClosed = true;
      static readonly handled: string[] = [];

      @OnPayEvent(PayEventType.TransactionPaymentCreated)
      pack({ data }: { data: { TransactionId: string } }): void {
        if (Warehouse.isClosed) throw new Error('the warehouse is closed');
        Warehouse.handled.push(data.TransactionId);
      }
    }
    const simulator = await createPaySimulator({ seed: 'dead letter' });
    const db = await newPglite();
    const shop = await new OperatorShop(simulator).start({ db, providers: [Warehouse] });
    try {
      const url = shop.url.replace('desk/payments/', 'pay/webhook');
      await simulator.webhooks.register({ url, eventTypeIds: [PayEventType.TransactionPaymentCreated] });
      const { id } = await shop.buy();
      // The inbox tries for hours before it gives up.
      const dead = `update pay.inbox_events set state = 'dead', reason = 'failed', finished_at = now()
        where attempts > 0 and finished_at is null returning id`;
      await until(async () => (await db.query(dead)).rows.length > 0);
      Warehouse.isClosed = false;
      const page = await (await openContext({ extraHTTPHeaders: { 'x-user': 'boss' } })).newPage();
      await page.goto(`${shop.url}default/attention`);
      await checkPage(page, 'support-dead-letters');
      await page.getByRole('link', { name: /^Payment 1796/ }).click();
      await checkPage(page, 'support-dead-letter');
      await page.getByRole('button', { name: 'Process it again' }).click();
      await page.getByText('Nothing needs you').waitFor();
      await until(() => Warehouse.handled.length > 0);
      expect(Warehouse.handled).toEqual([id]);
    } finally {
      await shop.close();
      await simulator.close();
      await db.close();
    }
  });

  it('9. finds a dispute, which cannot be refunded', async () => {
    const ann = await enter();
    const bought = kept(await ann.sellCleared());
    await demo.post('/trigger/dispute', { transactionId: bought.id });
    const row = ann.page.locator('tr', { hasText: bought.orderCode });
    // A list is shown for five seconds.
    await until(async () => {
      await ann.open();
      return (await row.getByText('Disputed').count()) > 0;
    }, SLOWLY);
    await ann.open(`/orders/${bought.orderCode}`);
    await ann.sees('Disputed');
    await ann.page.getByText('A disputed payment cannot be refunded').waitFor();
    expect(await ann.page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
    await checkPage(ann.page, 'support-disputed');
  });

  it('10. explains a day of the payouts, and downloads its file', async () => {
    const ann = await enter();
    const { page } = ann;
    kept(await ann.sell());
    await demo.advance(2 * 86_400_000);
    await demo.post('/wallet/withdraw', { amount: 500_000 });
    await demo.advance(86_400_000);
    const { now } = await demo.control<{ now: string }>('/clock');
    const month = page.getByRole('heading', { name: `Payouts ${new Date(now).toISOString().slice(0, 7)}` });
    const paidOut = page.getByRole('heading', { name: /^€5,000\.00 on/ });
    await until(async () => {
      await page.getByRole('link', { name: 'Payouts' }).click();
      return (await month.count()) * (await paidOut.count()) > 0;
    }, SLOWLY);
    await ann.sees('Every cent is explained');
    await checkPage(page, 'support-payouts');
    const day = page.getByRole('link', { name: /: sales €18\.50/ }).last();
    // The sale can be of the month before.
    if ((await day.count()) === 0) await page.getByRole('link', { name: /^←/ }).click();
    await day.click();
    await page.getByRole('heading', { name: /^Lines of/ }).waitFor();
    await page.locator('tr', { hasText: '€18.50' }).first().waitFor();
    await checkPage(page, 'support-payout-day');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV for a spreadsheet' }).click();
    const file = await (await download).path();
    expect(readFileSync(file, 'utf8')).toMatch(/,sale,18\.50,EUR,/);
  });

  it('a person without the permission sees no button, and gets 403', async () => {
    const ann = await enter();
    const bought = kept(await ann.sellCleared());
    await ann.open(`/orders/${bought.orderCode}`);
    await ann.decide(/^Refund/, { Amount: '5' });
    const [asked = ''] = ann.page.url().split('#');
    await ann.become('Cleo');
    await ann.open(`/orders/${bought.orderCode}`);
    expect(await ann.page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
    await checkPage(ann.page, 'support-looker');
    await ann.page.goto(asked);
    expect(
      await ann.page.getByRole('button', { name: /^(Refund|Void|Capture|Release|Cancel)/ }).count(),
    ).toBe(0);
    // A form needs a token as well, so this is what decides.
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const response = await ann.page.request.post(`${asked}/confirm`, { data: '{}', headers });
    expect(response.status()).toBe(403);
    expect(await ann.madeOf(bought)).toEqual([]);
    await ann.become('Ben');
    await ann.open(`/orders/${bought.orderCode}`);
    await ann.decide(/^Refund/, { Amount: '18.50' });
    await ann.confirm();
    await ann.sees('Done');
  });

  it('the books of all these orders are those of the simulator’s ledger', async () => {
    const ann = await enter();
    expect(sold.length).toBeGreaterThan(8);
    await ann.expectBooks(sold);
  });
});
