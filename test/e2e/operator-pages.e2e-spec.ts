import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import { VersioningType } from '@nestjs/common';
import { OnPayEvent, PayEventType, PayModule, PayWallet, unwrap } from 'nestjs-pay';
import type { PaymentCreatedEvent } from 'nestjs-pay';
import { PayOperator } from 'nestjs-pay/operator';
import { pgliteIdempotency, pgliteStore } from 'nestjs-pay/pglite';
import { PaySplitsModule } from 'nestjs-pay/splits';
import { PaySubscriptions, PaySubscriptionsModule } from 'nestjs-pay/subscriptions';
import { PayTillModule } from 'nestjs-pay/till';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { GOOD_CARD } from '../cards.js';
import { holdResponse } from '../hold-response.js';
import { newPglite } from '../pglite.js';
import { until } from '../until.js';
import { walletOf } from './nest-app.js';
import { alertOf, labelsOf, OperatorShop } from './operator-shop.js';

const DAY_MS = 86_400_000;

/** Fails at first, so that there is a dead letter. */
class Fulfilment {
  static failures = 0;
  static readonly handled: string[] = [];

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  fulfil({ data }: PaymentCreatedEvent): void {
    if (Fulfilment.failures-- > 0) throw new Error('the warehouse is closed');
    Fulfilment.handled.push(data.TransactionId);
  }
}

let simulator: PaySimulator;
let db: PGlite;
let shop: OperatorShop;

beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'operator pages', clock: 'manual' });
  db = await newPglite();
  const store = pgliteStore(db);
  const { credentials, endpoints } = simulator;
  const marketplace = { ...credentials.marketplace, dev: true, endpoints, maxRetries: 0 };
  shop = await new OperatorShop(simulator).start({
    db,
    configure: (app) =>
      app.setGlobalPrefix('api').enableVersioning({ type: VersioningType.URI, defaultVersion: '1' }),
    operator: {
      pages: {
        title: 'Harbour Lane',
        links: [{ text: 'Orders & baskets', href: '/admin/orders?open=1&page=2' }],
        stylesheet: ':root { --pay-accent: #7a1f5c }',
        text: (english) =>
          ({ Payments: 'Zahlungen', 'At most {amount}.': 'Höchstens {amount}.' })[english] ?? english,
      },
      reads: {
        perMinute: 1_000,
        dataServices: () => shop.reports.dataServices,
        ordersOfEmail: (email) => (email === 'jo@example.com' ? [shop.last] : []),
      },
    },
    imports: [
      PayModule.forRoot({ name: 'market', marketplace, idempotency: pgliteIdempotency(db) }),
      PayTillModule.forRoot({ store, account: null }),
      PaySubscriptionsModule.forRoot({ store, account: null }),
      PaySplitsModule.forRoot({ store, account: 'market' }),
    ],
    providers: [Fulfilment],
  });
});
afterAll(async () => {
  await shop.close();
  await simulator.close();
  await db.close();
});
beforeEach(() => void shop.audited.splice(0));

const cleared = async (...values: Parameters<OperatorShop['buy']>) => {
  const payment = await shop.buy(...values);
  await simulator.clock.advance(DAY_MS);
  return payment;
};
const order = (code: string) => shop.as('boss').page(`default/orders/${code}`);
const act = async (code: string, fields: Record<string, string>) => {
  const action = await shop.as('boss').plan(code, fields);
  return labelsOf(await shop.as('boss').confirm(action));
};

describe('actions', () => {
  it('void a payment on its day, and then say that the customer has everything back', async () => {
    const { orderCode, id } = await shop.buy();
    expect(await act(orderCode, { kind: 'void', transactionId: id })).toEqual(['Done']);
    const page = await order(orderCode);
    expect(labelsOf(page)).toContain('Refunded in full');
    expect(page).toContain('The customer has everything back.');
  });

  it('capture a part of a hold, or release it', async () => {
    const held = await shop.buy(2450, { preauth: true });
    expect(labelsOf(await order(held.orderCode))).toContain('Held, not captured');
    expect(await act(held.orderCode, { kind: 'capture', transactionId: held.id, amount: '20' })).toEqual([
      'Done',
    ]);
    expect(await order(held.orderCode)).toMatch(/With you <b>€20.00<\/b>/);
    const other = await shop.buy(1000, { preauth: true });
    expect(await act(other.orderCode, { kind: 'release', transactionId: other.id })).toEqual(['Done']);
    expect(labelsOf(await order(other.orderCode))).toContain('Released');
  });

  it('cancel an unpaid order, and say so if it was paid meanwhile', async () => {
    const create = async () => unwrap(await shop.pay.payments.createOrder({ amount: 1000 })).orderCodeText;
    const code = await create();
    expect(await act(code, { kind: 'cancel' })).toEqual(['Done']);
    expect(await order(code)).toContain('Ended without a payment');
    const late = await create();
    const action = await shop.as('boss').plan(late, { kind: 'cancel' });
    simulator.checkout.pay(late, GOOD_CARD);
    expect(labelsOf(await shop.as('boss').confirm(action))).toEqual(['Not sent']);
  });

  it('refund in another way if the usual one is refused', async () => {
    const { orderCode, id } = await cleared();
    simulator.faults.add({ operation: 'transactions.cancelTransaction', kind: 'status', status: 403 });
    const fields = { kind: 'refund', transactionId: id, amount: '5' };
    const refused = await shop.as('boss').confirm(await shop.as('boss').plan(orderCode, fields));
    expect(labelsOf(refused)).toEqual(['Refused']);
    expect(refused).toContain('You can refund in another way');
    expect(await act(orderCode, { ...fields, way: 'acquiring' })).toEqual(['Done']);
    expect(await act(orderCode, { ...fields, way: 'fast' })).toEqual(['Done']);
    expect(simulator.transactions.get(id).refunded).toBe(1000);
  });

  it.each([
    ['an ambiguous comma', '5,000'],
    ['three decimals', '5.001'],
    ['nothing', ''],
    ['a negative number', '-5'],
    ['another notation', '1e1'],
  ])('refuse %s as an amount, and show it again', async (_name, amount) => {
    const { orderCode, id } = await shop.buy();
    const fields = { kind: 'refund', transactionId: id, amount, why: 'broken' };
    const response = await shop.as('boss').post(`default/orders/${orderCode}/actions`, fields, 'default');
    const page = await response.text();
    expect([response.status, alertOf(page)]).toEqual([
      422,
      expect.stringMatching(/^Enter an amount such as 12.50/),
    ]);
    expect(page).toContain(`value="${amount}"`);
    expect(page).toContain('value="broken"');
  });

  it('refuse more than what is left, in the language of the application, and an action without a reason', async () => {
    const { orderCode, id } = await shop.buy();
    const fields = { kind: 'refund', transactionId: id, amount: '24.51' };
    expect(await shop.as('boss').plan(orderCode, fields)).toBe('Höchstens €24.50.');
    expect(await shop.as('boss').plan(orderCode, { ...fields, amount: '5', why: ' ' })).toContain(
      'Enter a reason',
    );
  });
});

describe('personal data', () => {
  it('is hidden until somebody asks for it, which is audited', async () => {
    const { orderCode } = await shop.buy();
    const hidden = [
      await order(orderCode),
      await shop.as('boss').page('default'),
      JSON.stringify(await shop.as('boss').json(`default/orders/${orderCode}`)),
    ];
    for (const text of hidden) expect(text).not.toMatch(/jo@example\.com|Jo Doe/);
    const response = await shop.as('looker').post(`default/orders/${orderCode}/reveal`, {}, 'default');
    expect(await response.text()).toMatch(/Jo Doe[^]*jo@example\.com/);
    expect(shop.audited.map(({ who, what, phase, orderCode: code }) => [who, what, phase, code])).toEqual([
      ['looker', 'reveal', 'intent', orderCode],
      ['looker', 'reveal', 'result', orderCode],
    ]);
    shop.auditFailures = 1;
    const denied = await shop.as('looker').post(`default/orders/${orderCode}/reveal`, {}, 'default');
    expect([denied.status, await denied.text()]).toEqual([503, expect.not.stringContaining('Jo Doe')]);
    shop.auditFailures = 0;
  });

  it('finds an order by an email address, which is in no address', async () => {
    const { orderCode } = await shop.buy();
    shop.last = orderCode;
    const found = await shop.as('looker').post('default/find', { q: 'jo@example.com' }, 'default');
    expect(found.headers.get('location')).toContain(orderCode);
  });
});

describe('what needs a person', () => {
  it('is counted for a badge, and a dead letter is replayed once or discarded', async () => {
    const operator = shop.app.get(PayOperator, { strict: false });
    const before = await operator.attention();
    await simulator.webhooks.register({
      url: shop.url.replace('desk/payments/', 'v1/pay/webhook'),
      eventTypeIds: [1796],
    });
    Fulfilment.failures = 1_000;
    const { orderCode, id } = await shop.buy(1234, { merchantTrns: 'cart-dead' });
    await simulator.deliveries.settled();
    const rows = async () =>
      (await db.query('select 1 from pay.inbox_events where finished_at is null')).rows;
    await until(async () => (await rows()).length > 0);
    await db.query(
      `update pay.inbox_events set state = 'dead', reason = 'failed', error = 'the warehouse is closed', finished_at = now() where finished_at is null`,
    );
    Fulfilment.failures = 0;
    const boss = shop.as('boss');
    const found = await boss.json<{ count: number; deadLetters: { id: string; OrderCode: string }[] }>(
      'default/attention',
    );
    const letter = found.deadLetters.find((one) => String(one.OrderCode) === orderCode);
    expect(found.count).toBeGreaterThan(before);
    const address = `default/dead-letters/${letter?.id}`;
    const page = await boss.page(address);
    expect(page).toContain('cart-dead');
    expect(page).not.toMatch(/jo@example\.com|Jo Doe/);
    expect(await order(orderCode)).toContain('could not be processed');
    const { events } = await boss.json<{ events: object[] }>(`default/orders/${orderCode}`);
    expect(events.map((event) => Object.keys(event))).toEqual([
      ['id', 'key', 'state', 'receivedAt', 'finishedAt'],
    ]);
    expect((await shop.as('support').post(`${address}/replay`, {}, 'default')).status).toBe(403);
    expect((await boss.post(`${address}/replay`, {}, 'default')).status).toBe(303);
    await until(() => Fulfilment.handled.includes(id));
    expect((await boss.post(`${address}/replay`, {}, 'default')).status).toBe(404);
    expect(shop.audited.map(({ what, outcome }) => [what, outcome])).toEqual([
      ['replay', null],
      ['replay', 'done'],
    ]);
  });

  it('has disputes that wait for evidence, once their payment is read again', async () => {
    const boss = shop.as('boss');
    const { orderCode, id } = await cleared(3_300, { merchantTrns: 'cart-disputed' });
    const listed = async () =>
      (await boss.json<{ count: number; disputes: object[] }>('default/attention')).disputes;
    const before = await listed();
    simulator.trigger('dispute', { transactionId: id });
    expect(await boss.page('default')).not.toContain('cart-disputed</a>');
    await boss.json(`default/orders/${orderCode}/reconcile`, {});
    expect((await listed()).length).toBe(before.length + 1);
    expect(await listed()).toContainEqual({
      transactionId: id,
      orderCode,
      amount: 3_300,
      currencyCode: '978',
      statusId: 'M',
      reference: 'cart-disputed',
      createdAt: expect.any(String),
    });
    const page = await boss.page('default/attention');
    const { count } = await boss.json<{ count: number }>('default/attention');
    expect(page).toContain(`<span class="badge">${count}<`);
    expect(page).toMatch(
      new RegExp(
        `Disputes[^]*orders/${orderCode}"[^]*€33\\.00[^]*your evidence is expected[^]*cart-disputed`,
      ),
    );
    simulator.trigger('dispute-evidence', { transactionId: id });
    await boss.json(`default/orders/${orderCode}/reconcile`, {});
    expect((await listed()).length).toBe(before.length);
  });

  it('says that disputes cannot be listed without access, and lists the rest', async () => {
    const { reports } = shop;
    const boss = shop.as('boss');
    shop.reports = new PayWallet({ ...walletOf(simulator), maxRetries: 0 });
    const { orderCode } = await shop.buy();
    await boss.json(`default/orders/${orderCode}/reconcile`, {});
    expect(await boss.page('default/attention')).toContain('Disputes could not be listed');
    expect(await boss.json('default/attention')).toMatchObject({
      disputes: null,
      deadLetters: expect.any(Array),
    });
    shop.reports = reports;
    await boss.json(`default/orders/${orderCode}/reconcile`, {});
  });

  it('has no disputes if the application cannot create their client, and lists the rest', async () => {
    const { reports } = shop;
    const boss = shop.as('boss');
    shop.reports = {
      get dataServices(): never {
        throw new Error('the vault is closed');
      },
    } as never;
    const response = await boss.send('default/attention', { headers: { accept: 'application/json' } });
    shop.reports = reports;
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({ disputes: null, deadLetters: expect.any(Array) }),
    ]);
  });

  it.each([
    ['disputes', 'default/attention', /\/transactions\/Search/, 'default/till'],
    ['payouts', 'default/payouts?month=2025-11', /\/mt940/, 'default/attention'],
  ])('never makes another page wait for the %s', async (_name, slow, path, other) => {
    const boss = shop.as('boss');
    const { orderCode } = await shop.buy();
    await boss.json(`default/orders/${orderCode}/reconcile`, {});
    const readsOf = () => simulator.requests().filter((request) => path.test(request.path)).length;
    const before = readsOf();
    const respond = holdResponse(path);
    const waiting = boss.page(slow);
    await until(() => readsOf() > before);
    await boss.page(other);
    await boss.page(other);
    respond();
    await waiting;
  });

  it('shows events of the account that fail and are tried again, without counting them', async () => {
    const boss = shop.as('boss');
    const { count } = await boss.json<{ count: number }>('default/attention');
    Fulfilment.failures = 1_000;
    const { orderCode } = await shop.buy(4_321, { merchantTrns: 'cart-failing' });
    await simulator.deliveries.settled();
    const found = () => boss.json<{ count: number; failing: object[] }>('default/attention');
    await until(async () => (await found()).failing.length > 0);
    expect(await found()).toMatchObject({
      count,
      failing: [{ eventTypeId: 1796, orderCode, error: expect.stringContaining('warehouse') }],
    });
    expect(await boss.page('default/attention')).toMatch(
      new RegExp(`Tried again by itself[^]*orders/${orderCode}"[^]*the warehouse is closed`),
    );
    const give = (account: string | null) =>
      db.query('update pay.inbox_events set account = $1 where finished_at is null and error is not null', [
        account,
      ]);
    await give('market');
    expect((await found()).failing).toEqual([]);
    await give(null);
    Fulfilment.failures = 0;
  });

  it('includes an order that is reconciled now', async () => {
    simulator.deliveries.hold();
    const { orderCode, id } = await shop.buy();
    const handled = await shop
      .as('boss')
      .json<{ events: Record<string, number> }>(`default/orders/${orderCode}/reconcile`, {});
    expect(handled.events).toMatchObject({ stored: 1 });
    await until(() => Fulfilment.handled.includes(id));
    await simulator.deliveries.release();
  });
});

describe('what needs a person, in part', () => {
  type Found = { count: number; isComplete: boolean; disputes: object[] };
  const NOTICE = 'The list of what needs a person is not complete';
  /** What the database of the till does instead of a statement. */
  const till: { instead: (() => Promise<never>) | null } = { instead: null };
  let own: PaySimulator;
  beforeAll(async () => void (own = await createPaySimulator({ seed: 'in part', clock: 'manual' })));
  afterAll(() => own.close());
  const startOther = (perMinute?: number): Promise<OperatorShop> => {
    const other = new OperatorShop(own);
    return other.start({
      db,
      imports: [
        PayTillModule.forRoot({
          pollMs: 60_000,
          store: pgliteStore({
            query: (text, values) => (till.instead ?? (() => db.query<never>(text, values)))(),
            transaction: (run) => db.transaction(run),
          }),
        }),
      ],
      operator: { reads: { perMinute, dataServices: () => other.reports.dataServices } },
    });
  };

  it('has each dispute, and says if the reads of the minute do not suffice', async () => {
    for (let count = 0; count < 101; count += 1) own.trigger('dispute');
    // Two pages, an empty one, and the currency.
    const other = await startOther(5);
    const boss = other.as('boss');
    const { orderCode } = await other.buy();
    const all = await boss.json<Found>('default/attention');
    expect(all.isComplete).toBe(true);
    expect(new Set(all.disputes.map((one) => JSON.stringify(one))).size).toBe(101);
    // It forgets what was read.
    await boss.json(`default/orders/${orderCode}/reconcile`, {});
    const cut = await boss.json<Found>('default/attention');
    expect(cut.disputes.length).toBeGreaterThanOrEqual(100);
    expect(cut).toMatchObject({ isComplete: false, disputes: all.disputes.slice(0, cut.disputes.length) });
    expect(await boss.page('default/attention')).toContain(NOTICE);
    await other.close();
  });

  it.each([
    ['down', () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432'))],
    ['silent', () => new Promise<never>(() => undefined)],
  ])('has the other lists, on each page, if the database of a job is %s', async (_how, instead) => {
    const other = await startOther();
    const boss = other.as('boss');
    till.instead = instead;
    const found = await boss.send('default/attention', { headers: { accept: 'application/json' } });
    expect([found.status, await found.json()]).toEqual([
      200,
      expect.objectContaining({ isComplete: false, sales: [], deadLetters: expect.any(Array) }),
    ]);
    const response = await boss.send('default');
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(NOTICE)]);
    expect(other.logger.text()).toContain('a list of what needs a person could not be read');
    till.instead = null;
    expect(await boss.json<Found>('default/attention')).toMatchObject({ isComplete: true });
    await other.close();
  });
});

describe('JSON', () => {
  it('refuses an amount as a number, which could be read as minor units', async () => {
    const { orderCode, id } = await cleared(5_000);
    const body = { kind: 'refund', transactionId: id, amount: 500, why: 'the mug was cracked' };
    const response = await shop.as('boss').send(`default/orders/${orderCode}/actions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    });
    expect([response.status, await response.json()]).toEqual([
      422,
      {
        status: 422,
        message: 'amount must be text. Amounts are in major units, such as "12.50".',
        service: null,
      },
    ]);
  });
});

describe('payouts', () => {
  it('have a bar for each day of the service’s month, the lines of a day, and two files', async () => {
    const boss = shop.as('boss');
    // The month of the service, which is another one than that of this machine.
    await simulator.clock.advance({ months: 2 });
    const athens = () =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Athens' }).format(simulator.clock.now());
    while (!/-0[3-9]$/.test(athens())) await simulator.clock.advance(DAY_MS);
    const { orderCode } = await cleared(5_000);
    simulator.wallet.withdraw(1_000);
    await cleared(700);
    const month = athens().slice(0, 7);
    const page = await boss.page('default/payouts');
    expect(page).toContain(`Payouts ${month}`);
    expect(page.match(/<rect class="sales"/g)?.length).toBeGreaterThan(0);
    expect(page).toMatch(/class="card next"[^]*Next payout/);
    const { days } = await boss.json<{ days: { day: string; sales: number; paidOut: number }[] }>(
      'default/payouts',
    );
    const sold = days.filter(({ sales }) => sales > 0);
    expect(sold.map(({ sales }) => sales)).toEqual([5_000, 700]);
    expect(days.map(({ paidOut }) => paidOut).filter((paid) => paid !== 0)).toEqual([-1_000]);
    const lines = await boss.page(`default/payouts?day=${sold[0]?.day}`);
    expect(lines).toContain(`Lines of ${sold[0]?.day}`);
    expect(lines).toContain(orderCode);
    const file = await boss.send(`default/payouts/lines.csv?month=${month}&format=program`);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="payouts-${month}.csv"`);
    const text = await file.text();
    expect(text).toMatch(/^day,status,kind,amount,currency,/);
    expect(text).toContain(orderCode);
    const spreadsheet = await boss.send(`default/payouts/lines.csv?month=${month}&format=spreadsheet`);
    expect(Buffer.from(await spreadsheet.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from('\uFEFF'));
    expect((await boss.send('default/payouts?month=2999-01')).status).toBe(404);
    expect((await boss.send('default/payouts/lines.csv?month=x')).status).toBe(404);
  });

  it('say what failed, and name the credentials only if they lack access', async () => {
    const { reports } = shop;
    const read = async (credentials: object, month: string): Promise<string> => {
      shop.reports = new PayWallet({ ...walletOf(simulator), ...credentials, maxRetries: 0 });
      return shop.as('boss').page(`default/payouts?month=${month}`);
    };
    expect(await read({}, '2026-01')).toContain('no credentials for the Data Services');
    simulator.faults.add({ operation: 'auth.getPayAccessToken', kind: 'status', status: 503 });
    const page = await read(simulator.credentials.dataServices, '2026-02');
    expect(page).toMatch(/The payouts could not be read\.<[^]*HTTP 503/);
    shop.reports = reports;
  });
});

describe('a payment whose texts are cut within a character', () => {
  // Another program of the shop has cut it. JSON writes the half as an escape, which PostgreSQL refuses to read.
  const merchantTrns = 'cart \uD83D';

  it('has pages and actions as any other', async () => {
    const boss = shop.as('boss');
    const { orderCode, id } = simulator.pay(undefined, { amount: 2_450, merchantTrns });
    await simulator.clock.advance(DAY_MS);
    const refund = { amount: 450 };
    unwrap(await shop.pay.transactions.cancelTransaction(id, refund, { idempotencyKey: 'cut' }));
    const { calls } = await boss.json<{ calls: object[] }>(`default/orders/${orderCode}`);
    expect(calls).toMatchObject([{ key: 'cut', operation: 'transactions.cancelTransaction' }]);
    expect(await act(orderCode, { kind: 'refund', transactionId: id, amount: '5' })).toEqual(['Done']);
  });

  it('keeps no page from being shown while its event fails', async () => {
    const boss = shop.as('boss');
    Fulfilment.failures = 1_000;
    const { orderCode } = simulator.pay(undefined, { amount: 4_322, merchantTrns });
    await simulator.deliveries.settled();
    const failed = 'select 1 from pay.inbox_events where error is not null and strpos(delivery, $1) > 0';
    await until(async () => (await db.query(failed, [orderCode])).rows.length > 0);
    const { failing } = await boss.json<{ failing: object[] }>('default/attention');
    expect(failing).toContainEqual(expect.objectContaining({ eventTypeId: 1796, orderCode }));
    Fulfilment.failures = 0;
  });
});

describe('jobs that the application imported', () => {
  it('have pages for their account only', async () => {
    const boss = shop.as('boss');
    const subscriptions = shop.app.get(PaySubscriptions, { strict: false });
    await subscriptions.subscribe({
      id: 'member-1',
      amount: 990,
      interval: 'month',
      timeZone: 'Europe/Athens',
    });
    expect(await boss.page('default/subscriptions')).toContain('member-1');
    expect(await boss.page('default/till')).toContain('There is nothing here.');
    expect((await boss.send('default/splits')).status).toBe(404);
    const page = await boss.page('default');
    expect(page).toContain('Subscriptions');
    expect(page).not.toContain('Sellers');
    // The service lists no payments of a marketplace.
    expect((await boss.send('market')).headers.get('location')).toBe('./market/splits');
    expect(await boss.page('market/splits')).toMatch(/<h1>Sellers<[^]*No payment was split/);
    expect(await boss.json('market/attention')).toMatchObject({ count: 0, splits: [] });
    expect((await boss.send('market/orders/1234567890123456')).status).toBe(404);
    // The till and the subscriptions belong to the default account.
    expect((await boss.send('market/till')).status).toBe(404);
    expect(await boss.page('market/splits')).not.toContain('Subscriptions');
  });
});

describe('appearance', () => {
  it('has the title, texts and styles of the application, behind a prefix and a version', async () => {
    const boss = shop.as('boss');
    const page = await boss.page('default');
    expect(page).toMatch(/<title>Zahlungen · Harbour Lane<\/title>/);
    expect(page).toContain('<a href="/admin/orders?open=1&amp;page=2">Orders &amp; baskets</a>');
    expect(await boss.page('styles.css')).toMatch(/--pay-accent: #7a1f5c/);
  });

  it('is described as OpenAPI', async () => {
    const document = await shop
      .as('looker')
      .json<{ paths: Record<string, Record<string, object>> }>('openapi.json');
    expect(document.paths['/{place}/orders/{code}']?.['get']).toMatchObject({
      summary: 'Shows a payment',
    });
  });
});
