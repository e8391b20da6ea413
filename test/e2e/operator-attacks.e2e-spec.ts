import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import { Injectable } from '@nestjs/common';
import type { CanActivate } from '@nestjs/common';
import { PayISV, PayModule, unwrap } from 'nestjs-pay';
import { PayOperatorModule } from 'nestjs-pay/operator';
import type { PayOperatorOptions } from 'nestjs-pay/operator';
import { pgliteIdempotency, pgliteStore } from 'nestjs-pay/pglite';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { GOOD_CARD } from '../cards.js';
import { newPglite } from '../pglite.js';
import { withTimes } from '../times.js';
import { boot, PLATFORMS, walletOf } from './nest-app.js';
import { alertOf, labelsOf, OperatorShop } from './operator-shop.js';

const DAY_MS = 86_400_000;
const MARKUP = `"><script>alert('x')</script><img src=x onerror=alert(1)>`;

let simulator: PaySimulator;
let db: PGlite;
/** Databases that a test has made for itself. */
const others: PGlite[] = [];
const shops: OperatorShop[] = [];

beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'operator attacks', clock: 'manual' });
  db = await newPglite();
});
afterAll(async () => {
  await simulator.close();
  await db.close();
});
afterEach(async () => {
  simulator.faults.remove();
  for (const shop of shops.splice(0)) await shop.close();
  for (const one of others.splice(0)) if (!one.closed) await one.close();
});

type Options = Omit<Parameters<OperatorShop['start']>[0], 'db'>;
const start = async (options: Options & { db?: PGlite } = {}): Promise<OperatorShop> => {
  const shop = await new OperatorShop(simulator).start({ db, ...options });
  shops.push(shop);
  return shop;
};
const cleared = async (shop: OperatorShop, amount = 2450) => {
  const payment = await shop.buy(amount);
  await simulator.clock.advance(DAY_MS);
  return payment;
};
const refundedOf = (id: string): number => simulator.transactions.get(id).refunded;

/** Stores a dead letter of the default account. Returns its ID. */
async function addDeadLetter(event: object, error: string): Promise<string> {
  const delivery = {
    key: 'k',
    endpoint: error,
    account: null,
    client: 'wallet',
    signed: false,
    source: 'webhook',
    event,
  };
  const { rows } = await db.query<{ id: string }>(
    `insert into pay.inbox_events (event_key, confirmed, state, delivery, due_at, reason, error, received_at, finished_at)
     values ($1, true, 'dead', $2, now(), 'failed', $3, now(), now()) returning id::text as id`,
    [`1796:${error}`, JSON.stringify(delivery), error],
  );
  return rows[0]?.id ?? '';
}

describe('guards', () => {
  const options = (guards: unknown): PayOperatorOptions => ({
    path: 'desk',
    guards: guards as PayOperatorOptions['guards'],
    store: pgliteStore(db),
  });

  it.each([
    ['no guards', undefined],
    ['an empty list', []],
    ['a guard that is undefined', [undefined]],
    ['a class without canActivate', [Date]],
  ])('the application does not start with %s', (_name, guards) => {
    expect(() => PayOperatorModule.forRoot(options(guards))).toThrow(/guards/);
    const { path } = options(guards);
    const useFactory = () => ({ store: pgliteStore(db) });
    expect(() => PayOperatorModule.forRootAsync({ path, guards: guards as never, useFactory })).toThrow(
      /guards/,
    );
  });

  it('the application does not start without a path, or with permissions without an audit', async () => {
    expect(() => PayOperatorModule.forRoot({ ...options([Denying]), path: '' })).toThrow(/path must be/);
    const imports = [
      PayModule.forRoot({ wallet: walletOf(simulator) }),
      PayOperatorModule.forRoot({ ...options([Denying]), authorize: () => ({ look: true }) }),
    ];
    expect((await boot({ imports })).failure).toContain('audit must store who made them');
    const alone = [PayOperatorModule.forRoot(options([Denying]))];
    expect((await boot({ imports: alone })).failure).toContain('finds no account: import PayModule');
    const wrong = PayOperatorModule.forRoot({ ...options([Denying]), pages: { titel: 'x' } } as never);
    expect((await boot({ imports: [imports[0]!, wrong] })).failure).toContain('did you mean title?');
  });

  @Injectable()
  class Denying implements CanActivate {
    canActivate(): boolean {
      return false;
    }
  }
  class Throwing implements CanActivate {
    canActivate(): Promise<boolean> {
      return Promise.reject(new Error('the session of jo@example.com is gone'));
    }
  }

  it.each(PLATFORMS)('a guard that denies or fails lets nothing through on %s', async (platform) => {
    for (const [guard, status] of [
      [Denying, 403],
      [new Throwing(), 500],
    ] as const) {
      const shop = await start({ platform, operator: { guards: [guard] } });
      const requests = simulator.requests().length;
      for (const [method, address] of ADDRESSES) {
        const response = await shop.as('boss').send(address, { method });
        expect([address, response.status]).toEqual([address, status]);
        expect(await response.text()).not.toContain('<html');
      }
      expect(simulator.requests().length).toBe(requests);
    }
  });
});

const ID = '00000000-0000-4000-8000-000000000000';
const ADDRESSES: readonly (readonly [method: 'GET' | 'POST', address: string])[] = [
  ...['../payments', 'styles.css', 'openapi.json', 'default', 'default/attention', 'default/payouts'],
  ...['default/payouts/lines.csv?month=2026-11', 'default/till', 'default/subscriptions', 'default/splits'],
  ...[
    'default/orders/1234567890123456',
    `default/transactions/${ID}`,
    'default/actions/op-1',
    'default/dead-letters/1',
  ],
].map((address) => ['GET', address] as const);
const POSTS = [
  ...[
    'orders/1234567890123456/actions',
    'orders/1234567890123456/reveal',
    'orders/1234567890123456/reconcile',
  ],
  ...['actions/op-1/confirm', 'actions/op-1/resolve', 'dead-letters/1/replay', 'dead-letters/1/discard'],
].map((address) => ['POST', `default/${address}`] as const);

describe('a user without the permission', () => {
  it('sees nothing and does nothing, whatever addresses it guesses', async () => {
    const shop = await start();
    const { orderCode, id } = await cleared(shop);
    const action = await shop.as('boss').plan(orderCode, { kind: 'refund', transactionId: id, amount: '5' });
    // Ends the read of the badge's disputes, which no page waits for.
    await shop.as('boss').json('default/attention');
    const requests = simulator.requests().length;
    for (const [method, address] of [
      ...ADDRESSES.slice(1),
      ...POSTS,
      ...([
        ['GET', 'other'],
        ['GET', action],
        ['POST', `${action}/confirm`],
        ['GET', `default/orders/${orderCode}`],
      ] as const),
    ]) {
      const response = await shop.as('outsider').send(address, { method });
      expect([address, response.status]).toEqual([address, 403]);
      expect(await response.text()).not.toContain(orderCode);
    }
    expect(simulator.requests().length).toBe(requests);
    for (const address of [
      `${action}/confirm`,
      ...POSTS.slice(2).map(([, one]) => one),
      `default/orders/${orderCode}/actions`,
    ])
      expect((await shop.as('looker').post(address, { kind: 'refund' }, 'default')).status).toBe(403);
    // A person who may only look can still see the action.
    expect((await shop.as('looker').send(action)).status).toBe(200);
    expect([refundedOf(id), shop.audited]).toEqual([0, []]);
  });

  it('may look only, without authorize', async () => {
    const shop = await start({ operator: { authorize: undefined, audit: undefined } });
    const { orderCode, id } = await shop.buy();
    const page = await shop.as('boss').page(`default/orders/${orderCode}`);
    expect(page).toContain('You may look, and not act.');
    expect(page).not.toContain('jo@example.com');
    expect(page).not.toContain('reveal');
    const plan = { kind: 'void', transactionId: id, why: 'x' };
    expect(await shop.as('boss').json(`default/orders/${orderCode}/actions`, plan)).toMatchObject({
      status: 403,
    });
  });

  it('is refused beyond its limit, also in several parts', async () => {
    const shop = await start();
    const { orderCode, id } = await cleared(shop);
    const support = shop.as('support');
    const refund = (amount: string) => support.plan(orderCode, { kind: 'refund', transactionId: id, amount });
    expect(await refund('20.01')).toContain('your limit for one payment is €20.00');
    const [first, second] = [await refund('15'), await refund('15')];
    expect(labelsOf(await support.confirm(first))).toEqual(['Done']);
    expect(await support.confirm(second)).toContain('your limit for one payment is €20.00');
    expect(await refund('5.01')).toContain('your limit');
    // What somebody with a higher limit planned cannot be confirmed either.
    const large = await shop.as('boss').plan(orderCode, { kind: 'refund', transactionId: id, amount: '9' });
    expect(await support.confirm(large)).toContain('your limit');
    expect(refundedOf(id)).toBe(1500);
  });

  it('has its limit for the whole payment, also if the order was paid twice', async () => {
    const shop = await start();
    const { payments } = shop.pay;
    const { orderCodeText: orderCode } = unwrap(await payments.createOrder({ amount: 1_500 }));
    unwrap(await payments.updateOrder(orderCode, { disablePaidState: true }));
    const [id = '', other = ''] = [1, 2].map(() => {
      const outcome = simulator.checkout.pay(orderCode, GOOD_CARD);
      return outcome.kind === 'approved' ? outcome.transaction.id : outcome.kind;
    });
    await simulator.clock.advance(DAY_MS);
    const support = shop.as('support');
    const [first, second] = [
      await support.plan(orderCode, { kind: 'refund', transactionId: id, amount: '15' }),
      await support.plan(orderCode, { kind: 'refund', transactionId: other, amount: '15' }),
    ];
    expect(labelsOf(await support.confirm(first))).toEqual(['Done']);
    expect(await support.confirm(second)).toContain('your limit for one payment is €20.00');
    expect([refundedOf(id), refundedOf(other)]).toEqual([1_500, 0]);
    // The form offers what is left of the limit.
    expect(await support.page(`default/orders/${orderCode}`)).toContain('at most €5.00');
  });

  it('is denied if authorize fails, and no log has its data', async () => {
    const shop = await start({
      operator: {
        authorize: () => Promise.reject(new Error('jo@example.com has no role')),
      },
    });
    expect((await shop.as('boss').send('default')).status).toBe(403);
    expect(shop.logger.text()).toContain('authorize() failed');
    expect(shop.logger.text()).not.toContain('jo@example.com');
  });
});

describe('another site', () => {
  it('cannot post a form, with the headers, the token or the body of a browser', async () => {
    const shop = await start();
    const { orderCode, id } = await shop.buy();
    const boss = shop.as('boss');
    const address = `default/orders/${orderCode}/actions`;
    const fields = { kind: 'void', transactionId: id, why: 'x' };
    const tokenOf = async (user: string, page = 'default') =>
      /name="token" value="([^"]*)"/.exec(await shop.as(user).page(page))?.[1] ?? '';
    const post = async (token: string, headers: Record<string, string>) =>
      (await boss.send(address, { method: 'POST', body: new URLSearchParams({ ...fields, token }), headers }))
        .status;
    const own = await tokenOf('boss');
    expect(await post(own, { 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await post(own, { 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await post('', {})).toBe(403);
    expect(await post(await tokenOf('boss2'), {})).toBe(403);
    expect(await post(`${own.slice(0, 43)}zzzzzz`, {})).toBe(403);
    expect(await post(`${own}0`, {})).toBe(403);
    const json = JSON.stringify(fields);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded; charset=application/json'])
      expect(
        (await boss.send(address, { method: 'POST', body: json, headers: { 'content-type': type } })).status,
      ).not.toBe(303);
    const others = { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' };
    expect((await boss.send(address, { method: 'POST', body: json, headers: others })).status).toBe(403);
    expect(await post(own, {})).toBe(303);
  });

  it('cannot post a form with the headers of an older browser', async () => {
    const shop = await start();
    const token = /name="token" value="([^"]*)"/.exec(await shop.as('boss').page('default'))?.[1] ?? '';
    const post = (origin: string) =>
      fetch(new URL('default/find', shop.url), {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ q: '1234567890123456', token }),
        headers: { 'x-user': 'boss', origin },
      });
    expect((await post('https://evil.example')).status).toBe(403);
    expect((await post('null')).status).toBe(403);
    expect((await post(new URL(shop.url).origin)).status).toBe(303);
  });
});

describe('stored markup', () => {
  it('is text on every page, also of customers and webhooks', async () => {
    const shop = await start({
      operator: {
        authorize: () => ({ name: `eve${MARKUP}`, look: true, refund: true, replay: true }),
        pages: { title: `Shop ${MARKUP}` },
      },
    });
    const card = { ...GOOD_CARD, holderName: 'Jo <b>Doe</b>' };
    const { orderCode, id } = await shop.buy(2450, {
      merchantTrns: MARKUP.slice(0, 60),
      customerTrns: MARKUP,
      card,
    });
    await simulator.clock.advance(DAY_MS);
    const eve = shop.as('boss');
    const action = await eve.plan(orderCode, { kind: 'refund', transactionId: id, amount: '1', why: MARKUP });
    const wrong = await eve.post(
      `default/orders/${orderCode}/actions`,
      { kind: 'refund', transactionId: id, amount: MARKUP, why: MARKUP },
      'default',
    );
    const letterId = await addDeadLetter(
      {
        eventTypeId: 1796,
        name: MARKUP,
        data: { MerchantTrns: MARKUP, OrderCode: MARKUP, Email: 'jo@example.com' },
      },
      MARKUP,
    );
    const reveal = await eve.post(`default/orders/${orderCode}/reveal`, {}, 'default');
    const pages = [
      await wrong.text(),
      await reveal.text(),
      ...(await Promise.all(
        [
          'default',
          `default/orders/${orderCode}`,
          action,
          'default/attention',
          `default/dead-letters/${letterId}`,
          `default/orders/${encodeURIComponent(MARKUP)}`,
          `${encodeURIComponent(MARKUP)}/attention`,
          'default/payouts?month=2026-11&day=2026-11-28',
        ].map((address) => eve.page(address)),
      )),
      await eve.confirm(action),
    ];
    for (const page of pages) {
      expect(page).toContain('<html');
      expect(page).not.toMatch(/<script|<img|<b>Doe|onerror=alert\(1\)>(?!&)/);
    }
    expect(pages[0]).toContain('&lt;script&gt;');
    expect(pages[1]).toContain('jo@example.com');
    expect(pages[6]).toContain('&lt;script&gt;');
    expect(refundedOf(id)).toBe(100);
  });
});

describe('one refund', () => {
  it('for a form that is sent several times, at the same time and later', async () => {
    const shop = await start();
    const { orderCode, id } = await cleared(shop);
    const boss = shop.as('boss');
    const action = await boss.plan(orderCode, { kind: 'refund', transactionId: id, amount: '5' });
    await Promise.all(Array.from({ length: 5 }, () => boss.confirm(action)));
    expect(labelsOf(await boss.confirm(action))).toEqual(['Done']);
    expect(refundedOf(id)).toBe(500);
    expect(shop.audited.map(({ phase }) => phase)).toEqual(['intent', 'result']);
  });

  it('with a page that updates itself while another click is confirming it', async () => {
    const shop = await start();
    const { orderCode, id } = await cleared(shop);
    const boss = shop.as('boss');
    const action = await boss.plan(orderCode, { kind: 'refund', transactionId: id, amount: '5' });
    // The other click has confirmed it, and has not sent it yet.
    const setState = (from: string, to: string, confirmedAt: number) =>
      shop.db.query(
        `update pay.operator_actions set is_open = $2, data = regexp_replace(
           replace(data, '"state":"' || $3 || '"', '"state":"' || $4 || '"'), '"confirmedAt":(null|\\d+)', '"confirmedAt":' || $5)
         where id = $1`,
        [action.split('/').at(-1), to === 'sending', from, to, String(confirmedAt)],
      );
    await setState('planned', 'sending', Date.now());
    const page = await boss.page(action);
    expect(labelsOf(page)).toEqual(['Being sent']);
    expect(page).toContain('http-equiv="refresh"');
    // A click meanwhile sends nothing.
    expect(labelsOf(await boss.confirm(action))).toEqual(['Being sent']);
    expect([refundedOf(id), shop.audited]).toEqual([0, []]);
    // It never sent it.
    await setState('sending', 'sending', Date.now() - 121_000);
    expect(labelsOf(await boss.page(action))).toEqual(['Not sent']);
    expect(refundedOf(id)).toBe(0);
  });

  it('for two operators at the same time, in two processes', async () => {
    const [one, two] = [await start(), await start()];
    const { orderCode, id } = await cleared(one);
    const fields = { kind: 'refund', transactionId: id, amount: '5' };
    const [first, second] = [
      await one.as('boss').plan(orderCode, fields),
      await two.as('boss2').plan(orderCode, fields),
    ];
    const pages = await Promise.all([one.as('boss').confirm(first), two.as('boss2').confirm(second)]);
    expect(pages.flatMap(labelsOf).sort()).toEqual(['Done', 'Not sent']);
    expect(refundedOf(id)).toBe(500);
    expect([...one.audited, ...two.audited].map(({ phase }) => phase)).toEqual(['intent', 'result']);
  });

  it('if the payment was refunded by other means since it was planned', async () => {
    const shop = await start();
    const { orderCode, id } = await cleared(shop);
    const action = await shop.as('boss').plan(orderCode, { kind: 'refund', transactionId: id, amount: '5' });
    unwrap(await shop.pay.transactions.cancelTransaction(id, { amount: 500 }));
    expect(await shop.as('boss').confirm(action)).toContain(
      'The service’s records have changed since you decided',
    );
    expect([refundedOf(id), shop.audited]).toEqual([500, []]);
  });

  it('after a lost response and a restart', async () => {
    const shop = await start({ pay: { wallet: { ...walletOf(simulator), timeoutMs: 1_000 } } });
    const { orderCode, id } = await cleared(shop);
    const boss = shop.as('boss');
    const action = await boss.plan(orderCode, { kind: 'refund', transactionId: id, amount: '5' });
    simulator.faults.add({ operation: 'transactions.cancelTransaction', kind: 'status', status: 502 });
    const unknown = await boss.confirm(action);
    expect(labelsOf(unknown)).toEqual(['Outcome unknown']);
    // Until it is known, nothing else is possible, and it needs a person.
    expect(await boss.page('default/attention')).toContain('Refund €5.00');
    expect(await boss.plan(orderCode, { kind: 'refund', transactionId: id, amount: '1' })).toContain(
      'The outcome of an earlier action is unknown',
    );
    expect(shop.audited.map(({ phase }) => phase)).toEqual(['intent']);
    // A request that fails before it is sent says nothing about the first one.
    const wrong = await start({
      pay: { idempotency: pgliteIdempotency(db, withTimes({ resendAfterMs: 1, lookupMs: 100 })) },
    });
    expect(labelsOf(await wrong.as('boss').confirm(action))).toEqual(['Outcome unknown']);
    const idempotency = pgliteIdempotency(
      db,
      withTimes({ now: () => new Date(simulator.clock.now()), lookupMs: 100 }),
    );
    const again = await start({ pay: { idempotency } });
    await simulator.clock.advance(15 * 60_000);
    expect(labelsOf(await again.as('boss').confirm(action))).toEqual(['Done']);
    expect(refundedOf(id)).toBe(500);
    expect(again.audited).toMatchObject([{ phase: 'result', outcome: 'done', who: 'boss' }]);
    expect((await again.as('boss').json<{ actions: [] }>('default/attention')).actions).toEqual([]);
  });

  it('whose response came too late, which its page finds in the service’s records', async () => {
    const shop = await start({ pay: { wallet: { ...walletOf(simulator), timeoutMs: 1_000 } } });
    const { orderCode, id } = await cleared(shop);
    const boss = shop.as('boss');
    const action = await boss.plan(orderCode, { kind: 'refund', transactionId: id, amount: '5' });
    simulator.faults.add({ operation: 'transactions.cancelTransaction', kind: 'delay', ms: 2_000 });
    expect(await boss.json(`${action}/confirm`, {})).toMatchObject({ state: 'unknown' });
    const sent = shop.sent;
    expect(labelsOf(await boss.page(action))).toEqual(['Done']);
    expect([shop.sent, refundedOf(id)]).toEqual([sent, 500]);
    expect(shop.audited.map(({ phase, outcome }) => [phase, outcome])).toEqual([
      ['intent', null],
      ['result', 'done'],
    ]);
  });

  it('or none, if the process ended before it sent the request', async () => {
    const shop = await start();
    const { orderCode, id } = await cleared(shop);
    const action = await shop.as('boss').plan(orderCode, { kind: 'refund', transactionId: id, amount: '5' });
    await db.query(
      `update pay.operator_actions set is_open = true, data = replace(data, '"state":"planned"', '"state":"sending"')
       where id = $1`,
      [action.split('/')[2]],
    );
    const page = await shop.as('boss').page(action);
    expect([labelsOf(page), refundedOf(id)]).toEqual([['Not sent'], 0]);
  });
});

describe('without a store or an audit', () => {
  it('nothing is sent, and the page says so', async () => {
    const own = await newPglite();
    others.push(own);
    const shop = await start({ db: own });
    const { orderCode, id } = await cleared(shop);
    const boss = shop.as('boss');
    const action = await boss.plan(orderCode, { kind: 'refund', transactionId: id, amount: '5' });
    shop.auditFailures = 1;
    expect(await boss.confirm(action)).toContain('The audit could not be written, so nothing was sent');
    expect(shop.logger.text()).not.toContain('jo@example.com');
    expect(refundedOf(id)).toBe(0);
    // It can be confirmed again, and a failure after the refund does not hide it.
    shop.auditFailures = 0;
    expect(labelsOf(await boss.page(action))).toEqual(['Waits for your confirmation']);
    const token = /name="token" value="([^"]*)"/.exec(await boss.page(action))?.[1] ?? '';
    await own.close();
    const response = await boss.send(`${action}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ token }),
    });
    expect([response.status, alertOf(await response.text())]).toEqual([
      503,
      'The application could not read its data. Try again in a minute.',
    ]);
    expect(refundedOf(id)).toBe(0);
  });
});

describe('an ID of somebody else', () => {
  it('is not found in another account, nor for another merchant', async () => {
    const other = await createPaySimulator({ seed: 'operator other', clock: 'manual' });
    const isv = { ...simulator.credentials.isv, dev: true, endpoints: simulator.endpoints, maxRetries: 0 };
    const named = (name: string, options: object) =>
      PayModule.forRoot({ name, idempotency: pgliteIdempotency(db), ...options });
    const shop = await start({
      imports: [named('greece', { wallet: walletOf(other) }), named('partner', { isv })],
    });
    const { orderCode, id } = await cleared(shop);
    const boss = shop.as('boss');
    const action = await boss.plan(orderCode, { kind: 'refund', transactionId: id, amount: '5' });
    const letter = `dead-letters/${await addDeadLetter({ eventTypeId: 1796, name: 'x', data: {} }, 'x')}`;
    expect((await boss.send(`default/${letter}`)).status).toBe(200);
    const merchantOf = () => simulator.connectedMerchants.connect().account.credentials.merchant.merchantId;
    const [own, foreign] = [merchantOf(), merchantOf()];
    const partner = shop.app.get<PayISV>('pay:partner:isv', { strict: false });
    const theirs = unwrap(await partner.payments.createOrder(own, { amount: 2450 })).orderCodeText;
    simulator.checkout.pay(theirs, GOOD_CARD);
    const [place, foreignPlace] = [`partner~${own}`, `partner~${foreign}`];
    const page = await boss.page(`${place}/orders/${theirs}`);
    expect(labelsOf(page)).toContain('Paid');
    const rest = action.replace('default/', '');
    for (const where of ['greece', foreignPlace, place])
      for (const address of [`orders/${orderCode}`, `transactions/${id}`, rest, letter])
        expect([where, address, (await boss.send(`${where}/${address}`)).status]).toEqual([
          where,
          address,
          404,
        ]);
    for (const where of ['default', foreignPlace])
      expect((await boss.send(`${where}/orders/${theirs}`)).status).toBe(404);
    for (const where of ['none', 'partner', `default~${own}`, `partner~${ID}`, 'partner~x', '__proto__'])
      expect([where, (await boss.send(`${where}/orders/${theirs}`)).status]).toEqual([where, 404]);
    expect((await boss.post(`greece/${rest}/confirm`, {}, 'greece')).status).toBe(404);
    expect(refundedOf(id)).toBe(0);
    const list = await boss.page('../payments');
    expect(list).toContain('greece');
    await other.close();
  });
});

describe('a thousand reads a minute', () => {
  it('cost the service no more than the budget, and the page says so', async () => {
    const shop = await start({ operator: { reads: { perMinute: 20 } } });
    const looker = shop.as('looker');
    const { orderCode } = await shop.buy();
    expect(await looker.page(`default/orders/${orderCode}`)).toContain('Paid');
    const before = simulator.requests().length;
    const startedAt = performance.now();
    // The budget grows while a slow machine is busy with the pages.
    const refilled = () => ((performance.now() - startedAt) / 60_000) * 20;
    for (let round = 0; round < 20; round++)
      await Promise.all(
        Array.from({ length: 50 }, (_, at) =>
          looker.page(`default/orders/${1_000_000_000_000_000 + round * 50 + at}`),
        ),
      );
    expect(simulator.requests().length - before).toBeLessThan(40 + refilled());
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, at) => looker.send(`default/orders/${1_999_999_999_999_000 + at}`)),
    );
    const refused = responses.find(({ status }) => status === 429);
    const months = Array.from(
      { length: 40 },
      (_, at) => `20${10 + (at % 16)}-${String(1 + (at % 12)).padStart(2, '0')}`,
    );
    await Promise.all(
      months.flatMap((month) => [
        looker.page(`default/payouts?month=${month}`),
        looker.page(`default/payouts/lines.csv?month=${month}`),
      ]),
    );
    expect(simulator.requests().length - before).toBeLessThan(120 + refilled());
    expect(alertOf((await refused?.text()) ?? '')).toBe(
      'The reads of this minute are used up. Try again in a minute.',
    );
  });
});
