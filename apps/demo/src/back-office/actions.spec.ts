import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PayTransactions, unwrap } from 'nestjs-pay';
import { registerShop } from '../simulator/embedded-simulator.js';
import { Operator } from '../testing/operator.testing.js';
import { GOOD_CARD, RunningShop } from '../testing/running-shop.testing.js';

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

/** Returns the statuses on a page. */
const labels = (page: string): string[] =>
  [...page.matchAll(/class="label [a-z]+">([^<]*)</g)].map(([, label]) => label ?? '');
const refundedOf = (id: string): number => shop.simulator.transactions.get(id).refunded;
const madeOf = (id: string): readonly { type: number; amount: number; merchantTrns: string }[] =>
  shop.simulator.transactions.list().filter(({ parentId }) => parentId === id);

describe('refund', () => {
  it('refunds a payment in parts, each after a confirmation, until nothing is left', async () => {
    const { id } = await operator.clearedPayment();
    for (const [amount, left] of [
      ['10.05', '€14.45'],
      ['4.40', '€10.05'],
    ] as const) {
      const action = await operator.plan(id, 'refund', amount);
      const asked = await operator.text(action);
      expect(operator.label(asked)).toBe('Waiting for your confirmation');
      expect(asked).toContain(`Yes: Refund €${amount}`);
      expect(asked).toContain(`${left} of the payment stays with you`);
      const done = await operator.confirm(action);
      expect(operator.label(done)).toBe('Done');
      expect(operator.fact(done, 'Refundable')).toBe(left);
    }
    expect(refundedOf(id)).toBe(1445);
    expect(labels(await operator.text(`/transactions/${id}`))[0]).toBe('Refunded in part');
    expect(labels(await operator.text(''))).toEqual(['Refunded', 'Refunded', 'Refunded in part']);
    expect(await operator.plan(id, 'refund', '10.06')).toBe('10.06 is too much: at most 10.05.');
    expect(operator.label(await operator.confirm(await operator.plan(id, 'refund', '10.05')))).toBe('Done');
    expect(await operator.plan(id, 'refund', '0.01')).toBe('Nothing is left to do that with.');
    expect([operator.sent, refundedOf(id)]).toEqual([3, 2450]);
    const page = await operator.text(`/transactions/${id}`);
    expect(page).toContain('There is nothing to refund');
    expect(page).toContain('Refunded in full');
  });

  it('sends nothing before the confirmation, however often the page is loaded', async () => {
    const { id } = await operator.clearedPayment();
    const action = await operator.plan(id, 'refund', '5');
    for (let count = 0; count < 3; count++) await operator.text(action);
    expect([operator.sent, refundedOf(id)]).toEqual([0, 0]);
  });

  it('refunds once for several clicks, at the same time or later', async () => {
    const { id } = await operator.clearedPayment();
    const action = await operator.plan(id, 'refund', '5');
    await Promise.all([operator.confirm(action), operator.confirm(action), operator.confirm(action)]);
    await operator.confirm(action);
    expect([operator.sent, refundedOf(id)]).toEqual([1, 500]);
  });

  it('sends only the first of two refunds that were planned at the same time', async () => {
    const { id } = await operator.clearedPayment();
    const first = await operator.plan(id, 'refund', '5');
    const second = await operator.plan(id, 'refund', '5');
    await operator.confirm(first);
    const overtaken = await operator.confirm(second);
    expect(operator.label(overtaken)).toBe('Not sent');
    expect(overtaken).toContain('Another action on this transaction was sent since you decided');
    expect([operator.sent, refundedOf(id)]).toEqual([1, 500]);
  });

  it('sends nothing if the payment was refunded by other means since it was planned', async () => {
    const { id } = await operator.clearedPayment();
    const action = await operator.plan(id, 'refund', '5');
    unwrap(await shop.app.get(PayTransactions, { strict: false }).cancelTransaction(id, { amount: 500 }));
    const withheld = await operator.confirm(action);
    expect(withheld).toContain('The service’s records have changed since you decided');
    expect(withheld).toContain('Nothing was sent');
    expect(refundedOf(id)).toBe(500);
  });

  it('sends nothing if the remaining amount cannot be read', async () => {
    const { id } = await operator.clearedPayment();
    const action = await operator.plan(id, 'refund', '5');
    shop.simulator.faults.add({
      operation: 'transactions.getLegacyTransactions',
      kind: 'status',
      status: 500,
    });
    expect(await operator.confirm(action)).toContain('The remaining amount could not be read');
    expect(operator.sent).toBe(0);
  });

  it.each([
    ['an ambiguous comma', '5,000'],
    ['three decimals', '5.001'],
    ['an empty text', ''],
    ['a negative number', '-5'],
  ])('rejects %s as an amount, and plans nothing', async (_name, amount) => {
    const { id } = await operator.clearedPayment();
    expect(await operator.plan(id, 'refund', amount)).toMatch(/^Please enter an amount/);
    const address = `/back-office/transactions/${id}/actions`;
    const page = await (await operator.visitor.post(address, { kind: 'refund', amount })).text();
    expect(page).toContain(`value="${amount}"`);
  });
});

describe('action that is being sent', () => {
  it('shows a page that reloads until there is a response', async () => {
    const { id } = await operator.clearedPayment();
    const action = await operator.plan(id, 'refund', '5');
    shop.simulator.faults.add({ operation: 'transactions.cancelTransaction', kind: 'delay', ms: 1500 });
    const end = operator.confirm(action);
    let page = '';
    while (operator.label(page) !== 'Being sent') page = await operator.text(action);
    expect(page).toContain('http-equiv="refresh"');
    expect(await operator.plan(id, 'refund', '5')).toContain('The outcome of an earlier action is unknown');
    const done = await end;
    expect(operator.label(done)).toBe('Done');
    expect(done).not.toContain('http-equiv="refresh"');
  });
});

describe('refund of an order of the shop', () => {
  it('appears on the customer’s page', async () => {
    await registerShop(shop.simulator, { url: shop.url, port: Number(new URL(shop.url).port) });
    const { visitor } = operator;
    const fields = { name: 'Ada', email: 'ada@example.com', mug: '1', key: await visitor.formKey('mug=1') };
    const { headers } = await visitor.post('/orders', fields);
    const code = new URL(headers.get('location') ?? '').searchParams.get('ref') ?? '';
    await shop.payWith(GOOD_CARD, code);
    const [payment] = shop.simulator.transactions.list({ orderCode: code });
    await operator.confirm(await operator.plan(payment?.id ?? '', 'void'));
    await shop.settled();
    expect(await visitor.page('/my-orders')).toMatch(/class="label neutral">Refunded</);
  });
});

describe('rejection by the service', () => {
  it('shows the event id with its meaning and the next step', async () => {
    const { id } = await operator.clearedPayment();
    const action = await operator.plan(id, 'refund', '5');
    shop.simulator.faults.add({
      operation: 'transactions.cancelTransaction',
      kind: 'success-false',
      errorCode: 502,
      errorText: 'Transaction failed',
      eventId: 10_062,
    });
    const refused = await operator.confirm(action);
    expect(operator.label(refused)).toBe('Refused');
    expect(refused).toContain('Event 10062: Restricted card.');
    expect(refused).toMatch(/Next step: Ask for another card/);
    expect(refused).toContain('No money moved');
  });

  it('shows the service’s message if the balance is too low, and changes nothing', async () => {
    const { id } = await operator.clearedPayment();
    shop.simulator.wallet.withdraw(Number(shop.simulator.wallet.balance()));
    const refused = await operator.confirm(await operator.plan(id, 'refund', '5'));
    expect(operator.label(refused)).toBe('Refused');
    expect(refused).toContain('The wallet balance is too low');
    expect(operator.fact(refused, 'Refundable')).toBe('€24.50');
  });

  it('allows another attempt', async () => {
    const { id } = await operator.clearedPayment();
    shop.simulator.permissions.set({ allowRefunds: false });
    const refused = await operator.confirm(await operator.plan(id, 'refund', '5'));
    expect(refused).toContain('A permission is switched off');
    shop.simulator.permissions.set({ allowRefunds: true });
    expect(operator.label(await operator.confirm(await operator.plan(id, 'refund', '5')))).toBe('Done');
  });
});

describe('void', () => {
  it('refunds a payment in full before it clears', async () => {
    const { id } = await operator.payment();
    expect(await operator.text(`/transactions/${id}`)).toContain('Void all €24.50');
    const done = await operator.confirm(await operator.plan(id, 'void'));
    expect(operator.label(done)).toBe('Done');
    expect(shop.simulator.transactions.get(id).status).toBe('X');
    expect(await operator.text(`/transactions/${id}`)).toMatch(/class="label neutral">Voided</);
  });

  it('sends nothing if the payment cleared between the plan and the confirmation', async () => {
    const { id } = await operator.payment();
    const planned = await operator.plan(id, 'void');
    await shop.simulator.clock.advance(24 * 3_600_000);
    const withheld = await operator.confirm(planned);
    expect(withheld).toContain('has cleared since you decided');
    expect(withheld).toContain('Nothing was sent');
    expect(shop.simulator.transactions.get(id)).toMatchObject({ status: 'F' });
    expect(shop.simulator.transactions.list()).toHaveLength(1);
  });

  it('is not offered after the payment has cleared', async () => {
    const { id } = await operator.clearedPayment();
    expect(await operator.text(`/transactions/${id}`)).not.toContain('Void all');
    expect(await operator.plan(id, 'void')).toContain('It has cleared');
  });

  it('does not replace a partial refund, which some accounts do not allow on the same day', async () => {
    const { id } = await operator.payment();
    shop.simulator.permissions.set({ sameDayPartialRefunds: false });
    const refused = await operator.confirm(await operator.plan(id, 'refund', '5'));
    expect(operator.label(refused)).toBe('Refused');
    expect(refused).toContain('PaymentsInvalidAmountForVoid');
  });
});

describe('reservation', () => {
  it('is captured in part, once, and the rest is released', async () => {
    const { id } = await operator.payment({ preauth: true });
    expect(await operator.plan(id, 'capture', '24.51')).toBe('24.51 is too much: at most 24.50.');
    expect(await operator.plan(id, 'refund', '5')).toBe('Nothing is left to do that with.');
    const action = await operator.plan(id, 'capture', '20');
    expect(await operator.text(action)).toContain('The other €4.50 is released');
    const done = await operator.confirm(action);
    expect(operator.label(done)).toBe('Done');
    expect(operator.fact(done, 'Capturable')).toBe('€0.00');
    expect(madeOf(id)).toMatchObject([{ type: 0, amount: 2000 }]);
    expect(await operator.plan(id, 'capture', '4.50')).toBe('Nothing is left to do that with.');
    expect(await operator.plan(id, 'release')).toBe('Nothing is left to do that with.');
    const capture = /href="\/back-office(\/transactions\/[^"]+)">The new transaction/.exec(done)?.[1] ?? '';
    expect(operator.fact(await operator.text(capture), 'Refundable')).toBe('€20.00');
    const held = await operator.text(`/transactions/${id}`);
    expect(held).toContain(`To refund it, go to <a href="/back-office${capture}">the capture of €20.00</a>`);
    expect(operator.fact(held, 'Refundable')).not.toBe('€0.00');
  });

  it('is released in full', async () => {
    const { id } = await operator.payment({ preauth: true });
    const done = await operator.confirm(await operator.plan(id, 'release'));
    expect(operator.label(done)).toBe('Done');
    expect(madeOf(id)).toMatchObject([{ type: 7 }]);
    const [made] = shop.simulator.transactions.list().filter(({ parentId }) => parentId === id);
    // Each page shows the hold and its void as released.
    expect(labels(await operator.text(`/transactions/${id}`))).toEqual(['Released', 'Released', 'Done']);
    expect(labels(await operator.text(`/transactions/${made?.id}`))).toEqual(['Released']);
    expect(labels(await operator.text(`/orders/${made?.orderCode}`))).toEqual(['Released', 'Released']);
    expect(labels(await operator.text(''))).toEqual(['Released', 'Released']);
  });
});

describe('action whose response is lost', () => {
  it('is found in the service’s records by its reference, and not sent again', async () => {
    const { id } = await operator.clearedPayment();
    const action = await operator.plan(id, 'refund', '5');
    shop.simulator.faults.add({
      operation: 'transactions.cancelTransaction',
      kind: 'executed-but-lost',
    });
    const page = await operator.confirm(action);
    expect(operator.label(page)).toBe('Done');
    await operator.confirm(action);
    expect([operator.sent, refundedOf(id)]).toEqual([1, 500]);
  });

  /** Confirms an action whose request never reaches the service. */
  async function loseRequest(kind = 'refund'): Promise<{ id: string; action: string }> {
    const { id } =
      kind === 'refund' ? await operator.clearedPayment() : await operator.payment({ preauth: true });
    const action = await operator.plan(id, kind, '5');
    const operation = kind === 'refund' ? 'transactions.cancelTransaction' : 'transactions.createTransaction';
    shop.simulator.faults.add({ operation, kind: 'status', status: 502 });
    await operator.confirm(action);
    return { id, action };
  }

  it.each(['refund', 'capture'])(
    'blocks other actions while the outcome of the %s is unknown, and is listed',
    async (kind) => {
      const { id, action } = await loseRequest(kind);
      const page = await operator.text(action);
      expect(operator.label(page)).toBe('Outcome unknown');
      expect(page).toContain('It may have happened');
      expect(page).toContain('What to do');
      expect(page).toContain('None yet');
      expect(await operator.plan(id, kind, '5')).toContain('The outcome of an earlier action is unknown');
      expect(await operator.text(`/transactions/${id}`)).toContain(
        `${kind === 'refund' ? 'Refund' : 'Capture'} €5.00: outcome unknown`,
      );
      expect(await operator.text('')).toContain(`href="/back-office${action}">Back office action`);
      await operator.confirm(action);
      expect(operator.sent).toBe(1);
    },
  );

  it('is sent again with the same key if the service shows no trace of it for 15 minutes', async () => {
    const { id, action } = await loseRequest();
    await shop.simulator.clock.advance(15 * 60_000);
    expect(operator.label(await operator.confirm(action))).toBe('Done');
    await operator.confirm(action);
    expect([operator.sent, refundedOf(id)]).toEqual([2, 500]);
    expect(await operator.text('')).not.toContain(action);
  });

  it('is not resolved by another refund of the same amount', async () => {
    const { id, action } = await loseRequest();
    unwrap(await shop.app.get(PayTransactions, { strict: false }).cancelTransaction(id, { amount: 500 }));
    expect(operator.label(await operator.confirm(action))).toBe('Outcome unknown');
    await shop.simulator.clock.advance(15 * 60_000);
    expect(operator.label(await operator.confirm(action))).toBe('Outcome unknown');
    expect([operator.sent, refundedOf(id)]).toEqual([2, 500]);
  });

  const resolve = (action: string, happened: 'yes' | 'no'): Promise<Response> =>
    operator.visitor.post(`/back-office${action}/resolve`, { happened });

  it('can be dismissed by the operator after ten minutes, and then planned again', async () => {
    const { id, action } = await loseRequest();
    await resolve(action, 'no');
    expect(operator.label(await operator.text(action))).toBe('Outcome unknown');
    await shop.simulator.clock.advance(10 * 60_000);
    expect(await operator.text(action)).toContain('I checked: it did not happen');
    await resolve(action, 'no');
    expect(operator.label(await operator.text(action))).toBe('Did not happen');
    await operator.confirm(action);
    expect(operator.sent).toBe(1);
    expect(operator.label(await operator.confirm(await operator.plan(id, 'refund', '5')))).toBe('Done');
    expect(refundedOf(id)).toBe(500);
  });

  it('can be marked as done by the operator', async () => {
    const { action } = await loseRequest();
    await resolve(action, 'yes');
    const page = await operator.text(action);
    expect(operator.label(page)).toBe('Done');
    expect(page).toContain('you found that it happened');
  });
});

describe('unknown action', () => {
  it('gets 404', async () => {
    const { id } = await operator.payment();
    const nowhere = '/back-office/actions/2b4c6b5b-49ff-4e46-adc5-f53740212361';
    expect((await operator.visitor.get(nowhere)).status).toBe(404);
    await operator.visitor.post(`${nowhere}/confirm`);
    await operator.visitor.post(`${nowhere}/resolve`, { happened: 'yes' });
    const wrong = await operator.visitor.post(`/back-office/transactions/${id}/actions`, { kind: 'payout' });
    expect([wrong.status, operator.sent]).toEqual([404, 0]);
  });
});
