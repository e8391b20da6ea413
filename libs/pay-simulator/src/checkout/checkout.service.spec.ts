import { servicesOf } from '../handle/handle.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BAD_CARD, CHALLENGE_CARD, GOOD_CARD, Merchant } from '../../testing/merchant.js';
import { TEST_AMOUNTS, TEST_CARDS } from '../domain/contract.generated.js';
import type { CheckoutOutcome } from '../domain/checkout.types.js';
import type { PaySimulator } from '../index.js';

let merchant: Merchant;
let checkout: PaySimulator['checkout'];
beforeAll(async () => {
  merchant = await Merchant.start({
    successUrl: 'https://shop.example/success?shop=1',
    failureUrl: 'https://shop.example/fail',
  });
  checkout = merchant.simulator.checkout;
});
afterAll(() => merchant.simulator.close());

const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);
const redirectOf = (outcome: CheckoutOutcome | undefined): string =>
  outcome && 'redirectUrl' in outcome ? outcome.redirectUrl : '';

describe('the hosted checkout', () => {
  it('pays an order once and returns the success URL with the documented query', async () => {
    const code = await merchant.order({ customer: { requestLang: 'el-GR' } });
    const outcome = checkout.pay(code, GOOD_CARD);
    expect(outcome.kind).toBe('approved');
    const transaction = merchant.simulator.transactions.list({ orderCode: code })[0];
    expect(redirectOf(outcome).split('?')[0]).toBe('https://shop.example/success');
    expect(queryOf(redirectOf(outcome))).toEqual({
      shop: '1',
      t: transaction?.id,
      s: code,
      lang: 'el-GR',
      eventId: '0',
      eci: '1',
    });
    expect(servicesOf(merchant.simulator).hostedCheckout.view(code).state).toBe('paid');
    expect(checkout.pay(code, GOOD_CARD)).toMatchObject({ kind: 'not-payable', view: { state: 'paid' } });
    expect(merchant.simulator.transactions.list({ orderCode: code })).toHaveLength(1);
  });

  it('declines with the reason, leaves the order payable, and accepts another attempt', async () => {
    const code = await merchant.order();
    const declined = checkout.pay(code, BAD_CARD, 'fr-FR');
    expect(declined).toMatchObject({
      kind: 'declined',
      eventId: 310,
      transaction: { status: 'E', authorizationId: null },
    });
    expect(queryOf(redirectOf(declined))).toEqual({ s: code, lang: 'fr-FR', eventId: '310', eci: '1' });
    expect(servicesOf(merchant.simulator).hostedCheckout.view(code).state).toBe('payable');
    expect(checkout.pay(code, GOOD_CARD).kind).toBe('approved');
    expect(merchant.simulator.transactions.list({ orderCode: code }).map(({ status }) => status)).toEqual([
      'E',
      'F',
    ]);
  });

  it.each(Object.entries(TEST_AMOUNTS))('declines the amount %s with event %i', async (amount, eventId) => {
    const code = await merchant.order({ amount: Number(amount) });
    expect(checkout.pay(code, GOOD_CARD)).toMatchObject({ kind: 'declined', eventId });
  });

  it.each([
    [9900, 'approved'],
    [9901, 'declined'],
    [9950, 'declined'],
    [9998, 'declined'],
    [9999, 'approved'],
  ])('responses the amount %i with %s: each one from 99.01 to 99.98 declines', async (amount, kind) => {
    const code = await merchant.order({ amount });
    expect(checkout.pay(code, GOOD_CARD)).toMatchObject({
      kind,
      ...(kind === 'declined' && { eventId: amount + 100 }),
    });
  });

  it.each(TEST_CARDS.map((card) => [card.number, card.result, card.cvv] as const))(
    'gives card %s the result of the contract: %s',
    async (number, result, cvv) => {
      const cvc = cvv === 'none' ? '' : cvv.includes('4') ? '1234' : '123';
      const outcome = checkout.pay(await merchant.order(), { ...GOOD_CARD, number, cvc });
      expect(outcome.kind).toBe(
        result.startsWith('3DS') ? 'challenge' : result.startsWith('failure') ? 'declined' : 'approved',
      );
    },
  );

  it.each([
    [{ number: '4147463011110134' }, 'number'],
    [{ number: '4242424242424242' }, 'number'],
    [{ number: '' }, 'number'],
    [{ expiry: '13/40' }, 'expiry'],
    [{ expiry: '01/26' }, 'expiry'],
    [{ cvc: '12' }, 'cvc'],
    [{ holderName: ' ' }, 'holderName'],
    [{ email: 'invalid' }, 'email'],
    [{ installments: 2 }, 'installments'],
  ])('rejects %j', async (change, field) => {
    const code = await merchant.order();
    const outcome = checkout.pay(code, { ...GOOD_CARD, ...change });
    expect(outcome.kind === 'invalid' ? Object.keys(outcome.problems) : []).toEqual([field]);
    expect(merchant.simulator.transactions.list({ orderCode: code })).toEqual([]);
  });

  it('accepts a card in its last month', async () => {
    expect(checkout.pay(await merchant.order(), { ...GOOD_CARD, expiry: '02/2026' }).kind).toBe('approved');
  });

  it.each([
    ['Y', 'approved', '0', '1'],
    ['A', 'approved', '0', '3'],
    ['N', 'declined', '2062', '0'],
    ['R', 'declined', '2062', '0'],
    ['U', 'declined', '2062', '0'],
  ] as const)('completes a challenge with the response %s as %s', async (response, kind, eventId, eci) => {
    const code = await merchant.order();
    const started = checkout.pay(code, CHALLENGE_CARD);
    if (started.kind !== 'challenge') throw new Error(started.kind);
    expect(servicesOf(merchant.simulator).hostedCheckout.challenge(started.challengeId)).toMatchObject({
      cardNumber: '518834XXXXXX0060',
      total: 1000,
    });
    const outcome = checkout.answerChallenge(started.challengeId, response);
    expect(outcome?.kind).toBe(kind);
    expect(queryOf(redirectOf(outcome))).toMatchObject({ s: code, eventId, eci });
    expect(checkout.answerChallenge(started.challengeId, 'Y')).toBeUndefined();
  });

  it('fails with 2061 if the customer closes the page of the challenge, and the order can be paid again', async () => {
    const code = await merchant.order();
    const started = checkout.pay(code, CHALLENGE_CARD);
    if (started.kind !== 'challenge') throw new Error(started.kind);
    expect(servicesOf(merchant.simulator).hostedCheckout.leaveChallenge(started.challengeId)).toMatchObject({
      kind: 'declined',
      eventId: 2061,
    });
    expect(checkout.pay(code, GOOD_CARD).kind).toBe('approved');
  });

  it('charges once if a challenge ends after a payment in another tab', async () => {
    const code = await merchant.order();
    const started = checkout.pay(code, CHALLENGE_CARD);
    checkout.pay(code, GOOD_CARD);
    if (started.kind !== 'challenge') throw new Error(started.kind);
    expect(checkout.answerChallenge(started.challengeId, 'Y')).toMatchObject({
      kind: 'not-payable',
      view: { state: 'paid' },
    });
    expect(merchant.simulator.transactions.list({ orderCode: code })).toHaveLength(1);
  });

  it('cancels an order and redirects with cancel=1, unless the source has no cancel button [payments.19]', async () => {
    const code = await merchant.order();
    expect(checkout.cancel(code).redirectUrl).toBe(
      `https://shop.example/fail?s=${code}&lang=en-GB&eventId=0&eci=0&cancel=1`,
    );
    expect(servicesOf(merchant.simulator).hostedCheckout.view(code).state).toBe('cancelled');
    expect((await merchant.web('GET', `/api/orders/${code}`)).json).toMatchObject({ StateId: 2 });
    merchant.simulator.sources.save({ code: '1234', cancelButton: false });
    const other = await merchant.order({ sourceCode: '1234' });
    expect(() => checkout.cancel(other)).toThrow('no cancel button');
  });

  it('shows the order of a terminal whose store is no payment source', async () => {
    const { simulator } = merchant;
    const sale = { kind: 'sale', sessionId: 'sale', amount: 500, tipAmount: 0, currencyCode: '978' } as const;
    const till = { terminalId: '16000010', cashRegisterId: 'till', merchantReference: 'sale' } as const;
    const display = { showTransactionResult: true, showReceipt: true, skipSurcharge: false } as const;
    const none = { customerTrns: null, parentSessionId: null, interappCallback: null, installments: 0 };
    servicesOf(simulator).cardTerminals.request({ ...sale, ...till, ...display, ...none });
    await simulator.clock.advance('10 seconds');
    const order = simulator.orders.list().find(({ merchantTrns }) => merchantTrns === 'sale');
    expect(simulator.sources.list().find(({ code }) => code === order?.sourceCode)).toBeUndefined();
    const page = await fetch(`${simulator.url}/web/web/checkout?ref=${order?.code}`);
    expect(page.status).toBe(200);
    expect(servicesOf(merchant.simulator).hostedCheckout.view(order?.code ?? '')).toMatchObject({
      state: 'paid',
      source: { code: 'Default' },
    });
  });

  it('redirects with the names of the source, and without the transaction ID if its name is empty [payments.18]', async () => {
    merchant.simulator.sources.save({ code: '1236', transactionParameter: '', cancelParameter: 'canceled' });
    const code = await merchant.order({ sourceCode: '1236' });
    const paid = queryOf(redirectOf(checkout.pay(code, GOOD_CARD)));
    expect(paid).toMatchObject({ s: code, eventId: '0' });
    for (const name of ['t', '']) expect(paid).not.toHaveProperty([name]);
    const other = await merchant.order({ sourceCode: '1236' });
    expect(queryOf(checkout.cancel(other).redirectUrl)).toMatchObject({ s: other, canceled: '1' });
  });

  it('accepts several payments for an order with disablePaidState, and does not cancel it', async () => {
    const code = await merchant.order();
    await merchant.web('PATCH', `/api/orders/${code}`, { disablePaidState: true });
    expect(checkout.pay(code, GOOD_CARD).kind).toBe('approved');
    expect(checkout.pay(code, GOOD_CARD).kind).toBe('approved');
    checkout.cancel(code);
    expect(servicesOf(merchant.simulator).hostedCheckout.view(code).state).toBe('payable');
  });

  it('returns urlFail for an expired order', async () => {
    const code = await merchant.order({ stateId: 1, urlFail: 'https://shop.example/expired' });
    merchant.simulator.trigger('expire', { orderCode: code });
    const view = servicesOf(merchant.simulator).hostedCheckout.view(code);
    expect(view).toMatchObject({
      state: 'expired',
      redirectUrl: `https://shop.example/expired?s=${code}&lang=en-GB&eventId=0&eci=0`,
    });
    expect(checkout.pay(code, GOOD_CARD).kind).toBe('not-payable');
    expect(servicesOf(merchant.simulator).hostedCheckout.view('1272214778972604')).toEqual({
      state: 'unknown',
    });
  });

  it('uses the parameter names of the source and the language of the page', async () => {
    merchant.simulator.sources.save({ code: '1235', transactionParameter: 'tx', orderParameter: 'order' });
    const code = await merchant.order({ sourceCode: '1235' });
    const outcome = checkout.pay(code, GOOD_CARD, 'de-DE');
    expect(Object.keys(queryOf(redirectOf(outcome)))).toEqual([
      'shop',
      'tx',
      'order',
      'lang',
      'eventId',
      'eci',
    ]);
    expect(queryOf(redirectOf(outcome)).lang).toBe('de-DE');
  });

  it('adds the card fee, and supports installments and a customer-defined amount', async () => {
    const code = await merchant.order({
      paymentMethodFees: [{ paymentMethodId: 0, fee: 50 }],
      maxInstallments: 3,
      forceMaxInstallments: true,
    });
    expect(servicesOf(merchant.simulator).hostedCheckout.view(code)).toMatchObject({ total: 1050 });
    expect(checkout.pay(code, { ...GOOD_CARD, installments: 2 }).kind).toBe('invalid');
    expect(checkout.pay(code, { ...GOOD_CARD, installments: 3 })).toMatchObject({
      transaction: { amount: 1050, fee: 50, type: 6 },
    });
    const free = await merchant.order({ disableExactAmount: true });
    expect(servicesOf(merchant.simulator).hostedCheckout.view(free)).toMatchObject({ total: null });
    expect(checkout.pay(free, GOOD_CARD)).toMatchObject({
      kind: 'invalid',
      problems: { amount: 'Amount is missing or too low' },
    });
    expect(checkout.pay(free, { ...GOOD_CARD, amount: 777 })).toMatchObject({ transaction: { amount: 777 } });
  });

  it('verifies a card without charging it', async () => {
    const code = await merchant.order({ amount: 0, isCardVerification: true });
    expect(checkout.pay(code, GOOD_CARD)).toMatchObject({
      kind: 'approved',
      transaction: { type: 69, amount: 0 },
    });
  });

  it('stores no card number', async () => {
    await merchant.paid();
    const everything = JSON.stringify(
      [merchant.simulator.transactions.list(), merchant.simulator.requests(), checkout],
      (_key, value: unknown) =>
        value instanceof Map ? [...value] : typeof value === 'bigint' ? String(value) : value,
    );
    expect(everything).toContain('414746XXXXXX0133');
    expect(everything).not.toContain('4147463011110133');
  });
});
