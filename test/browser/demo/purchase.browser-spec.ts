import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import { describeInBrowser, openContext } from '../chromium.js';
import { checkPage, PHONE, SCRIPTLESS, shot } from '../page-checks.js';
import { BAD_CARD, Customer, GOOD_CARD } from './customer.js';
import { DemoProcess, LONGEST_STOP_MS } from './demo-process.js';

let demo: DemoProcess;

async function customer(options?: BrowserContextOptions): Promise<Customer> {
  return Customer.visit(await openContext(options), demo.shop);
}

describeInBrowser('purchase', () => {
  beforeAll(async () => {
    // With order codes above 2^53, these tests fail if any digit is lost.
    demo = await DemoProcess.start({ SIMULATOR_ORDER_CODES: 'beyond-safe' });
  });
  afterAll(async () => {
    expect(await demo.stop()).toBeLessThan(LONGEST_STOP_MS);
  });

  it.each<[string, BrowserContextOptions]>([
    ['wide', {}],
    ['phone', PHONE],
    ['no-javascript', SCRIPTLESS],
  ])('shows the order as paid after the payment page (%s)', async (_name, options) => {
    const ada = await customer(options);
    await ada.goToPaymentPage();
    const code = ada.orderCode;
    expect(Number.isSafeInteger(Number(code))).toBe(false);
    await ada.pay(GOOD_CARD);
    await ada.sees('Paid');
    const paid = await demo.control<{ transactions: { statusId?: string; status?: string }[] }>(
      `/orders/${code}`,
    );
    expect(paid.transactions).toHaveLength(1);

    await ada.page.getByRole('link', { name: 'Continue shopping' }).waitFor();
    await ada.page.getByRole('link', { name: 'My orders' }).click();
    await ada.page.getByText(/\d{1,2} \w{3,4} \d{4}, \d\d:\d\d UTC · /).waitFor();
    expect(await ada.page.locator('.label').allTextContents()).toEqual(['Paid']);
    const width = await ada.page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(width).toBe(0);
  });

  it('accepts a second card for the same order after a decline', async () => {
    const ada = await customer();
    await ada.goToPaymentPage();
    const code = ada.orderCode;
    await ada.pay(BAD_CARD);
    await ada.page.getByRole('alert').waitFor();
    await ada.page.getByRole('link', { name: /return to/i }).click();
    await ada.sees('Payment declined');
    await shot(ada.page, 'shop-declined');
    await ada.page.getByRole('button', { name: 'Pay again' }).click();
    await ada.page.waitForURL(/\/web\/checkout/);
    expect(ada.orderCode).toBe(code);
    await ada.pay(GOOD_CARD);
    await ada.sees('Paid');
  });

  it('can be cancelled on the payment page', async () => {
    const ada = await customer();
    await ada.goToPaymentPage();
    await ada.page.getByRole('button', { name: /cancel/i }).click();
    await ada.sees('Canceled');
    await shot(ada.page, 'shop-cancelled');
    await ada.page.getByRole('link', { name: 'Order again' }).click();
    expect(await ada.page.getByLabel('How many: Stoneware mug').inputValue()).toBe('2');
  });

  it('is paid although the customer closed the tab right after paying', async () => {
    const ada = await customer();
    const context = ada.page.context();
    await ada.goToPaymentPage();
    // The payment page takes the card, and its response, which leads to the return page, never arrives.
    await ada.page.route(/\/web\/checkout/, async (route) => {
      await route.fetch({ maxRedirects: 0 });
      await route.abort();
    });
    const lost = ada.page.waitForEvent('requestfailed');
    await ada.pay(GOOD_CARD);
    await lost;
    await ada.page.close();
    const again = await Customer.visit(context, `${demo.shop}/my-orders`);
    await again.page.locator('.orders a').first().click();
    await again.page.getByRole('heading', { level: 1, name: 'Paid', exact: true }).waitFor();
  });

  it('waits if the tab was closed without paying, and opens the same payment page again', async () => {
    const ada = await customer();
    const context = ada.page.context();
    await ada.goToPaymentPage();
    const code = ada.orderCode;
    await ada.page.close();
    const again = await Customer.visit(context, `${demo.shop}/my-orders`);
    await again.page.locator('.orders a').first().click();
    await again.page.getByRole('heading', { level: 1, name: 'Waiting for payment' }).waitFor();
    await shot(again.page, 'shop-waiting');
    await again.page.getByRole('button', { name: 'To the payment page' }).click();
    await again.page.waitForURL(/\/web\/checkout/);
    expect(again.orderCode).toBe(code);
  });

  it('ignores a typed return address', async () => {
    const ada = await customer();
    await ada.goToPaymentPage();
    const code = ada.orderCode;
    const forged = `/return/success?t=2b4c6b5b-49ff-4e46-adc5-f53740212361&s=${code}&lang=en-GB&eventId=0&eci=1`;
    await ada.page.goto(demo.shop + forged);
    await ada.sees('Waiting for payment');
    // The page has read its version at least once.
    await ada.page.waitForResponse(/\/version$/);
    await ada.sees('Waiting for payment');
    const other = await customer();
    await other.page.goto(demo.shop + forged);
    expect(await other.page.getByRole('heading', { level: 1 }).textContent()).toBe(
      'Back from the payment page',
    );
  });

  it('shows that the payment page did not open, and opens it on the second attempt', async () => {
    const ada = await customer();
    await demo.fault('payments.createOrder', 'executed-but-lost');
    await ada.page.goto(`${demo.shop}/checkout?candle=1`);
    await ada.page.getByRole('button', { name: 'Pay €14.00' }).click();
    await ada.page.getByText('Nothing was charged').waitFor();
    await shot(ada.page, 'shop-did-not-open');
    await ada.page.getByRole('button', { name: 'Try again' }).click();
    await ada.page.waitForURL(/\/web\/checkout/);
    await ada.pay(GOOD_CARD);
    await ada.sees('Paid');
  });

  it('has accessible pages that fit the screen', async () => {
    const ada = await customer(PHONE);
    const look = (what: string): Promise<void> => checkPage(ada.page, `shop-${what}`);
    await look('shelf');
    await ada.page.goto(`${demo.shop}/checkout?mug=2&tea=1`);
    await look('checkout');
    await ada.page.getByLabel('Email').fill('ada@example');
    await ada.page.getByRole('button', { name: 'Pay €45.00' }).click();
    await ada.page.getByText('Please enter an email address').waitFor();
    await look('checkout-problem');
    await ada.page.getByLabel('Email').fill('ada@example.com');
    expect(await ada.page.getByText('Please enter an email address').count()).toBe(0);
    await ada.page.getByRole('button', { name: 'Pay €45.00' }).click();
    await ada.page.waitForURL(/\/web\/checkout/);
    await ada.page.goto(`${demo.shop}/my-orders`);
    await look('orders');
    await ada.page.locator('.orders a').first().click();
    await ada.sees('Waiting for payment');
    await look('waiting');
    await ada.page.goto(`${demo.shop}/nowhere`);
    await look('not-found');
  });

  it('counts the basket, fills in the customer and a test card, and links to the console', async () => {
    const { page } = await customer();
    const more = page.getByRole('button', { name: 'One more: Stoneware mug' });
    await more.click();
    await more.click();
    await page.getByRole('button', { name: 'One fewer: Stoneware mug' }).click();
    await page.getByLabel('How many: Tin of tea').fill('2');
    expect(await page.locator('output').innerText()).toBe('3 items, €34.50');
    expect(await page.locator('[aria-current]').innerText()).toBe('Shop');
    await page.getByRole('button', { name: 'Go to checkout' }).click();
    await page.getByRole('button', { name: 'Pay €34.50' }).click();
    await page.getByRole('button', { name: 'Approved' }).click();
    await checkPage(page, 'shop-payment-page');
    const code = new URL(page.url()).searchParams.get('ref') ?? '';
    await page.getByRole('button', { name: 'Pay €34.50' }).click();
    await page.getByRole('heading', { level: 1, name: 'Paid', exact: true }).waitFor();
    await checkPage(page, 'shop-paid');
    const link = page.getByRole('link', { name: 'See it in the console' });
    expect(await link.getAttribute('href')).toBe(`${demo.simulator}/console/orders/${code}`);
  });

  it('creates one order for a double click', async () => {
    const ada = await customer();
    const before = (await demo.control<unknown[]>('/orders')).length;
    await ada.page.getByLabel('How many: Canvas bag').fill('1');
    await ada.page.getByRole('button', { name: 'Go to checkout' }).click();
    await ada.page.getByRole('button', { name: 'Pay €16.50' }).dblclick();
    // waitForURL would fail, because the second click interrupts the navigation of the first one.
    await ada.page.locator('#number').waitFor();
    expect(await demo.control<unknown[]>('/orders')).toHaveLength(before + 1);
  });
});
