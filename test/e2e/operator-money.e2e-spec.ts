import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import { unwrap } from 'nestjs-pay';
import { pgliteIdempotency } from 'nestjs-pay/pglite';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { holdResponse } from '../hold-response.js';
import { newPglite } from '../pglite.js';
import { withTimes } from '../times.js';
import { until } from '../until.js';
import { walletOf } from './nest-app.js';
import { labelsOf, OperatorShop } from './operator-shop.js';
import type { Desk } from './operator-shop.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

let simulator: PaySimulator;
let db: PGlite;
let shop: OperatorShop;
let boss: Desk;
/** Requests that moved money when the test began. */
let before: number;

beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'operator money', clock: 'manual' });
  db = await newPglite();
  const now = () => new Date(simulator.clock.now());
  shop = await new OperatorShop(simulator).start({
    db,
    pay: {
      // Without retries, each fault has its effect.
      wallet: { ...walletOf(simulator), maxRetries: 0 },
      idempotency: pgliteIdempotency(db, withTimes({ now, lookupMs: 200 })),
    },
    operator: { reads: { perMinute: 10_000, dataServices: () => shop.reports.dataServices } },
  });
  boss = shop.as('boss');
});
afterAll(async () => {
  await shop.close();
  await simulator.close();
  await db.close();
});
beforeEach(() => {
  before = shop.sent;
});
afterEach(() => {
  simulator.faults.remove();
  simulator.permissions.set({ allowRefunds: true, sameDayPartialRefunds: true });
});

const sent = (): number => shop.sent - before;
const refundedOf = (id: string): number => simulator.transactions.get(id).refunded;
const madeOf = (id: string) => simulator.transactions.list().filter(({ parentId }) => parentId === id);
const cleared = async () => {
  const payment = await shop.buy();
  await simulator.clock.advance(DAY_MS);
  return payment;
};
const planned = (
  { orderCode, id }: { orderCode: string; id: string },
  kind: string,
  amount = '',
): Promise<string> => boss.plan(orderCode, { kind, transactionId: id, amount });
const labelAfter = async (action: string): Promise<string | undefined> =>
  labelsOf(await boss.confirm(action))[0];

describe('refund', () => {
  it('gives back a payment in parts, each after a confirmation, until nothing is left', async () => {
    const payment = await cleared();
    for (const [amount, left] of [
      ['10.05', '€14.40'],
      ['4.35', '€10.05'],
    ] as const) {
      const action = await planned(payment, 'refund', amount);
      const asked = await boss.page(action);
      expect(labelsOf(asked)).toEqual(['Waits for your confirmation']);
      expect(asked).toContain(`Refund €${amount}`);
      expect(asked).toContain(
        left === '€14.40' ? '€14.45 of the payment stays' : '€10.10 of the payment stays',
      );
      expect(await labelAfter(action)).toBe('Done');
    }
    expect(await planned(payment, 'refund', '10.11')).not.toContain('actions/');
    expect(await labelAfter(await planned(payment, 'refund', '10.10'))).toBe('Done');
    expect(await planned(payment, 'refund', '0.01')).toContain('not possible any more');
    expect([sent(), refundedOf(payment.id)]).toEqual([3, 2450]);
    expect(labelsOf(await boss.page(`default/orders/${payment.orderCode}`))).toContain('Refunded in full');
  });

  it('sends nothing before the confirmation, however often the page is loaded', async () => {
    const payment = await cleared();
    const action = await planned(payment, 'refund', '5');
    for (let count = 0; count < 3; count++) await boss.page(action);
    expect([sent(), refundedOf(payment.id)]).toEqual([0, 0]);
  });

  it('sends only the first of two that were planned at the same time', async () => {
    const payment = await cleared();
    const first = await planned(payment, 'refund', '5');
    const second = await planned(payment, 'refund', '5');
    expect(await labelAfter(first)).toBe('Done');
    const overtaken = await boss.confirm(second);
    expect(labelsOf(overtaken)).toEqual(['Not sent']);
    expect(overtaken).toContain('Nothing was sent');
    expect([sent(), refundedOf(payment.id)]).toEqual([1, 500]);
  });

  it('sends nothing if what is left cannot be read', async () => {
    const payment = await cleared();
    const action = await planned(payment, 'refund', '5');
    const token = /name="token" value="([^"]*)"/.exec(await boss.page(action))?.[1] ?? '';
    const list = {
      operation: 'transactions.getLegacyTransactions:list',
      kind: 'status',
      status: 500,
    } as const;
    simulator.faults.add({ ...list, times: 'always' });
    const confirmed = await boss.send(`${action}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ token }),
    });
    expect([confirmed.status, sent()]).toEqual([502, 0]);
    simulator.faults.remove();
    expect(await labelAfter(action)).toBe('Done');
    expect([sent(), refundedOf(payment.id)]).toEqual([1, 500]);
  });

  it('shows a page that reloads while it is being sent, and nothing else is possible meanwhile', async () => {
    const payment = await cleared();
    const action = await planned(payment, 'refund', '5');
    const respond = holdResponse(/^DELETE /);
    const end = boss.confirm(action);
    await until(async () => labelsOf(await boss.page(action))[0] === 'Being sent');
    expect(await boss.page(action)).toContain('http-equiv="refresh"');
    expect(await planned(payment, 'refund', '5')).toContain('The outcome of an earlier action is unknown');
    respond();
    const done = await end;
    expect(labelsOf(done)).toEqual(['Done']);
    expect(done).not.toContain('http-equiv="refresh"');
    expect([sent(), refundedOf(payment.id)]).toEqual([1, 500]);
  });
});

describe('rejection by the service', () => {
  it('says why, and what to do next', async () => {
    const payment = await cleared();
    const action = await planned(payment, 'refund', '5');
    const declined = { kind: 'success-false', errorCode: 502, errorText: 'Transaction failed' } as const;
    simulator.faults.add({ operation: 'transactions.cancelTransaction', ...declined, eventId: 10_062 });
    const refused = await boss.confirm(action);
    expect(labelsOf(refused)).toEqual(['Refused']);
    expect(refused).toContain('Ask for another card');
    expect(refused).toContain('No money moved');
  });

  it('moves nothing if the balance is too low', async () => {
    const payment = await cleared();
    const balance = Number(simulator.wallet.balance());
    simulator.wallet.withdraw(balance);
    const refused = await boss.confirm(await planned(payment, 'refund', '5'));
    expect(labelsOf(refused)).toEqual(['Refused']);
    expect(refused).toContain('The wallet balance is too low');
    expect(refundedOf(payment.id)).toBe(0);
    simulator.wallet.deposit(balance);
  });

  it('allows another attempt', async () => {
    const payment = await cleared();
    simulator.permissions.set({ allowRefunds: false });
    expect(await labelAfter(await planned(payment, 'refund', '5'))).toBe('Refused');
    simulator.permissions.set({ allowRefunds: true });
    expect(await labelAfter(await planned(payment, 'refund', '5'))).toBe('Done');
    expect(refundedOf(payment.id)).toBe(500);
  });
});

describe('void', () => {
  it('sends nothing if the payment cleared between the plan and the confirmation', async () => {
    const payment = await shop.buy();
    const action = await planned(payment, 'void');
    await simulator.clock.advance(DAY_MS);
    const withheld = await boss.confirm(action);
    expect(labelsOf(withheld)).toEqual(['Not sent']);
    expect([sent(), madeOf(payment.id).length]).toEqual([0, 0]);
  });

  it('is not offered after the payment has cleared', async () => {
    const payment = await cleared();
    expect(await boss.page(`default/orders/${payment.orderCode}`)).not.toContain('value="void"');
    expect(await planned(payment, 'void')).toContain('not possible any more');
  });

  it('does not replace a refund in part, which some accounts do not allow on the same day', async () => {
    const payment = await shop.buy();
    simulator.permissions.set({ sameDayPartialRefunds: false });
    expect(await labelAfter(await planned(payment, 'refund', '5'))).toBe('Refused');
    expect([simulator.transactions.get(payment.id).status, refundedOf(payment.id)]).toEqual(['F', 0]);
  });
});

describe('hold', () => {
  it('is captured in part, once, and the rest is released', async () => {
    const held = await shop.buy(2450, { preauth: true });
    expect(await planned(held, 'capture', '24.51')).not.toContain('actions/');
    expect(await planned(held, 'refund', '5')).toContain('not possible any more');
    const action = await planned(held, 'capture', '20');
    expect(await boss.page(action)).toContain('The other €4.50 is released');
    expect(await labelAfter(action)).toBe('Done');
    expect(madeOf(held.id)).toMatchObject([{ type: 0, amount: 2000 }]);
    expect(await planned(held, 'capture', '4.50')).toContain('not possible any more');
    expect(await planned(held, 'release')).toContain('not possible any more');
    const [capture] = madeOf(held.id);
    await simulator.clock.advance(DAY_MS);
    const refund = { ...held, id: capture?.id ?? '' };
    expect(await labelAfter(await planned(refund, 'refund', '20'))).toBe('Done');
    expect(sent()).toBe(2);
  });

  it('is released in full', async () => {
    const held = await shop.buy(2450, { preauth: true });
    expect(await labelAfter(await planned(held, 'release'))).toBe('Done');
    expect(madeOf(held.id)).toMatchObject([{ type: 7 }]);
    expect(labelsOf(await boss.page(`default/orders/${held.orderCode}`))[0]).toBe('Released');
  });
});

describe('action whose response is lost', () => {
  it('is found in the service’s records by its reference, and not sent again', async () => {
    const payment = await cleared();
    const action = await planned(payment, 'refund', '5');
    simulator.faults.add({ operation: 'transactions.cancelTransaction', kind: 'executed-but-lost' });
    expect(await labelAfter(action)).toBe('Done');
    await boss.confirm(action);
    expect([sent(), refundedOf(payment.id)]).toEqual([1, 500]);
  });

  /** Confirms an action whose request never reaches the service. */
  async function loseRequest(kind = 'refund') {
    const payment = kind === 'refund' ? await cleared() : await shop.buy(2450, { preauth: true });
    const action = await planned(payment, kind, '5');
    const operation = kind === 'refund' ? 'transactions.cancelTransaction' : 'transactions.createTransaction';
    simulator.faults.add({ operation, kind: 'status', status: 502 });
    expect(await labelAfter(action)).toBe('Outcome unknown');
    return { payment, action };
  }

  it.each(['refund', 'capture'])(
    'blocks other actions until the %s is known, and is listed',
    async (kind) => {
      const { payment, action } = await loseRequest(kind);
      expect(await boss.page(action)).toContain('It may have happened');
      expect(await planned(payment, kind, '5')).toContain('The outcome of an earlier action is unknown');
      expect(await boss.page(`default/orders/${payment.orderCode}`)).not.toContain('name="why"');
      expect(await boss.page('default/attention')).toContain(action.replace('default/', ''));
      await boss.confirm(action);
      expect(sent()).toBe(1);
    },
  );

  it('is sent again with the same key if the service shows no trace of it for 15 minutes', async () => {
    const { payment, action } = await loseRequest();
    expect(await boss.page(action)).toContain('transactions.cancelTransaction');
    await simulator.clock.advance(15 * MINUTE_MS);
    const done = await boss.confirm(action);
    expect(labelsOf(done)).toEqual(['Done']);
    // The message of the request that was lost.
    expect(done).not.toContain('transactions.cancelTransaction');
    await boss.confirm(action);
    expect([sent(), refundedOf(payment.id)]).toEqual([2, 500]);
  });

  it('is not resolved by another refund of the same amount', async () => {
    const { payment, action } = await loseRequest();
    unwrap(await shop.pay.transactions.cancelTransaction(payment.id, { amount: 500 }));
    expect(await labelAfter(action)).toBe('Outcome unknown');
    await simulator.clock.advance(15 * MINUTE_MS);
    expect(await labelAfter(action)).toBe('Outcome unknown');
    expect([sent(), refundedOf(payment.id)]).toEqual([2, 500]);
  });

  const resolve = (action: string, happened: 'yes' | 'no'): Promise<Response> =>
    boss.post(`${action}/resolve`, { happened }, action);

  it('can be dismissed after ten minutes, and then planned again', async () => {
    const { payment, action } = await loseRequest();
    await resolve(action, 'no');
    expect(labelsOf(await boss.page(action))).toEqual(['Outcome unknown']);
    await simulator.clock.advance(10 * MINUTE_MS);
    expect(await boss.page(action)).toContain('I checked: it did not happen');
    await resolve(action, 'no');
    expect(await labelAfter(action)).toBe('Did not happen');
    expect(sent()).toBe(1);
    expect(await labelAfter(await planned(payment, 'refund', '5'))).toBe('Done');
    expect([sent(), refundedOf(payment.id)]).toEqual([2, 500]);
  });

  it('can be marked as done', async () => {
    const { action } = await loseRequest();
    await resolve(action, 'yes');
    const done = await boss.confirm(action);
    expect(labelsOf(done)).toEqual(['Done']);
    expect(done).not.toContain('transactions.cancelTransaction');
    expect(sent()).toBe(1);
  });
});

it('responds with 404 for an unknown action, and rejects an unknown kind', async () => {
  const { orderCode, id } = await cleared();
  const nowhere = 'default/actions/op-2b4c6b5b-49ff-4e46-adc5-f53740212361';
  const order = `default/orders/${orderCode}`;
  expect((await boss.send(nowhere)).status).toBe(404);
  for (const [address, fields] of [
    [`${nowhere}/confirm`, {}],
    [`${nowhere}/resolve`, { happened: 'yes' }],
  ] as const)
    expect((await boss.post(address, fields, order)).status).toBe(404);
  expect(await boss.plan(orderCode, { kind: 'payout', transactionId: id })).toContain(
    'not possible any more',
  );
  expect(sent()).toBe(0);
});
