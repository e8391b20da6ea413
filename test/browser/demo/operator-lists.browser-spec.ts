import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { startBusyShop } from '../../e2e/operator-busy-shop.js';
import type { BusyOrders } from '../../e2e/operator-busy-shop.js';
import type { OperatorShop } from '../../e2e/operator-shop.js';
import { newPglite } from '../../pglite.js';
import { describeInBrowser, openContext } from '../chromium.js';
import { checkPage, PHONE } from '../page-checks.js';

let simulator: PaySimulator;
let db: PGlite;
let shop: OperatorShop;
let orders: BusyOrders;

/** Texts of a row that do not fit the screen, or lie on another one. */
const CUT = `(() => {
  const isSideways = [...document.querySelectorAll('.scroll')].some((one) => one.scrollWidth > one.clientWidth);
  const cells = [...document.querySelectorAll('td')].filter((one) => one.checkVisibility() && one.innerText.trim() !== '');
  const boxes = cells.map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return { text: cell.innerText, row: cell.parentElement, cell, rects: [...range.getClientRects()] };
  });
  const touches = (one, other) =>
    one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const wide = boxes.filter(({ rects }) => rects.some(({ right }) => right > innerWidth)).map(({ text }) => text);
  const covered = boxes.flatMap((one) =>
    boxes
      .filter((other) => other !== one && other.row === one.row)
      .filter((other) => one.rects.some((rect) => other.rects.some((its) => touches(rect, its))))
      .map((other) => one.text + ' / ' + other.text));
  return { isSideways, wide, covered };
})()`;

describeInBrowser('lists of the operator', () => {
  beforeAll(async () => {
    simulator = await createPaySimulator({ seed: 'operator lists', clock: 'manual' });
    db = await newPglite();
    ({ shop, orders } = await startBusyShop(simulator, db));
  });
  afterAll(async () => {
    await shop.close();
    await simulator.close();
    await db.close();
  });

  it('fit a phone: each row shows what is important, without scrolling sideways', async () => {
    const boss = shop.as('boss');
    const { days } = await boss.json<{ days: { day: string; sales: number }[] }>('default/payouts');
    const day = days.findLast(({ sales }) => sales > 0)?.day;
    const page = await (await openContext({ ...PHONE, extraHTTPHeaders: { 'x-user': 'boss' } })).newPage();
    for (const [name, path, visible] of [
      ['payments', 'default', ['HL-10399', '€185.00', 'boss, from here: the mug was cracked', '•••• 0133']],
      ['till', 'counter/till', ['€259.00', 'receipt-204', 'Terminal 16000010']],
      ['subscriptions', 'default/subscriptions', ['member-of-the-association-27', '€120.00']],
      ['sellers', 'market/splits', ['€54.00', '€36.00']],
      ['payout lines', `default/payouts?day=${day}`, ['Sales', 'HL-10399']],
    ] as const) {
      await page.goto(shop.url + path);
      expect({ name, ...(await page.evaluate<object>(CUT)) }).toEqual({
        name,
        isSideways: false,
        wide: [],
        covered: [],
      });
      for (const text of visible) await page.locator('table').getByText(text).first().waitFor();
    }
  });

  it.each(['wide', 'phone'])('have no problem on a %s screen', async (screen) => {
    const options = screen === 'phone' ? PHONE : {};
    const page = await (await openContext({ ...options, extraHTTPHeaders: { 'x-user': 'boss' } })).newPage();
    const pages = {
      ...{
        accounts: '../payments',
        list: 'default',
        attention: 'default/attention',
        payouts: 'default/payouts',
      },
      ...{ till: 'counter/till', subscriptions: 'default/subscriptions', sellers: 'market/splits' },
      ...Object.fromEntries(Object.entries(orders).map(([name, code]) => [name, `default/orders/${code}`])),
    };
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(new URL(path, shop.url).href);
      await checkPage(page, `operator-${name}`);
    }
  });
});
