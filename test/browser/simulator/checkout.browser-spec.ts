import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPaySimulator, type PaySimulator } from 'pay-simulator';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describeInBrowser, openPage } from '../chromium.js';
import { fillCard } from '../card-form.js';
import { checkPage, PHONE, SCRIPTLESS } from '../page-checks.js';
import { createOrder, Merchant } from './merchant.js';

const APPROVED = '5239290700000101';
const DECLINED = '5239290700000119';
const CHALLENGE = '5188340000000060';

const merchant = new Merchant();
let shop: string;
let simulator: PaySimulator;

const checkout = (code: string, more = ''): string =>
  `${simulator.endpoints.web}/web/checkout?ref=${code}${more}`;
const openOrder = async (
  order: Readonly<Record<string, unknown>> = {},
  more = '',
  options: BrowserContextOptions = {},
): Promise<Page> => openPage(checkout(await createOrder(simulator, order), more), options);

async function fill(page: Page, number: string): Promise<void> {
  const email = page.getByLabel('Email');
  if ((await email.count()) > 0) await email.fill('customer@example.com');
  await fillCard(page, number);
}

async function pay(page: Page, number: string): Promise<void> {
  await fill(page, number);
  await page.getByRole('button', { name: 'Pay €49.90' }).click();
}

const statuses = (): readonly string[] => simulator.transactions.list().map(({ status }) => status);

describeInBrowser("the simulator's pages", () => {
  beforeAll(async () => {
    shop = await merchant.listen();
    simulator = await createPaySimulator({
      orderCodes: 'beyond-safe',
      successUrl: `${shop}/success`,
      failureUrl: `${shop}/failure`,
      merchant: { webhookKey: merchant.key },
    });
  });
  beforeEach(() => {
    simulator.reset();
    merchant.responseStatus = 200;
    merchant.received.length = 0;
  });
  afterAll(async () => {
    await simulator.close();
    await merchant.close();
  });

  describe('the hosted checkout', () => {
    it('charges the card and redirects the customer with the documented query', async () => {
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

    it('shows a decline with the focus on its message, and accepts another attempt', async () => {
      const page = await openOrder();
      await pay(page, DECLINED);
      const alert = page.getByRole('alert');
      await alert.getByText('Your bank did not approve the payment.').waitFor();
      expect(await alert.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
      await pay(page, APPROVED);
      await page.waitForURL(`${shop}/success?**`);
      expect(statuses()).toEqual(['E', 'F']);
    });

    it('links to the failure URL after a decline', async () => {
      const page = await openOrder();
      await pay(page, DECLINED);
      await page.getByRole('link', { name: 'Return to the shop' }).click();
      await page.waitForURL(`${shop}/failure?**`);
      expect(new URL(page.url()).searchParams.get('eventId')).toBe('310');
    });

    it('accepts a payment that the bank confirms', async () => {
      const page = await openOrder();
      await pay(page, CHALLENGE);
      await page.getByRole('heading', { name: 'Confirm with your bank' }).waitFor();
      await page.getByRole('button', { name: /^Y Authenticated/ }).click();
      await page.waitForURL(`${shop}/success?**`);
      expect(new URL(page.url()).searchParams.get('eci')).toBe('1');
    });

    it('keeps the order payable if the bank rejects the customer, or the customer closes the page of the bank', async () => {
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

    it('cancels the order', async () => {
      const page = await openOrder();
      const address = page.url();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.waitForURL(`${shop}/failure?**`);
      await page.goto(address);
      await page.getByRole('heading', { name: 'Order canceled' }).waitFor();
    });

    it('charges once for a double click, and then shows that the order is paid', async () => {
      const page = await openOrder();
      const address = page.url();
      await fill(page, APPROVED);
      await page.getByRole('button', { name: 'Pay €49.90' }).dblclick();
      await page.waitForURL(`${shop}/success?**`);
      await page.goto(address);
      await page.getByRole('heading', { name: 'Already paid' }).waitFor();
      expect(statuses()).toEqual(['F']);
    });

    it('charges once if the customer goes back and pays again', async () => {
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
      expect(statuses()).toEqual(['F']);
    });

    it('shows that an order has expired', async () => {
      const page = await openOrder({ paymentTimeout: 60 });
      await simulator.clock.advance(60_000);
      await pay(page, APPROVED);
      await page.getByRole('heading', { name: 'Order expired' }).waitFor();
      expect(statuses()).toEqual([]);
      await page.getByRole('link', { name: 'Return to the shop' }).click();
      await page.waitForURL(`${shop}/failure?**`);
    });

    it('explains invalid fields, links to them, and keeps what was typed except the security code', async () => {
      const page = await openOrder();
      await pay(page, '4111111111111112');
      await page.getByRole('alert').waitFor();
      expect(await page.evaluate('document.activeElement.id')).toBe('number');
      await page.getByRole('link', { name: 'Enter a valid card number' }).click();
      expect(await page.evaluate('document.activeElement.id')).toBe('number');
      const values = ['#number', '#expiry', '#cvc', '#email'].map((id) => page.locator(id).inputValue());
      expect(await Promise.all(values)).toEqual(['4111 1111 1111 1112', '08/35', '', 'customer@example.com']);
      await pay(page, APPROVED);
      await page.waitForURL(`${shop}/success?**`);
    });

    it('groups the card number, names its scheme, and adds the slash of the expiry date', async () => {
      const page = await openOrder();
      const number = page.locator('#number');
      await number.pressSequentially('4147463011110133');
      expect([await number.inputValue(), await page.locator('#scheme').textContent()]).toEqual([
        '4147 4630 1111 0133',
        'Visa',
      ]);
      // A digit in the middle moves the groups and not the cursor.
      await number.evaluate('(element) => element.setSelectionRange(4, 4)');
      await number.pressSequentially('99');
      await number.press('Backspace');
      await number.press('Backspace');
      expect(await number.inputValue()).toBe('4147 4630 1111 0133');
      await number.fill('376206000000009');
      expect([await number.inputValue(), await page.locator('#scheme').textContent()]).toEqual([
        '3762 060000 00009',
        'American Express',
      ]);
      await page.locator('#expiry').pressSequentially('835');
      expect(await page.locator('#expiry').inputValue()).toBe('08/35');
    });

    it.each([
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ])('shows the whole form with its button on the first screen (%p)', async (viewport) => {
      const page = await openOrder({}, '', { viewport });
      const button = await page.getByRole('button', { name: 'Pay €49.90' }).boundingBox();
      expect((button?.y ?? Infinity) + (button?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
      const tests = await page.getByRole('region', { name: 'Test cards' }).boundingBox();
      const panel = await page.locator('.panel').boundingBox();
      // At the side of a wide screen, and below the form on a phone.
      if (viewport.width > 1000) expect(tests?.x).toBeGreaterThan((panel?.x ?? 0) + (panel?.width ?? 0));
      else expect(tests?.y).toBeGreaterThanOrEqual((panel?.y ?? 0) + (panel?.height ?? 0));
    });

    it('fills in a test card, and removes the error messages of fields that are now valid', async () => {
      const page = await openOrder();
      await page.getByRole('button', { name: 'Pay €49.90' }).click();
      const alert = page.getByRole('alert');
      await alert.waitFor();
      expect(await page.locator('.field .problem').count()).toBe(5);
      await page.getByLabel('Card number').fill(APPROVED);
      expect([await page.locator('.field .problem').count(), await alert.getByRole('link').count()]).toEqual([
        4, 4,
      ]);
      await page.getByRole('button', { name: '3-D Secure' }).click();
      expect([await page.locator('.field .problem').count(), await alert.count()]).toEqual([0, 0]);
      await page.getByText('All test cards and amounts').click();
      await page.getByRole('button', { name: 'Fill in: American Express •••• 0009' }).click();
      await page.getByRole('button', { name: 'Pay €49.90' }).click();
      await page.waitForURL(`${shop}/success?**`);
    });

    it('works without JavaScript', async () => {
      const page = await openOrder({}, '', SCRIPTLESS);
      await pay(page, DECLINED);
      await page.getByRole('alert').getByText('Payment declined').waitFor();
      await pay(page, CHALLENGE);
      await page.getByRole('button', { name: 'A Attempted' }).click();
      await page.waitForURL(`${shop}/success?**`);
      expect(statuses()).toEqual(['E', 'F']);
    });

    it('is accessible and fits the screen', async () => {
      const check = (shown: Page, state: string): Promise<void> => checkPage(shown, `simulator-${state}`);
      const page = await openOrder({ maxInstallments: 6 }, '&color=ffe600', PHONE);
      const address = page.url();
      await page.getByRole('heading', { level: 1, name: 'Order summary' }).waitFor({ state: 'attached' });
      await page.locator('summary').click();
      await check(page, 'pay');
      await pay(page, '1');
      await page.getByRole('alert').waitFor();
      await check(page, 'problems');
      await pay(page, DECLINED);
      await page.getByText('Payment declined').waitFor();
      await check(page, 'declined');
      await pay(page, CHALLENGE);
      await page.getByRole('heading', { name: 'Confirm with your bank' }).waitFor();
      await check(page, 'challenge');
      await page.getByRole('button', { name: /^Y Authenticated/ }).click();
      await page.waitForURL(`${shop}/success?**`);
      await page.goto(address);
      await check(page, 'paid');
      await page.goto(checkout('1234567890123456'));
      await check(page, 'unknown');
      await page.goto(
        checkout(
          await createOrder(simulator, { disableExactAmount: true, customer: { requestLang: 'el-GR' } }),
          '&color=0b3d91',
        ),
      );
      await page.locator('summary').click();
      await check(page, 'greek');
    });
  });
});
