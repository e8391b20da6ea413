import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { PayPayments, unwrap } from 'nestjs-pay';
import { Operator } from '../testing/operator.testing.js';
import { BAD_CARD, GOOD_CARD, RunningShop, Visitor } from '../testing/running-shop.testing.js';

let shop: RunningShop;
let operator: Operator;

beforeAll(async () => {
  shop = await RunningShop.start();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.simulator.reset();
  operator = new Operator(shop);
});

describe('back office', () => {
  it('warns on each page that there is no login', async () => {
    const { id, orderCode } = await operator.payment();
    for (const page of [
      '',
      '/reservations/new',
      `/orders/${orderCode}`,
      `/transactions/${id}`,
      '/transactions/none',
    ]) {
      expect(await operator.text(page)).toContain('there is no login');
    }
  });

  it.each([
    ['another host name', { host: 'shop.example' }, 421],
    ['the header of a tunnel', { 'x-forwarded-for': '203.0.113.7' }, 403],
    ['the header of a proxy', { forwarded: 'for=203.0.113.7' }, 403],
  ])('rejects requests with %s', async (_name, headers, status) => {
    const responded = await new Promise((resolve, reject) => {
      request(`${shop.url}/back-office`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(responded).toBe(status);
  });

  it('rejects forms of other sites', async () => {
    const { id } = await operator.payment();
    const response = await operator.visitor.post(
      `/back-office/transactions/${id}/actions`,
      { kind: 'refund', amount: '1' },
      { 'sec-fetch-site': 'cross-site' },
    );
    expect(response.status).toBe(403);
  });
});

describe('look-up', () => {
  it.each([
    ['an order code', 'orders', ({ orderCode }: { orderCode: string }) => orderCode],
    ['a transaction ID', 'transactions', ({ id }: { id: string }) => id],
  ])('redirects from %s to its page', async (_name, folder, entered) => {
    const payment = await operator.payment();
    const response = await operator.visitor.get(`/back-office/find?q=+${entered(payment)}+`);
    expect(response.headers.get('location')).toBe(`/back-office/${folder}/${entered(payment)}`);
    expect(await operator.text(`/${folder}/${entered(payment)}`)).toContain(payment.id);
  });

  it('explains invalid input, and codes that the service does not know', async () => {
    expect((await operator.visitor.get('/back-office/find?q=ada')).status).toBe(422);
    for (const page of ['/orders/1234567890123456', '/transactions/2b4c6b5b-49ff-4e46-adc5-f53740212361']) {
      const response = await operator.visitor.get(`/back-office${page}`);
      expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('Not found')]);
    }
  });

  it('shows a payment with its masked card and its remaining amounts', async () => {
    const { id, orderCode } = await operator.payment();
    const page = await operator.text(`/transactions/${id}`);
    expect(page).toContain('Card charge €24.50');
    expect(page).toMatch(/class="label good">Paid</);
    expect(page).toContain(orderCode);
    expect(page).toContain('414746XXXXXX0133');
    expect(page).not.toContain(GOOD_CARD);
    expect(operator.fact(page, 'Refundable')).toBe('€24.50');
    expect(operator.fact(page, 'Capturable')).toBe('€0.00');
  });

  it('offers no action on a failed attempt', async () => {
    const { id } = await operator.payment({ card: BAD_CARD });
    const page = await operator.text(`/transactions/${id}`);
    expect(page).toMatch(/class="label bad">Declined</);
    expect(page).toContain('There is nothing to refund or to capture');
    expect(page).not.toContain('<form action="/back-office/transactions');
  });
});

describe('search', () => {
  const idsOf = (page: string): string[] =>
    [...page.matchAll(/back-office\/transactions\/([0-9a-f-]{36})/g)].map(([, id]) => id ?? '');

  it('shows every transaction once, newest first, on several pages', async () => {
    const payments: string[] = [];
    for (let count = 0; count < 45; count++) payments.push((await operator.payment()).id);
    const seen: string[] = [];
    let address: string | undefined = '';
    let pages = 0;
    while (address !== undefined && pages < 10) {
      const page: string = await operator.text(address);
      seen.push(...idsOf(page));
      address = /href="\/back-office(\?[^"]+)">Older/.exec(page)?.[1]?.replaceAll('&amp;', '&');
      pages++;
    }
    expect(pages).toBe(3);
    expect(seen).toEqual([...payments].reverse());
  });

  it('filters by day and status', async () => {
    const old = await operator.payment();
    await shop.simulator.clock.advance(96 * 3_600_000);
    const failed = await operator.payment({ card: BAD_CARD });
    const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
    const now = shop.simulator.clock.now();
    const search = async (query: Record<string, string>): Promise<string[]> =>
      idsOf(await operator.text(`?${new URLSearchParams(query).toString()}`));
    expect(await search({ from: day(now - 2 * 86_400_000) })).toEqual([failed.id]);
    expect(await search({ to: day(now - 2 * 86_400_000) })).toEqual([old.id]);
    expect(await search({ status: 'E' })).toEqual([failed.id]);
    expect(await search({ status: 'M' })).toEqual([]);
  });

  it('names a wrong filter by its label', async () => {
    const response = await operator.visitor.get('/back-office?from=2026-03-18&to=2026-03-17');
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toMatch(/To: .*not before/);
  });

  it('shows that the service rejected the search', async () => {
    shop.simulator.faults.add({ operation: 'dataServices.searchTransactions', kind: 'status', status: 403 });
    const response = await operator.visitor.get('/back-office');
    expect([response.status, await response.text()]).toEqual([
      502,
      expect.stringContaining('The search did not work'),
    ]);
  });
});

describe('reservation', () => {
  const FIELDS = { amount: '149.90', email: 'ada@example.com', purpose: 'Deposit' };

  it('makes one link for a form that is sent twice, and the link holds the amount', async () => {
    const fields = { ...FIELDS, key: await operator.key('/reservations/new') };
    const [first, second] = await Promise.all([
      operator.visitor.post('/back-office/reservations', fields),
      operator.visitor.post('/back-office/reservations', fields),
    ]);
    const address = first.headers.get('location') ?? '';
    expect(second.headers.get('location')).toBe(address);
    expect(shop.simulator.orders.list()).toMatchObject([{ amount: 14_990, preauth: true }]);
    const code = address.split('/').at(-1) ?? '';
    const page = await operator.text(`/orders/${code}`);
    expect(page).toContain(`/web/checkout?ref=${code}`);
    expect(operator.fact(page, 'Requested amount')).toBe('€149.90');
    expect(operator.fact(page, 'Can be paid until')).toMatch(/local time$/);
    await shop.payWith(GOOD_CARD, code);
    const held = await operator.text(`/transactions/${shop.simulator.transactions.list()[0]?.id}`);
    expect(held).toMatch(/class="label waiting">Held</);
    expect(operator.fact(held, 'Capturable')).toBe('€149.90');
    expect(operator.fact(held, 'Refundable')).toBe('€0.00');
  });

  it('can be tried again after a failure, and makes another link for a changed form', async () => {
    const key = await operator.key('/reservations/new');
    const send = (fields: object) =>
      operator.visitor.post('/back-office/reservations', { ...FIELDS, key, ...fields });
    shop.simulator.faults.add({ operation: 'payments.createOrder', kind: 'status', status: 500, times: 1 });
    expect((await send({})).status).toBe(502);
    const first = (await send({})).headers.get('location');
    const second = (await send({ amount: '20.00' })).headers.get('location');
    expect([first, second, first === second]).toEqual([expect.any(String), expect.any(String), false]);
    expect(
      shop.simulator.orders
        .list()
        .map(({ amount }) => amount)
        .sort((a, b) => a - b),
    ).toEqual([2_000, 14_990]);
  });

  describe('page for customers who come back', () => {
    const reserve = async (): Promise<string> => {
      const key = await operator.key('/reservations/new');
      const { headers } = await operator.visitor.post('/back-office/reservations', { ...FIELDS, key });
      return (headers.get('location') ?? '').split('/').at(-1) ?? '';
    };
    const comesBack = async (code: string, attempt?: string): Promise<readonly (string | undefined)[]> => {
      const query = new URLSearchParams({ s: code, ...(attempt !== undefined && { t: attempt }) });
      const page = await new Visitor(shop.url).page(`/return/success?${query.toString()}`);
      return [/<h1>([^<]*)</.exec(page)?.[1], /€[\d.]+/.exec(page)?.[0]];
    };
    const attempts = (): readonly string[] => shop.simulator.transactions.list().map(({ id }) => id);

    it.each(['release', 'capture'])(
      'shows that the amount is held, and no longer held after a %s',
      async (kind) => {
        const code = await reserve();
        await shop.payWith(GOOD_CARD, code);
        const [held = ''] = attempts();
        expect(await comesBack(code, held)).toEqual(['The amount is held', '€149.90']);
        await operator.confirm(await operator.plan(held, kind, '100'));
        expect(await comesBack(code, held)).toEqual(['The amount is no longer held', undefined]);
      },
    );

    it('shows that a declined attempt holds nothing', async () => {
      const code = await reserve();
      await shop.payWith(BAD_CARD, code);
      expect(await comesBack(code, attempts()[0])).toEqual(['Nothing is held', undefined]);
    });

    it('shows nothing without the transaction ID of an attempt on this order', async () => {
      const code = await reserve();
      await shop.payWith(GOOD_CARD, code);
      const other = await operator.payment();
      for (const attempt of [undefined, '', 'x', '2b4c6b5b-49ff-4e46-adc5-f53740212361', other.id]) {
        expect(await comesBack(code, attempt)).toEqual(['Back from the payment page', undefined]);
      }
    });
  });

  it.each([
    ['an ambiguous comma', { amount: '1,499' }, 'such as 12.50'],
    ['a missing e-mail address', { email: '' }, 'fill in every field'],
    ['an invalid e-mail address', { email: 'ada' }, 'such as name@example.com'],
    ['a long e-mail address', { email: `${'x'.repeat(50)}@example.com` }, 'e-mail address'],
    ['an amount below the minimum', { amount: '0.10' }, 'at least 30'],
  ])('shows the form again for %s, with the entered text', async (_name, wrong, words) => {
    const fields = { ...FIELDS, ...wrong, key: await operator.key('/reservations/new') };
    const response = await operator.visitor.post('/back-office/reservations', fields);
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain(words);
    expect(page).toContain('value="Deposit"');
    expect(page).toContain(`value="${{ ...FIELDS, ...wrong }.amount}"`);
    expect(shop.simulator.orders.list()).toHaveLength(0);
  });

  it('shows orders of other shops of the account', async () => {
    const payments = shop.app.get(PayPayments, { strict: false });
    const { orderCodeText } = unwrap(await payments.createOrder({ amount: 500 }));
    expect(await operator.text(`/orders/${orderCodeText}`)).toContain('There was no attempt to pay yet');
    expect(operator.fact(await operator.text(`/orders/${orderCodeText}`), 'Requested amount')).toBe(
      '5, unknown currency',
    );
  });
});
