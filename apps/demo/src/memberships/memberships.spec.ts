import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { PayTransactions, unwrap } from 'nestjs-pay';
import { until } from '../../../../test/until.js';
import { GOOD_CARD, RunningShop, Visitor } from '../testing/running-shop.testing.js';
import { Memberships } from './memberships.service.js';

const CHARGE = 'transactions.createTransaction';

let shop: RunningShop;
let visitor: Visitor;

beforeAll(async () => {
  shop = await RunningShop.start();
});
afterAll(() => shop.close());
afterEach(() => shop.settled());
beforeEach(async () => {
  await shop.reset();
  visitor = new Visitor(shop.url);
});

const codeOf = (response: Response): string =>
  new URL(response.headers.get('location') ?? '', shop.url).searchParams.get('ref') ?? '';
const charges = (): number =>
  shop.simulator.requests().filter(({ operation }) => operation === CHARGE).length;
const month = (card: string): Promise<Response> => visitor.post(`/back-office/members/month/${card}`);

async function form(): Promise<Record<string, string>> {
  const key = /name="key"\s+value="([^"]+)"/.exec(await visitor.page('/coffee'))?.[1] ?? '';
  return { name: 'Ada Lovelace', email: 'ada@example.com', key };
}

/** Subscribes, and returns the address of the member's page. */
async function subscribe(): Promise<string> {
  const orderCode = codeOf(await visitor.post('/coffee', await form()));
  await shop.payWith(GOOD_CARD, orderCode);
  const back = await visitor.get(`/return/success?s=${orderCode}&t=any`);
  const page = back.headers.get('location') ?? '';
  await until(async () => (await visitor.page(page)).includes('Active'));
  return page;
}

it('opens one payment page for two clicks, and shows problems of the form', async () => {
  const fields = await form();
  const opened = await Promise.all([1, 2].map(() => visitor.post('/coffee', fields)));
  expect(codeOf(opened[0] as Response)).toMatch(/^\d{16,}$/);
  expect(new Set(opened.map(codeOf)).size).toBe(1);
  expect((await visitor.post('/coffee', { ...fields, email: 'ada' })).status).toBe(422);
});

it('lets the customer try again if the payment page did not open', async () => {
  shop.simulator.faults.add({ operation: 'payments.createOrder', kind: 'status', status: 503 });
  const page = (await visitor.post('/coffee', await form())).headers.get('location') ?? '';
  expect(await visitor.page(page)).toContain('The payment page did not open');
  expect(codeOf(await visitor.post(`${page}/pay`))).toMatch(/^\d{16,}$/);
});

it('charges each month once, not during a pause, and ends at the end of the paid month', async () => {
  const page = await subscribe();
  const passed = await month('approved');
  expect(await visitor.page(passed.headers.get('location') ?? '')).toMatch(
    /It is <strong>.*31 days have passed\. 1 member was charged\./s,
  );
  await month('approved');
  expect((await visitor.page(page)).match(/€9.90<\/td>/g)).toHaveLength(3);
  await visitor.post(`${page}/pause`);
  await month('approved');
  expect(await visitor.page(page)).toContain('Paused');
  await visitor.post(`${page}/resume`);
  await visitor.post(`${page}/cancel`);
  expect(await visitor.page(page)).toContain('It ends on');
  await month('approved');
  expect(await visitor.page('/back-office/members')).toContain('Ended');
  expect(charges()).toBe(2);
});

it('charges the month that a button lets pass while another run is under way', async () => {
  const page = await subscribe();
  const { clock, faults, transactions } = shop.simulator;
  await clock.advance(31 * 86_400_000);
  faults.add({ operation: CHARGE, kind: 'delay', ms: 300 });
  const run = shop.app.get(Memberships, { strict: false }).charge();
  await until(() => transactions.list().length === 2);
  await month('approved');
  expect((await visitor.page(page)).match(/€9.90<\/td>/g)).toHaveLength(3);
  await run;
});

it('lets a member pay a declined month with another card', async () => {
  const page = await subscribe();
  const passed = await month('declined');
  expect(await visitor.page(passed.headers.get('location') ?? '')).toContain('The card of 1 was declined');
  expect(await visitor.page(page)).toContain('Card declined');
  const orderCode = codeOf(await visitor.post(`${page}/pay`));
  await shop.payWith(GOOD_CARD, orderCode);
  await until(async () => (await visitor.page(page)).includes('Active'));
  expect((await visitor.get(`/return/success?s=${orderCode}`)).headers.get('location')).toBe(page);
  expect((await visitor.page(page)).match(/€9.90<\/td>/g)).toHaveLength(2);
});

it('refunds a charge of a month that the member had paid as well', async () => {
  const page = await subscribe();
  await month('declined');
  const orderCode = codeOf(await visitor.post(`${page}/pay`));
  // The service was seen to approve a declined charge later.
  const [paid] = shop.simulator.transactions.list();
  const merchantTrns = `${page.split('/').at(-1) ?? ''}/1`;
  const transactions = shop.app.get(PayTransactions, { strict: false });
  unwrap(await transactions.createTransaction({ id: paid?.id ?? '', amount: 990, merchantTrns }));
  await shop.payWith(GOOD_CARD, orderCode);
  const memberships = shop.app.get(Memberships, { strict: false });
  await until(async () => {
    await memberships.charge();
    return shop.simulator.transactions.list().some(({ amount }) => amount === -990);
  });
  await memberships.charge();
  expect(shop.simulator.transactions.list().filter(({ amount }) => amount === -990)).toHaveLength(1);
});
