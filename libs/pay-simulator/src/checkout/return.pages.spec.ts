import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Merchant } from '../../testing/merchant.js';
import { RETURN_PATHS } from './return.pages.js';

let merchant: Merchant;
beforeAll(async () => {
  merchant = await Merchant.start();
});
afterAll(() => merchant.simulator.close());

it.each([
  [RETURN_PATHS.paid, 'Paid'],
  [RETURN_PATHS.notPaid, 'Not paid'],
])('%s shows the result and the order', async (path, title) => {
  const page = await fetch(`${merchant.simulator.url}${path}?s=1272214778972604&t=%3Cb%3E`);
  const text = await page.text();
  expect(page.status).toBe(200);
  expect(text).toContain(`<h1>${title}</h1>`);
  expect(text).toContain('Order 1272214778972604, transaction &lt;b&gt;');
});
