import { get } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PayPayments, PayTransactions, unwrap } from 'nestjs-pay';
import { until } from '../../../test/until.js';
import { BAD_CARD, GOOD_CARD, RunningShop, Visitor } from './testing/running-shop.testing.js';

const BUYER = { name: 'Ada Lovelace', email: 'ada@example.com', mug: '2' };
const AMOUNT = 2 * 1850;

let shop: RunningShop;
let visitor: Visitor;

beforeAll(async () => {
  shop = await RunningShop.start();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.reset();
  visitor = new Visitor(shop.url);
});

/** Orders two mugs, and returns the order's code and page. */
async function order(): Promise<{ code: string; page: string }> {
  const response = await visitor.post('/orders', { ...BUYER, key: await visitor.formKey() });
  expect(response.status).toBe(303);
  const code = new URL(response.headers.get('location') ?? '').searchParams.get('ref') ?? '';
  const mine = await visitor.page('/my-orders');
  return { code, page: /href="(\/orders\/[^"]+)"/.exec(mine)?.[1] ?? '' };
}
const heading = async (page: string): Promise<string> =>
  /<h1>([^<]*)<\/h1>/.exec(await visitor.page(page))?.[1] ?? '';

describe('placing an order', () => {
  it('redirects to the payment page of a payment order with the entered data', async () => {
    const key = await visitor.formKey();
    const response = await visitor.post('/orders', { ...BUYER, key }, { 'accept-language': 'el,en;q=0.8' });
    const address = new URL(response.headers.get('location') ?? '');
    expect(address.href).toContain(`${shop.simulator.endpoints.web}/web/checkout?ref=`);
    const [created] = shop.simulator.orders.list();
    expect(created).toMatchObject({
      code: address.searchParams.get('ref'),
      amount: AMOUNT,
      currencyCode: '978',
      language: 'el-GR',
      customerTrns: '2 × Stoneware mug',
      customer: { email: 'ada@example.com', fullName: 'Ada Lovelace' },
    });
    // The code is above 2^53.
    expect(String(Number(created?.code))).not.toBe(created?.code);
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^orders=[0-9a-f-]{36}; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it('creates one payment order for several clicks, at the same time or later', async () => {
    const fields = { ...BUYER, key: await visitor.formKey() };
    const [first, second] = await Promise.all([
      visitor.post('/orders', fields),
      visitor.post('/orders', fields),
    ]);
    const third = await visitor.post('/orders', fields);
    const addresses = [first, second, third].map(({ headers }) => headers.get('location'));
    expect(new Set(addresses).size).toBe(1);
    expect(shop.simulator.orders.list()).toHaveLength(1);
  });

  it('shows the form again for invalid input, with the entered text', async () => {
    const response = await visitor.post('/orders', { ...BUYER, email: 'ada', key: await visitor.formKey() });
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain('Please enter an email address');
    expect(page).toContain('value="Ada Lovelace"');
    expect(shop.simulator.orders.list()).toHaveLength(0);
  });

  it('requires goods in the cart', async () => {
    expect((await visitor.get('/checkout?mug=0')).status).toBe(422);
    expect(
      (await visitor.post('/orders', { name: 'A', email: 'a@example.com', key: await visitor.formKey() }))
        .status,
    ).toBe(422);
  });

  it('rejects forms of other sites', async () => {
    const fields = { ...BUYER, key: await visitor.formKey() };
    for (const header of ['cross-site', 'same-site'].map((site) => ({ 'sec-fetch-site': site }))) {
      expect((await visitor.post('/orders', fields, header)).status).toBe(403);
    }
    for (const origin of ['https://other.example', 'null']) {
      expect((await visitor.post('/orders', fields, { origin })).status).toBe(403);
    }
    expect(shop.simulator.orders.list()).toHaveLength(0);
    expect((await visitor.post('/orders', fields, { origin: shop.url })).status).toBe(303);
  });

  it('responds only to names of this machine while payments are simulated', async () => {
    const statusFor = (host: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        get(shop.url, { headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).on('error', reject);
      });
    expect(await statusFor('rebound.example')).toBe(421);
    expect(await statusFor('localhost')).toBe(200);
  });
});

describe('payment page that does not open', () => {
  it.each([
    [
      'refused',
      { kind: 'status', status: 400, body: '{"status":400,"message":"no"}' },
      'did not accept the order',
      0,
    ],
    ['unknown', { kind: 'executed-but-lost' }, 'You can safely try again', 1],
  ] as const)(
    'shows the outcome "%s", and lets the customer try again',
    async (_name, fault, words, made) => {
      shop.simulator.faults.add({ operation: 'payments.createOrder', ...fault });
      const response = await visitor.post('/orders', { ...BUYER, key: await visitor.formKey() });
      expect(response.status).toBe(502);
      const page = await response.text();
      expect(page).toContain(words);
      expect(page).toContain('Nothing was charged');
      expect(shop.simulator.orders.list()).toHaveLength(made);

      const again = await visitor.post(/action="(\/orders\/[^"]+\/pay)"/.exec(page)?.[1] ?? '');
      expect(again.status).toBe(303);
      expect(again.headers.get('location')).toContain('/web/checkout?ref=');
      expect(shop.simulator.orders.list()).toHaveLength(made + 1);
    },
  );
});

describe('order', () => {
  it('is paid when the webhook confirms the payment', async () => {
    const { code, page } = await order();
    expect(await heading(page)).toBe('Waiting for payment');
    expect(await shop.payWith(GOOD_CARD, code)).toBe('approved');
    expect(await heading(page)).toBe('Paid');
  });

  it('is not paid by a forged return address, and appears only in the browser that placed it [payments.14]', async () => {
    const { code, page } = await order();
    const forged = `/return/success?t=2b4c6b5b-49ff-4e46-adc5-f53740212361&s=${code}&lang=en-GB&eventId=0&eci=1`;
    const back = await visitor.get(forged);
    expect([back.status, back.headers.get('location')]).toEqual([303, page]);
    expect(await heading(page)).toBe('Waiting for payment');
    const other = await new Visitor(shop.url).get(forged);
    expect(other.status).toBe(200);
    expect(await other.text()).not.toContain(page);
  });

  it('can be paid after a decline, and a late notification of the decline changes nothing', async () => {
    const { code, page } = await order();
    shop.simulator.deliveries.hold();
    expect(await shop.payWith(BAD_CARD, code)).toBe('declined');
    const again = await visitor.post(`${page}/pay`);
    expect(again.headers.get('location')).toContain(code);
    expect(await shop.payWith(GOOD_CARD, code)).toBe('approved');
    const [declined, approved] = shop.deliveries();
    await shop.simulator.deliveries.release([approved?.id ?? '', declined?.id ?? '']);
    expect(shop.deliveries().map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    expect(await heading(page)).toBe('Paid');
  });

  it('shows a declined payment', async () => {
    const { code, page } = await order();
    await shop.payWith(BAD_CARD, code);
    expect(await heading(page)).toBe('Payment declined');
    expect(await visitor.page(page)).toContain('Pay again');
  });

  it('is canceled by the button on the payment page', async () => {
    const { code, page } = await order();
    shop.simulator.checkout.cancel(code);
    await shop.settled();
    expect(await heading(page)).toBe('Canceled');
  });

  it('expires: its page asks the service after the time to pay, and not before', async () => {
    const { page } = await order();
    const asked = (): number =>
      shop.simulator.requests().filter(({ operation }) => operation === 'payments.getOrder').length;
    await shop.simulator.clock.advance(29 * 60_000);
    expect(await heading(page)).toBe('Waiting for payment');
    expect(asked()).toBe(0);
    await shop.simulator.clock.advance(2 * 60_000);
    // The library passes the response to the handlers of webhooks.
    await until(async () => (await heading(page)) === 'Expired');
    expect(await visitor.page(page)).toContain('Order again');
    const reads = asked();
    expect([await heading(page), asked()]).toEqual(['Expired', reads]);
  });

  it('is paid although its webhook was lost: its page asks the service after the time to pay', async () => {
    const { code, page } = await order();
    shop.simulator.deliveries.hold();
    expect(await shop.payWith(GOOD_CARD, code)).toBe('approved');
    expect(await heading(page)).toBe('Waiting for payment');
    await shop.simulator.clock.advance(31 * 60_000);
    await until(async () => (await heading(page)) === 'Paid');
  });

  it('is checked if the payment has another amount', async () => {
    const { code, page } = await order();
    unwrap(await shop.app.get(PayPayments, { strict: false }).updateOrder(code, { amount: AMOUNT - 100 }));
    await shop.payWith(GOOD_CARD, code);
    expect(await heading(page)).toBe('Being checked');
  });

  it('is refunded in part, then in full, also if notifications arrive twice', async () => {
    const { code, page } = await order();
    await shop.payWith(GOOD_CARD, code);
    const [payment] = shop.simulator.transactions.list();
    // Partial refunds are possible after the payment has cleared.
    await shop.simulator.clock.advance(24 * 3_600_000);
    const transactions = shop.app.get(PayTransactions, { strict: false });
    for (const amount of [1000, AMOUNT - 1000]) {
      unwrap(await transactions.cancelTransaction(payment?.id ?? '', { amount }));
      await shop.settled();
      const refund = shop.deliveries().at(-1);
      shop.simulator.deliveries.duplicate(refund?.id ?? '', { times: 2 });
      await shop.settled();
      expect(await heading(page)).toBe(amount === 1000 ? 'Refunded in part' : 'Refunded');
    }
    expect(await visitor.page(page)).toContain('€37.00 was refunded');
  });

  it('is refunded when the payment is voided on the same day', async () => {
    const { code, page } = await order();
    await shop.payWith(GOOD_CARD, code);
    const [payment] = shop.simulator.transactions.list();
    const transactions = shop.app.get(PayTransactions, { strict: false });
    unwrap(await transactions.cancelTransaction(payment?.id ?? '', { amount: AMOUNT }));
    await shop.settled();
    expect(await heading(page)).toBe('Refunded');
  });

  it('ignores events of other projects on the same account', async () => {
    const { page } = await order();
    const other = unwrap(
      await shop.app
        .get(PayPayments, { strict: false })
        .createOrder({ amount: 500, customer: { email: 'b@example.com' } }),
    );
    await shop.payWith(GOOD_CARD, other.orderCodeText);
    expect(shop.deliveries().map(({ state }) => state)).toEqual(['delivered']);
    expect(await heading(page)).toBe('Waiting for payment');
  });
});

describe('pages', () => {
  it('run only the shop’s script, and can redirect to the payment page', async () => {
    const { headers } = await visitor.get('/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain(`form-action 'self' ${new URL(shop.simulator.url).origin}`);
  });

  it('response an unknown address with a page for browsers, and JSON for other clients', async () => {
    const forBrowsers = await visitor.get('/orders/3f9c2a1b-0000-4000-8000-000000000001');
    expect([forBrowsers.status, forBrowsers.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    expect(await forBrowsers.text()).toContain('Page not found');
    const forClients = await visitor.get('/nothing', { accept: 'application/json' });
    expect([forClients.status, await forClients.json()]).toMatchObject([404, { statusCode: 404 }]);
  });

  it('link to the back office, the console and the terminals while payments are simulated', async () => {
    expect(await visitor.page('/')).toContain(`${shop.simulator.url}/console`);
    expect(await visitor.page('/')).toContain(`${shop.simulator.url}/terminal"`);
    expect(await visitor.page('/')).toMatch(/Simulated payments[^]*href="\/back-office"[^]*<main>/);
  });
});
