import { servicesOf } from '../handle/handle.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GOOD_CARD, Merchant } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';

let merchant: Merchant;
beforeEach(async () => {
  merchant = await Merchant.start();
});
afterEach(() => merchant.simulator.close());

const IRIS = { paymentMethods: [29] };
const page = (code: string, more = ''): string =>
  `${merchant.simulator.endpoints.web}/web/checkout?ref=${code}${more}`;

/** Presses the button of IRIS on the page of an order. */
async function press(code: string, more = ''): Promise<Response> {
  const html = await (await fetch(page(code, more))).text();
  const [, form = ''] =
    /name="form" value="([^"]+)">\s*<input type="hidden" name="method" value="29"/.exec(html) ?? [];
  const body = new URLSearchParams({ form, method: '29' });
  return fetch(page(code, more), { method: 'POST', body, redirect: 'manual' });
}

describe('an IRIS payment on the checkout page', () => {
  it('of 7.34 succeeds at once, with a webhook, and is no card payment', async () => {
    const receiver = await Receiver.startFor(merchant, [1796]);
    const code = await merchant.order({ amount: 734, ...IRIS });
    const { headers } = await press(code);
    expect(headers.get('location')).toMatch(/[?&]t=[0-9a-f-]{36}/);
    await merchant.simulator.deliveries.settled();
    expect(receiver.dataOf(1796)).toMatchObject([
      { Amount: 7.34, StatusId: 'F', TransactionTypeId: 60, CardNumber: null },
    ]);
    await receiver.close();
  });

  it('of 7.35 fails, and the order can be paid again', async () => {
    const code = await merchant.order({ amount: 735, ...IRIS });
    const { headers } = await press(code);
    expect(headers.get('location')).toContain('attempt=');
    expect(merchant.simulator.transactions.list({ orderCode: code })).toMatchObject([
      { type: 60, status: 'E' },
    ]);
    expect(merchant.simulator.orders.get(code).state).toBe(0);
  });

  it('of another amount is in progress until the bank confirms it', async () => {
    const code = await merchant.order({ amount: 2450 });
    const { headers } = await press(code, '&paymentMethod=29');
    const [started] = merchant.simulator.transactions.list({ orderCode: code });
    expect(started).toMatchObject({ type: 60, status: 'A', card: null });
    expect(headers.get('location')).toContain(started?.id);
    expect(merchant.simulator.orders.get(code).state).toBe(0);
    merchant.simulator.trigger('approve', { transactionId: started?.id ?? '' });
    expect(merchant.simulator.orders.get(code).state).toBe(3);
  });

  it('is refunded in parts on any day, with the type of IRIS', async () => {
    merchant.simulator.permissions.set({ sameDayPartialRefunds: false });
    const code = await merchant.order({ amount: 734, ...IRIS });
    await press(code);
    const [{ id } = { id: '' }] = merchant.simulator.transactions.list({ orderCode: code });
    const refund = async (amount: number) =>
      (await merchant.web('DELETE', `/api/transactions/${id}?amount=${amount}`)).json;
    expect(await refund(234)).toMatchObject({ TransactionTypeId: 61, Amount: -2.34, ErrorCode: 0 });
    await merchant.nextDay();
    expect(await refund(500)).toMatchObject({ TransactionTypeId: 61, Amount: -5, ErrorCode: 0 });
    expect(await refund(1)).toMatchObject({ ErrorCode: 403, EventId: 2055 });
  });
});

describe('IRIS is not offered', () => {
  it.each([
    ['a pre-authorization', { preauth: true }],
    ['a recurring payment', { allowRecurring: true }],
    ['another currency', { currencyCode: '826' }],
    ['an amount that the customer chooses', { disableExactAmount: true }],
    ['a card verification', { amount: 0, isCardVerification: true }],
    ['an order without the method', { paymentMethods: [0] }],
  ])('for %s', async (_what, fields) => {
    const code = await merchant.order({ amount: 734, ...fields });
    expect(await (await fetch(page(code, '&paymentMethod=29'))).text()).not.toContain('name="method"');
    const posted = await press(code);
    expect(posted.headers.get('location')).toBe(`/web/web/checkout?ref=${code}`);
    expect(() => servicesOf(merchant.simulator).hostedCheckout.payWithIris(code)).toThrow(
      /cannot be paid with IRIS/,
    );
    expect(merchant.simulator.transactions.list()).toEqual([]);
  });

  it('as a card: an order of IRIS only refuses one', async () => {
    const code = await merchant.order({ amount: 734, ...IRIS });
    expect(merchant.simulator.checkout.pay(code, GOOD_CARD)).toEqual({
      kind: 'invalid',
      problems: { number: 'The order accepts no cards' },
    });
  });
});
