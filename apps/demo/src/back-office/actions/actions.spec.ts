import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PayTransactions, unwrap } from 'nestjs-pay';
import { registerShop } from '../../simulator/embedded-simulator.js';
import { Operator } from '../../testing/operator.testing.js';
import { GOOD_CARD, RunningShop } from '../../testing/running-shop.testing.js';

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

/** The states that a page shows. */
const labels = (page: string): string[] =>
  [...page.matchAll(/class="label [a-z]+">([^<]*)</g)].map(([, label]) => label ?? '');
const refundedOf = (id: string): number => shop.simulator.transactions.get(id).refunded;
const madeOf = (id: string): readonly { type: number; amount: number; merchantTrns: string }[] =>
  shop.simulator.transactions.list().filter(({ parentId }) => parentId === id);

describe('a refund', () => {
  it('goes through a confirmation, in parts, until nothing is left', async () => {
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

  it('is nothing but looked at before it is confirmed, however often its page is loaded', async () => {
    const { id } = await operator.clearedPayment();
    const action = await operator.plan(id, 'refund', '5');
    for (let count = 0; count < 3; count++) await operator.text(action);
    expect([operator.sent, refundedOf(id)]).toEqual([0, 0]);
  });

  it('is one refund of many clicks, at once or later', async () => {
    const { id } = await operator.clearedPayment();
    const action = await operator.plan(id, 'refund', '5');
    await Promise.all([operator.confirm(action), operator.confirm(action), operator.confirm(action)]);
    await operator.confirm(action);
    expect([operator.sent, refundedOf(id)]).toEqual([1, 500]);
  });

  it('that two operators decide on at once happens once: the other is shown that it was overtaken', async () => {
    const { id } = await operator.clearedPayment();
    const first = await operator.plan(id, 'refund', '5');
    const second = await operator.plan(id, 'refund', '5');
    await operator.confirm(first);
    const overtaken = await operator.confirm(second);
    expect(operator.label(overtaken)).toBe('Not sent');
    expect(overtaken).toContain('Another action on this transaction was sent since you decided');
    expect([operator.sent, refundedOf(id)]).toEqual([1, 500]);
  });

  it('is not sent when somebody gave money back elsewhere since it was decided', async () => {
    const { id } = await operator.clearedPayment();
    const action = await operator.plan(id, 'refund', '5');
    unwrap(await shop.app.get(PayTransactions, { strict: false }).cancelTransaction(id, { amount: 500 }));
    const withheld = await operator.confirm(action);
    expect(withheld).toContain('The service’s records are not those that you decided on');
    expect(withheld).toContain('Nothing was sent');
    expect(refundedOf(id)).toBe(500);
  });

  it('is not sent when what is left cannot be read', async () => {
    const { id } = await operator.clearedPayment();
    const action = await operator.plan(id, 'refund', '5');
    shop.simulator.faults.add({
      operation: 'transactions.getLegacyTransactions',
      kind: 'status',
      status: 500,
    });
    expect(await operator.confirm(action)).toContain('What is left could not be read');
    expect(operator.sent).toBe(0);
  });

  it.each([
    ['a thousand or a decimal', '5,000'],
    ['three decimals', '5.001'],
    ['nothing', ''],
    ['a minus', '-5'],
  ])('is refused for %s, before anything is planned', async (_name, amount) => {
    const { id } = await operator.clearedPayment();
    expect(await operator.plan(id, 'refund', amount)).toMatch(/^Please enter an amount/);
    const address = `/back-office/transactions/${id}/actions`;
    const page = await (await operator.visitor.post(address, { kind: 'refund', amount })).text();
    expect(page).toContain(`value="${amount}"`);
  });
});

describe('an action under way', () => {
  it('says so, and its page looks again by itself', async () => {
    const { id } = await operator.clearedPayment();
    const action = await operator.plan(id, 'refund', '5');
    shop.simulator.faults.add({ operation: 'transactions.cancelTransaction', kind: 'delay', ms: 1500 });
    const end = operator.confirm(action);
    let page = '';
    while (operator.label(page) !== 'Being sent') page = await operator.text(action);
    expect(page).toContain('http-equiv="refresh"');
    expect(await operator.plan(id, 'refund', '5')).toContain('An earlier action has no known outcome yet');
    const done = await end;
    expect(operator.label(done)).toBe('Done');
    expect(done).not.toContain('http-equiv="refresh"');
  });
});

describe('a refund of the shop’s own order', () => {
  it('shows on the customer’s page of it', async () => {
    await registerShop(shop.simulator, { url: shop.url, port: Number(new URL(shop.url).port) });
    const { visitor } = operator;
    const fields = { name: 'Ada', email: 'ada@example.com', mug: '1', key: await visitor.formKey('mug=1') };
    const { headers } = await visitor.post('/orders', fields);
    const code = new URL(headers.get('location') ?? '').searchParams.get('ref') ?? '';
    await shop.payWith(GOOD_CARD, code);
    const [payment] = shop.simulator.transactions.ofOrder(code);
    await operator.confirm(await operator.plan(payment?.id ?? '', 'void'));
    await shop.settled();
    expect(await visitor.page('/my-orders')).toMatch(/class="label neutral">Refunded</);
  });
});

describe('a refusal', () => {
  it('by event id is shown with what it means and what to do', async () => {
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

  it('for a low balance is shown in the service’s words, and leaves everything as it was', async () => {
    const { id } = await operator.clearedPayment();
    shop.simulator.wallet.withdraw(Number(shop.simulator.wallet.balance()));
    const refused = await operator.confirm(await operator.plan(id, 'refund', '5'));
    expect(operator.label(refused)).toBe('Refused');
    expect(refused).toContain('The wallet balance is too low');
    expect(operator.fact(refused, 'Refundable')).toBe('€24.50');
  });

  it('can be followed by another try', async () => {
    const { id } = await operator.clearedPayment();
    shop.simulator.permissions.set({ allowRefunds: false });
    const refused = await operator.confirm(await operator.plan(id, 'refund', '5'));
    expect(refused).toContain('A permission is switched off');
    shop.simulator.permissions.set({ allowRefunds: true });
    expect(operator.label(await operator.confirm(await operator.plan(id, 'refund', '5')))).toBe('Done');
  });
});

describe('a void', () => {
  it('gives all of a payment back before it clears', async () => {
    const { id } = await operator.payment();
    expect(await operator.text(`/transactions/${id}`)).toContain('Void all €24.50');
    const done = await operator.confirm(await operator.plan(id, 'void'));
    expect(operator.label(done)).toBe('Done');
    expect(shop.simulator.transactions.get(id).status).toBe('X');
    expect(await operator.text(`/transactions/${id}`)).toMatch(/class="label neutral">Voided</);
  });

  it('is not sent when the payment cleared between the plan and the click', async () => {
    const { id } = await operator.payment();
    const planned = await operator.plan(id, 'void');
    await shop.simulator.clock.advance(24 * 3_600_000);
    const withheld = await operator.confirm(planned);
    expect(withheld).toContain('has cleared since you decided');
    expect(withheld).toContain('Nothing was sent');
    expect(shop.simulator.transactions.get(id)).toMatchObject({ status: 'F' });
    expect(shop.simulator.transactions.list()).toHaveLength(1);
  });

  it('is no choice once the payment has cleared', async () => {
    const { id } = await operator.clearedPayment();
    expect(await operator.text(`/transactions/${id}`)).not.toContain('Void all');
    expect(await operator.plan(id, 'void')).toContain('It has cleared');
  });

  it('is no refund in part: that is refused where the account does not allow it on the same day', async () => {
    const { id } = await operator.payment();
    shop.simulator.permissions.set({ sameDayPartialRefunds: false });
    const refused = await operator.confirm(await operator.plan(id, 'refund', '5'));
    expect(operator.label(refused)).toBe('Refused');
    expect(refused).toContain('HTTP 400');
  });
});

describe('a reservation', () => {
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

  it('is released', async () => {
    const { id } = await operator.payment({ preauth: true });
    const done = await operator.confirm(await operator.plan(id, 'release'));
    expect(operator.label(done)).toBe('Done');
    expect(madeOf(id)).toMatchObject([{ type: 7 }]);
    const [made] = shop.simulator.transactions.list().filter(({ parentId }) => parentId === id);
    // The hold and its void: on either page, on the order's and in the search.
    expect(labels(await operator.text(`/transactions/${id}`))).toEqual(['Released', 'Released', 'Done']);
    expect(labels(await operator.text(`/transactions/${made?.id}`))).toEqual(['Released']);
    expect(labels(await operator.text(`/orders/${made?.orderCode}`))).toEqual(['Released', 'Released']);
    expect(labels(await operator.text(''))).toEqual(['Released', 'Released']);
  });
});

describe('an action without an answer', () => {
  it('is found in the records by its reference, and not sent again', async () => {
    const { id } = await operator.clearedPayment();
    const action = await operator.plan(id, 'refund', '5');
    shop.simulator.faults.add({
      operation: 'transactions.cancelTransaction',
      kind: 'executed-but-lost',
    });
    await operator.confirm(action);
    const page = await operator.confirm(action);
    expect(operator.label(page)).toBe('Done');
    expect(page).toContain('The answer was lost, and the records show that it happened');
    expect([operator.sent, refundedOf(id)]).toEqual([1, 500]);
  });

  /** A refund that never got to the service, and whose sender does not know that. */
  async function lostRequest(kind = 'refund'): Promise<{ id: string; action: string }> {
    const { id } =
      kind === 'refund' ? await operator.clearedPayment() : await operator.payment({ preauth: true });
    const action = await operator.plan(id, kind, '5');
    const operation = kind === 'refund' ? 'transactions.cancelTransaction' : 'transactions.createTransaction';
    shop.simulator.faults.add({ operation, kind: 'status', status: 502 });
    await operator.confirm(action);
    return { id, action };
  }

  it.each(['refund', 'capture'])(
    'is unknown: what to check is said, nothing else can be done (%s)',
    async (kind) => {
      const { id, action } = await lostRequest(kind);
      const page = await operator.text(action);
      expect(operator.label(page)).toBe('Outcome unknown');
      expect(page).toContain('It may have happened, so it is not sent again');
      expect(page).toContain('What to check');
      expect(page).toContain('None yet');
      expect(await operator.plan(id, kind, '5')).toContain('An earlier action has no known outcome yet');
      expect(await operator.text(`/transactions/${id}`)).toContain(
        `${kind === 'refund' ? 'Refund' : 'Capture'} €5.00: no known outcome`,
      );
      await operator.confirm(action);
      expect(operator.sent).toBe(1);
    },
  );

  it('is not taken for done because somebody else refunded the same amount', async () => {
    const { id, action } = await lostRequest();
    unwrap(await shop.app.get(PayTransactions, { strict: false }).cancelTransaction(id, { amount: 500 }));
    expect(operator.label(await operator.text(action))).toBe('Outcome unknown');
  });

  const settle = (action: string, happened: 'yes' | 'no'): Promise<Response> =>
    operator.visitor.post(`/back-office${action}/settle`, { happened });

  it('can be dismissed by the operator, not before it is too late for it to happen; then it can be done anew', async () => {
    const { id, action } = await lostRequest();
    await settle(action, 'no');
    expect(operator.label(await operator.text(action))).toBe('Outcome unknown');
    await shop.simulator.clock.advance(10 * 60_000);
    expect(await operator.text(action)).toContain('I checked: it did not happen');
    await settle(action, 'no');
    expect(operator.label(await operator.text(action))).toBe('Did not happen');
    await operator.confirm(action);
    expect(operator.sent).toBe(1);
    expect(operator.label(await operator.confirm(await operator.plan(id, 'refund', '5')))).toBe('Done');
    expect(refundedOf(id)).toBe(500);
  });

  it('can be said to have happened', async () => {
    const { action } = await lostRequest();
    await settle(action, 'yes');
    const page = await operator.text(action);
    expect(operator.label(page)).toBe('Done');
    expect(page).toContain('you found that it happened');
  });
});

describe('what is not there', () => {
  it('is answered with 404', async () => {
    const { id } = await operator.payment();
    const nowhere = '/back-office/actions/2b4c6b5b-49ff-4e46-adc5-f53740212361';
    expect((await operator.visitor.get(nowhere)).status).toBe(404);
    await operator.visitor.post(`${nowhere}/confirm`);
    await operator.visitor.post(`${nowhere}/settle`, { happened: 'yes' });
    const wrong = await operator.visitor.post(`/back-office/transactions/${id}/actions`, { kind: 'payout' });
    expect([wrong.status, operator.sent]).toEqual([404, 0]);
  });
});
