import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createPaySimulator, type PaySimulator } from 'pay-simulator';
import type { Page } from 'playwright-core';
import { until } from '../../until.js';
import { describeInBrowser, openPage } from '../chromium.js';
import { pageProblems } from '../page-checks.js';
import { createOrder, Merchant } from './merchant.js';

const APPROVED = { number: '5239290700000101', expiry: '08/35', cvc: '123', holderName: 'Test Holder' };
const DECLINED = { ...APPROVED, number: '5239290700000119' };
const CUSTOMER = { customer: { email: 'customer@example.com' } };
const LONG_TEXTS = {
  customerTrns: 'Ceramic bowl, linen towel and everything else in a basket whose description is long',
  merchantTrns: 'a-reference-of-an-order-that-is-as-long-as-a-uuid',
  customer: { email: 'a.customer.with.a.long.name@long-name.example' },
};
const PAGES = [
  ...[
    'overview',
    'orders',
    'deliveries',
    'requests',
    'webhooks',
    'accounts',
    'passwords',
    'ledger',
    'clock',
  ].map((view) => `/console?view=${view}`),
  ...['/console?q=nothing', '/console/orders/1234567890123456', '/terminal', '/terminal/1', '/nowhere'],
  '/web/checkout?ref=1234567890123456',
];
/** File of the picture in the documentation, written if this variable names it. */
const PICTURE = process.env['CONSOLE_PICTURE'];

const merchant = new Merchant();
let shop: string;
let simulator: PaySimulator;

/** Waits until a text was copied. A page copies after the click, without a sign that lasts. */
async function copies(page: Page, isIt: (text: string) => boolean): Promise<string> {
  let copied = '';
  await until(async () => {
    copied = await page.evaluate<string>('navigator.clipboard.readText()');
    return isIt(copied);
  });
  return copied;
}

/** Returns the text with which a list offers the connected merchant. */
const greenTea = (page: Page): Promise<string> =>
  page.locator('option', { hasText: 'Green Tea' }).innerText();

describeInBrowser("the simulator's console", () => {
  beforeAll(async () => {
    shop = await merchant.listen();
    simulator = await createPaySimulator({ merchant: { webhookKey: merchant.key } });
  });
  beforeEach(async () => {
    simulator.reset();
    merchant.responseStatus = 200;
    merchant.received.length = 0;
    await simulator.webhooks.register({ url: `${shop}/webhooks`, eventTypeIds: [1796, 1798] });
  });
  afterAll(async () => {
    await simulator.close();
    await merchant.close();
  });

  it('starts with an overview: a test payment, deliveries by hour, and what happens next', async () => {
    const page = await openPage(simulator.url);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(await pageProblems(page, 'simulator-overview-empty')).toEqual([]);
    merchant.responseStatus = 503;
    await page.getByRole('button', { name: 'Make a test payment' }).click();
    await page.getByText('A test payment was made.').waitFor();
    await page.getByText('failed, will be retried').first().waitFor();
    await page.getByRole('link', { name: 'Retry 1 of Transaction Payment Created' }).waitFor();
    await page.locator('#live').getByText('Clearing of 1 payment').waitFor();
    expect(await pageProblems(page, 'simulator-overview')).toEqual([]);
    await page.getByRole('link', { name: 'Orders: Paid' }).click();
    await page.getByRole('heading', { name: 'Orders 1' }).waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: /UTC: 1 failed, will be retried$/ }).click();
    await page.getByRole('heading', { level: 1, name: /^Deliveries/ }).waitFor();
    expect(new URL(page.url()).search).toBe('?view=deliveries&state=failed');
  });

  it('finds an order, and its timeline grows while the order is paid', async () => {
    const code = await createOrder(simulator, CUSTOMER);
    await createOrder(simulator, { merchantTrns: 'another' });
    const page = await openPage(`${simulator.url}/console?view=orders`);
    await page.getByLabel('Find an order').fill('order-77');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('heading', { name: 'Orders 1' }).waitFor();
    await page.getByRole('link', { name: code }).click();
    await page.getByText('Order created').waitFor();
    simulator.checkout.pay(code, DECLINED);
    await page.getByText('Declined (event 310)').waitFor();
    simulator.checkout.pay(code, APPROVED);
    await page.getByText('Webhook: Transaction Payment Created').waitFor();
    await page.locator('.sum').getByText('Paid', { exact: true }).waitFor();
    await page.getByText('Event 1796 accepted').first().waitFor();
    const [sent, stored] = await Promise.all(
      ['li.service:has-text("Payment Created")', 'li.app:has-text("Event 1796 accepted")'].map((item) =>
        page.locator(item).first().boundingBox(),
      ),
    );
    // The lanes overlap, so that a long timeline has little empty space.
    expect(stored?.y).toBeGreaterThan(sent?.y ?? Infinity);
    expect(stored?.y).toBeLessThan((sent?.y ?? 0) + (sent?.height ?? 0));
    expect(await pageProblems(page, 'simulator-timeline')).toEqual([]);
    if (PICTURE !== undefined) await page.screenshot({ path: PICTURE, fullPage: true });
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await pageProblems(page, 'simulator-timeline-dark')).toEqual([]);
  });

  it('retries a failed delivery when the clock moves', async () => {
    merchant.responseStatus = 503;
    simulator.checkout.pay(await createOrder(simulator, CUSTOMER), APPROVED);
    await simulator.deliveries.settled();
    const page = await openPage(`${simulator.url}/console?view=deliveries`);
    await page.getByText('1 attempt, last: 503').click();
    await page.getByText('"OrderCode"').waitFor();
    await page.getByText('Clock and faults').click();
    await page.getByRole('button', { name: '+1 h', exact: true }).click();
    await page.getByText('The clock was moved.').waitFor();
    await page.goto(`${simulator.url}/console?view=deliveries`);
    await page.getByText('2 attempts, last: 503').waitFor();
    merchant.responseStatus = 200;
    await page.getByLabel(/^Actions for delivery/).click();
    await page.getByRole('button', { name: 'Redeliver Transaction Payment Created' }).click();
    await page.getByText('3 attempts, last: 200').waitFor();
    expect(merchant.received.map((body) => /"RetryCount":(\d+)/.exec(body)?.[1])).toEqual(['0', '1', '2']);
  });

  it('loses the next webhook, declines the next payment, and jumps to the next retry', async () => {
    merchant.responseStatus = 503;
    const page = await openPage(simulator.url);
    await page.getByText('Clock and faults').click();
    await page.getByText('No delivery waits for a retry.').waitFor();
    expect(await page.getByRole('button', { name: 'Jump to the next retry' }).isDisabled()).toBe(true);
    await page.getByRole('switch', { name: 'Lose the next webhook' }).click();
    await page.getByText('The next webhook was switched.').waitFor();
    await page.getByLabel('Reason of the decline').selectOption('Lost card (10041)');
    await page.getByRole('button', { name: 'Decline the next payment' }).click();
    await page.getByText('Lost card (10041)', { exact: true }).locator('visible=true').waitFor();
    expect(await pageProblems(page, 'simulator-what-happens-next')).toEqual([]);
    expect(simulator.pay().eventId).toBe(10_041);
    // Both go off by themselves.
    await page.getByRole('switch', { name: 'Lose the next webhook', checked: false }).waitFor();
    await page.getByText('Once, whatever its card').waitFor();
    simulator.pay();
    await simulator.deliveries.settled();
    expect(simulator.deliveries.list().map(({ state }) => state)).toEqual(['dropped', 'waiting']);
    await page.getByRole('button', { name: 'Jump to the next retry' }).click();
    await page.getByText('The clock was moved.').waitFor();
    expect(merchant.received.map((body) => /"RetryCount":(\d+)/.exec(body)?.[1])).toEqual(['0', '1']);
  });

  it('injects a fault into the next request', async () => {
    const page = await openPage(simulator.url);
    await page.getByText('Clock and faults').click();
    await page.getByRole('spinbutton', { name: 'Status' }).fill('502');
    await page.getByRole('button', { name: 'Inject' }).click();
    await page.getByText('The fault is active.').waitFor();
    await expect(createOrder(simulator)).rejects.toThrow('HTTP 502');
    await expect(createOrder(simulator)).resolves.toMatch(/^\d{16}$/);
  });

  it('shows orders in rows of one line, copies the code, and opens a drawer that covers nothing', async () => {
    simulator.connectedMerchants.connect();
    const code = await createOrder(simulator, LONG_TEXTS);
    const page = await openPage(`${simulator.url}/console?view=orders`, {
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const lines = `[...document.querySelectorAll('.whole, .line')].map((cell) => cell.getClientRects().length)`;
    expect(await page.evaluate(lines)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect((await page.locator('tbody tr').boundingBox())?.height).toBeLessThan(45);
    await page.getByRole('button', { name: `Copy order code ${code}` }).click();
    await copies(page, (text) => text === code);
    await page.getByLabel(`Actions for order ${code}`).click();
    await page.getByRole('link', { name: 'Checkout page' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Clock and faults').click();
    await page.getByRole('heading', { name: 'Control the service' }).waitFor();
    const [table, panel] = await Promise.all(
      ['#orders table', '.panel'].map((part) => page.locator(part).first().boundingBox()),
    );
    expect((table?.x ?? 0) + (table?.width ?? Infinity)).toBeLessThanOrEqual(panel?.x ?? 0);
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await page.locator('.panel').isVisible()).toBe(false);
  });

  it('copies a request as curl without its secrets, and filters those that the contract refuses', async () => {
    await createOrder(simulator, CUSTOMER);
    await expect(createOrder(simulator, { amount: 'ten' })).rejects.toThrow('HTTP 400');
    const page = await openPage(`${simulator.url}/console?view=requests`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('link', { name: 'Refused by the contract 1' }).click();
    await page.getByText('Refused by the contract: amount: expected an integer').waitFor();
    expect(await page.getByRole('button', { name: 'Copy as curl' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    const copied = await copies(page, (text) => text.startsWith('curl '));
    expect(copied).toContain(`curl -X POST ${simulator.url}/api/checkout/v2/orders`);
    expect(copied).toContain('-H "authorization: Bearer $ACCESS_TOKEN"');
    expect(copied).toContain(`--data-raw '{"amount":"ten"`);
    await page.getByRole('link', { name: 'All 4' }).click();
    await page.getByRole('heading', { name: 'Requests 4' }).waitFor();
  });

  it('chooses a connected merchant, and names its terminal', async () => {
    await createOrder(simulator);
    const connected = simulator.connectedMerchants.connect({ companyName: 'Green Tea' });
    connected.orders.create(simulator.orders.list()[0] as never);
    const page = await openPage(`${simulator.url}/console?view=orders`);
    await page
      .locator('main')
      .getByLabel('Merchant')
      .selectOption({ label: await greenTea(page) });
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('heading', { name: 'Orders 1' }).waitFor();
    expect(await pageProblems(page, 'simulator-orders-merchant')).toEqual([]);
    await page.getByRole('link', { name: 'Terminals', exact: true }).click();
    await page
      .locator('main')
      .getByLabel('Merchant')
      .selectOption({ label: await greenTea(page) });
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    expect(await pageProblems(page, 'simulator-terminals-merchant')).toEqual([]);
    await page.getByRole('link', { name: 'Counter 1' }).click();
    await page.getByLabel('Name').fill('Tea bar');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { name: 'Tea bar · 16000010' }).waitFor();
    expect(connected.terminals.list()[0]?.name).toBe('Tea bar');
    expect(simulator.terminals.list()[0]?.name).toBe('');
    expect(await pageProblems(page, 'simulator-terminal-named')).toEqual([]);
  });

  it('shows refunds and disputes in the timeline', async () => {
    const payment = simulator.pay(undefined, { amount: 5000 });
    simulator.refund(payment.id, { amount: 1000 });
    simulator.trigger('dispute', { transactionId: payment.id });
    simulator.trigger('dispute-evidence', { transactionId: payment.id });
    const page = await openPage(`${simulator.url}/console/orders/${payment.orderCode}`);
    await page.getByText('Dispute opened').waitFor();
    await page.getByLabel(`Dispute of transaction ${payment.id}`).click();
    expect(await pageProblems(page, 'simulator-dispute-actions')).toEqual([]);
    await page.getByRole('button', { name: 'Lose the dispute' }).click();
    await page.getByText('40.00 EUR · The cardholder gets').waitFor();
    expect(await pageProblems(page, 'simulator-dispute')).toEqual([]);
  });

  it('is accessible and fits the screen, light and dark', async () => {
    simulator.checkout.pay(await createOrder(simulator, { ...CUSTOMER, ...LONG_TEXTS }), APPROVED);
    await createOrder(simulator);
    await expect(createOrder(simulator, { amount: 'ten' })).rejects.toThrow('HTTP 400');
    simulator.connectedMerchants.connect();
    simulator.faults.add({ operation: 'payments.getOrder', kind: 'empty', times: 3 });
    await simulator.deliveries.settled();
    const page = await openPage(simulator.url);
    const problems: string[] = [];
    for (const path of PAGES) {
      await page.goto(simulator.url + path);
      problems.push(...(await pageProblems(page, `simulator${path.replace(/\W+/g, '-')}`)));
    }
    expect(problems).toEqual([]);
  });
});
