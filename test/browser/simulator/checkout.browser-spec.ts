import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createPaySimulator, type PaySimulator } from 'nestjs-pay/simulator';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { describeInBrowser, launchChromium } from '../chromium.js';
import { objections, PHONE, WIDE } from '../page-checks.js';
import { createOrder, Merchant } from './merchant.js';

const APPROVED = '5239290700000101';
const DECLINED = '5239290700000119';
const CHALLENGE = '5188340000000060';

// A browser on a busy machine takes its time.
jest.setTimeout(60_000);

const merchant = new Merchant();
let shop: string;
let browser: Browser;
let simulator: PaySimulator;
let contexts: BrowserContext[] = [];

async function open(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ ...WIDE, ...options });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

const checkout = (code: string, more = ''): string =>
  `${simulator.endpoints.web}/web/checkout?ref=${code}${more}`;
const openOrder = async (
  order: Readonly<Record<string, unknown>> = {},
  more = '',
  options: BrowserContextOptions = {},
): Promise<Page> => open(checkout(await createOrder(simulator, order), more), options);

async function fill(page: Page, number: string): Promise<void> {
  const email = page.getByLabel('E-mail');
  if ((await email.count()) > 0) await email.fill('customer@example.com');
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('08/35');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Test Holder');
}

async function pay(page: Page, number: string): Promise<void> {
  await fill(page, number);
  await page.getByRole('button', { name: 'Pay €49.90' }).click();
}

const transactions = (): readonly string[] => simulator.transactions.list().map(({ status }) => status);

describeInBrowser("the simulator's pages", () => {
  beforeAll(async () => {
    shop = await merchant.listen();
    simulator = await createPaySimulator({
      orderCodes: 'beyond-safe',
      successUrl: `${shop}/success`,
      failureUrl: `${shop}/failure`,
      merchant: { webhookKey: merchant.key },
    });
    browser = await launchChromium();
  });
  beforeEach(() => {
    simulator.reset();
    merchant.answers = 200;
    merchant.received.length = 0;
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
  });
  afterAll(async () => {
    await browser.close();
    await simulator.close();
    await merchant.close();
  });

  describe('the hosted checkout', () => {
    it('takes a payment and sends the customer back with the documented query', async () => {
      const page = await openOrder();
      const code = new URL(page.url()).searchParams.get('ref');
      await pay(page, APPROVED);
      await page.waitForURL(`${shop}/success?**`);
      const [transaction] = simulator.transactions.list();
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        t: transaction?.id,
        s: code,
        lang: 'en-GB',
        eventId: '0',
        eci: '1',
      });
    });

    it('tells of a decline, takes the focus there, and takes a second try', async () => {
      const page = await openOrder();
      await pay(page, DECLINED);
      const alert = page.getByRole('alert');
      await alert.getByText('Your bank did not approve the payment.').waitFor();
      expect(await alert.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
      await pay(page, APPROVED);
      await page.waitForURL(`${shop}/success?**`);
      expect(transactions()).toEqual(['E', 'F']);
    });

    it('leads a customer who gives up after a decline to the failure URL', async () => {
      const page = await openOrder();
      await pay(page, DECLINED);
      await page.getByRole('link', { name: 'Return to the shop' }).click();
      await page.waitForURL(`${shop}/failure?**`);
      expect(new URL(page.url()).searchParams.get('eventId')).toBe('310');
    });

    it('lets the bank confirm', async () => {
      const page = await openOrder();
      await pay(page, CHALLENGE);
      await page.getByRole('heading', { name: 'Confirm with your bank' }).waitFor();
      await page.getByRole('button', { name: 'Y Authenticated', exact: true }).click();
      await page.waitForURL(`${shop}/success?**`);
      expect(new URL(page.url()).searchParams.get('eci')).toBe('1');
    });

    it('lets the bank refuse, or the customer close its page, and go on with the order', async () => {
      const page = await openOrder();
      await pay(page, CHALLENGE);
      await page.getByRole('button', { name: 'N Not authenticated' }).click();
      await page.getByText('The confirmation with your bank failed.').waitFor();
      await pay(page, CHALLENGE);
      await page.getByRole('button', { name: 'Close the page' }).click();
      await page.getByText('The confirmation with your bank was not completed.').waitFor();
      await pay(page, APPROVED);
      await page.waitForURL(`${shop}/success?**`);
      expect(simulator.transactions.list().map(({ eventId }) => eventId)).toEqual([2062, 2061, 0]);
    });

    it('cancels', async () => {
      const page = await openOrder();
      const address = page.url();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.waitForURL(`${shop}/failure?**`);
      await page.goto(address);
      await page.getByRole('heading', { name: 'Order cancelled' }).waitFor();
    });

    it('charges once for a double click, and says so when the page is opened again', async () => {
      const page = await openOrder();
      const address = page.url();
      await fill(page, APPROVED);
      await page.getByRole('button', { name: 'Pay €49.90' }).dblclick();
      await page.waitForURL(`${shop}/success?**`);
      await page.goto(address);
      await page.getByRole('heading', { name: 'Already paid' }).waitFor();
      expect(transactions()).toEqual(['F']);
    });

    it('charges once when the customer goes back and pays again', async () => {
      const page = await openOrder();
      await pay(page, APPROVED);
      await page.waitForURL(`${shop}/success?**`);
      await page.goBack();
      await page
        .getByRole('heading', { name: 'Already paid' })
        .or(page.getByRole('button', { name: 'Pay €49.90' }))
        .waitFor();
      if ((await page.getByLabel('Card number').count()) > 0) {
        await pay(page, APPROVED);
        await page.waitForLoadState();
      }
      expect(transactions()).toEqual(['F']);
    });

    it('says that an order has expired', async () => {
      const page = await openOrder({ paymentTimeout: 60 });
      await simulator.clock.advance(60_000);
      await pay(page, APPROVED);
      await page.getByRole('heading', { name: 'Order expired' }).waitFor();
      expect(transactions()).toEqual([]);
      await page.getByRole('link', { name: 'Return to the shop' }).click();
      await page.waitForURL(`${shop}/failure?**`);
    });

    it('shows what is wrong with a form, leads to the field, and keeps no card number', async () => {
      const page = await openOrder();
      await pay(page, '4111111111111112');
      await page.getByRole('alert').getByRole('link', { name: 'Enter a valid card number' }).click();
      const number = page.getByLabel('Card number');
      expect(await number.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
      expect([await number.inputValue(), await page.getByLabel('E-mail').inputValue()]).toEqual([
        '',
        'customer@example.com',
      ]);
      await pay(page, APPROVED);
      await page.waitForURL(`${shop}/success?**`);
    });

    it('works without JavaScript', async () => {
      const page = await openOrder({}, '', { javaScriptEnabled: false });
      await pay(page, DECLINED);
      await page.getByRole('alert').getByText('Payment declined').waitFor();
      await pay(page, CHALLENGE);
      await page.getByRole('button', { name: 'A Attempted' }).click();
      await page.waitForURL(`${shop}/success?**`);
      expect(transactions()).toEqual(['E', 'F']);
    });

    it.each<[string, BrowserContextOptions]>([
      ['wide', {}],
      ['phone', PHONE],
    ])('has pages that everybody can use, and no wider than the screen (%s)', async (name, options) => {
      const seen: string[] = [];
      const look = async (page: Page, what: string): Promise<void> => {
        seen.push(...(await objections(page, `simulator-${name}-${what}`)));
      };
      const page = await openOrder({ maxInstallments: 6 }, '&color=ffe600', options);
      const address = page.url();
      await page.getByText('Test cards').click();
      await look(page, 'pay');
      await pay(page, '1');
      await page.getByRole('alert').waitFor();
      await look(page, 'problems');
      await pay(page, DECLINED);
      await page.getByText('Payment declined').waitFor();
      await look(page, 'declined');
      await pay(page, CHALLENGE);
      await page.getByRole('heading', { name: 'Confirm with your bank' }).waitFor();
      await look(page, 'challenge');
      await page.getByRole('button', { name: 'Y Authenticated', exact: true }).click();
      await page.waitForURL(`${shop}/success?**`);
      await page.goto(address);
      await look(page, 'paid');
      await page.goto(checkout('1234567890123456'));
      await look(page, 'unknown');
      await page.goto(
        checkout(
          await createOrder(simulator, { disableExactAmount: true, customer: { requestLang: 'el-GR' } }),
          '&color=0b3d91',
        ),
      );
      await page.locator('summary').click();
      await look(page, 'greek');
      expect(seen).toEqual([]);
    });
  });

  describe('the console', () => {
    it('shows a failed delivery and sends it again', async () => {
      await simulator.webhooks.register({ url: `${shop}/webhooks`, eventTypeIds: [1796] });
      merchant.answers = 503;
      const page = await openOrder();
      const code = new URL(page.url()).searchParams.get('ref');
      await pay(page, APPROVED);
      await page.waitForURL(`${shop}/success?**`);
      await simulator.deliveries.settled();
      await page.goto(simulator.url);
      await page.getByText('1 attempt, last: 503').click();
      await page.getByText(`"OrderCode": ${code}`).waitFor();
      merchant.answers = 200;
      await page.getByRole('button', { name: 'Redeliver Transaction Payment Created' }).click();
      await page.getByText('2 attempts, last: 200').waitFor();
      expect(merchant.received).toHaveLength(2);
    });

    it('moves the clock: a waiting delivery is tried again, an order expires', async () => {
      await simulator.webhooks.register({ url: `${shop}/webhooks`, eventTypeIds: [1798] });
      merchant.answers = 500;
      const page = await openOrder();
      await pay(page, DECLINED);
      await page.getByRole('alert').waitFor();
      await simulator.deliveries.settled();
      await page.goto(`${simulator.url}/console`);
      await page.getByRole('button', { name: '+1 h', exact: true }).click();
      await page.getByText('2 attempts, last: 500').waitFor();
      await page.getByRole('table', { name: 'Orders' }).getByText('Expired', { exact: true }).waitFor();
      expect(merchant.received.map((body) => /"RetryCount":(\d+)/.exec(body)?.[1])).toEqual(['0', '1']);
    });

    it('injects a fault that the next request meets', async () => {
      const page = await open(`${simulator.url}/console`);
      await page.getByRole('spinbutton', { name: 'Status' }).fill('502');
      await page.getByRole('button', { name: 'Inject' }).click();
      await page.getByText('The fault is active.').waitFor();
      await expect(createOrder(simulator)).rejects.toThrow('HTTP 502');
      await expect(createOrder(simulator)).resolves.toMatch(/^\d{16}$/);
    });

    it.each<[string, BrowserContextOptions]>([
      ['wide', {}],
      ['phone', PHONE],
    ])('everybody can use, and fits the screen (%s)', async (name, options) => {
      await simulator.webhooks.register({ url: `${shop}/webhooks`, eventTypeIds: [1796, 4865] });
      const page = await openOrder({}, '', options);
      await pay(page, APPROVED);
      await page.waitForURL(`${shop}/success?**`);
      simulator.orders.cancel(await createOrder(simulator));
      await createOrder(simulator);
      simulator.faults.add({ operation: 'payments.getOrder', kind: 'empty', times: 3 });
      await simulator.deliveries.settled();
      await page.goto(`${simulator.url}/console`);
      for (const summary of await page.locator('summary').all()) await summary.click();
      expect(await objections(page, `simulator-${name}-console`)).toEqual([]);
    });
  });
});
