import type { Page } from 'playwright-core';

/** Fills in the card on the payment page. */
export async function fillCard(page: Page, number: string): Promise<void> {
  await page.locator('#number').fill(number);
  await page.locator('#expiry').fill('08/35');
  await page.locator('#cvc').fill('111');
  await page.locator('#holderName').fill('Ada Lovelace');
}

/** Pays with a card on the payment page. */
export async function payByCard(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await page.locator('button.primary').click();
}
