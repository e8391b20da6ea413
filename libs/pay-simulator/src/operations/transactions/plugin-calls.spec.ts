import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPaySimulator, type PaySimulator } from '../../index.js';
import { GOOD_CARD } from '../../../testing/merchant.js';
import { SCOPES } from '../../domain/contract.generated.js';

// The requests have the names, places and units of the service's own plugin. Nothing but fetch sends them.
// @see contract/openapi/transactions.yaml transactions.acquiringRefund, transactions.acquiringCharge

let simulator: PaySimulator;
beforeEach(async () => {
  simulator = await createPaySimulator({
    clock: 'manual',
    now: new Date('2026-02-03T10:00:00Z'),
    seed: 'plugin',
  });
});
afterEach(() => simulator.close());

const CHECKOUT = SCOPES['payments:core:api:redirectcheckout'];
const ALL = [
  SCOPES['payments:core:api:acquiring'],
  SCOPES['payments:core:api:acquiring:transactions'],
  CHECKOUT,
].join(' ');

/** A token of the merchant with these scopes only. */
async function tokenWith(scope: string): Promise<string> {
  const { clientId, clientSecret } = simulator.credentials.merchant;
  const response = await fetch(`${simulator.endpoints.accounts}/connect/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

interface CallResponse {
  readonly status: number;
  readonly eventId: string | null;
  readonly json: Readonly<Record<string, unknown>>;
}

async function send(path: string, init: RequestInit, scope = ALL): Promise<CallResponse> {
  const response = await fetch(`${simulator.endpoints.api}/acquiring/v1/transactions/${path}`, {
    ...init,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `Bearer ${await tokenWith(scope)}`,
    },
  });
  const text = await response.text();
  return {
    status: response.status,
    eventId: response.headers.get('x-viva-eventid'),
    json: text === '' ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>),
  };
}

const refund = (id: string, query: Readonly<Record<string, string>>, scope?: string) => {
  const all = new URLSearchParams({ currencyCode: '978', sourceCode: 'Default', ...query });
  return send(`${id}?${all.toString()}`, { method: 'DELETE' }, scope);
};
const charge = (id: string, body: object, scope?: string) =>
  send(`${id}:charge`, { method: 'POST', body: JSON.stringify({ currencyCode: '978', ...body }) }, scope);
const MESSAGES = { sourceCode: 'Default', merchantTrns: 'shop - 17', customerTrns: 'shop - 17' };

async function ordered(fields: object): Promise<string> {
  const response = await fetch(`${simulator.endpoints.api}/checkout/v2/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenWith(ALL)}` },
    body: JSON.stringify({ amount: 1000, ...fields }),
  });
  const [, orderCode = ''] = /"orderCode":(\d+)/.exec(await response.text()) ?? [];
  return orderCode;
}
const paid = async (fields: object = {}): Promise<string> => simulator.pay(await ordered(fields)).id;
const idOf = ({ status, json }: CallResponse): string => {
  expect([status, json]).toEqual([200, { transactionId: expect.any(String) }]);
  return String(json.transactionId);
};
const find = (id: string) => simulator.transactions.get(id);
const count = () => simulator.transactions.list().length;

describe('DELETE /acquiring/v1/transactions/{id}', () => {
  it('voids a payment in full on its day', async () => {
    const payment = await paid();
    const reversal = idOf(await refund(payment, { amount: '1000' }));
    expect(find(reversal)).toMatchObject({ type: 7, status: 'F', amount: -1000, parentId: payment });
    expect(find(payment).status).toBe('X');
    expect(await refund(payment, { amount: '1000' })).toMatchObject({ status: 409 });
  });

  it('refunds a cleared payment in part, and then the rest', async () => {
    const payment = await paid();
    await simulator.clock.advance('1 day');
    const first = idOf(await refund(payment, { amount: '400' }));
    expect(find(first)).toMatchObject({ type: 4, status: 'F', amount: -400, parentId: payment });
    expect(find(payment)).toMatchObject({ status: 'R', refunded: 400 });
    expect(await refund(payment, { amount: '601' })).toMatchObject({ status: 400 });
    expect(idOf(await refund(payment, { amount: '600' }))).not.toBe(first);
    expect(find(payment).refunded).toBe(1000);
  });

  it('releases a pre-authorization in full, and voids its capture in part', async () => {
    const hold = await paid({ preauth: true });
    expect(await refund(hold, { amount: '400' })).toMatchObject({ status: 400 });
    expect(find(idOf(await refund(hold, { amount: '1000' })))).toMatchObject({ type: 7, parentId: hold });
    expect(find(hold).status).toBe('X');
    const captured = idOf(await charge(await paid({ preauth: true }), { amount: 1000 }));
    expect(find(idOf(await refund(captured, { amount: '500' })))).toMatchObject({ amount: -500 });
  });

  it('refunds a partially authorized payment, also on a later day [transactions.6]', async () => {
    const outcome = simulator.checkout.pay(await ordered({}), { ...GOOD_CARD, authorizedAmount: 600 });
    const { id } = outcome.kind === 'approved' ? outcome.transaction : { id: outcome.kind };
    await simulator.clock.advance('1 day');
    expect(find(idOf(await refund(id, { amount: '600' })))).toMatchObject({ type: 4, amount: -600 });
    expect(await refund(id, { amount: '1' })).toMatchObject({ status: 409 });
  });

  it('has one effect and one response for each idempotency key', async () => {
    const payment = await paid();
    const query = { amount: '400', idempotencyKey: 'refund-17' };
    const first = idOf(await refund(payment, query));
    expect(idOf(await refund(payment.toUpperCase(), query))).toBe(first);
    expect([count(), find(payment).refunded]).toEqual([2, 400]);
    expect(await refund(payment, { ...query, amount: '500' })).toMatchObject({ status: 409 });
    expect(await refund(await paid(), query)).toMatchObject({ status: 409 });
    // Without a key, the same request is another refund.
    idOf(await refund(payment, { amount: '400' }));
    expect(find(payment).refunded).toBe(800);
  });

  it('is rejected without the scope, without the setting, and for an unknown transaction', async () => {
    const payment = await paid();
    expect(await refund(payment, { amount: '1000' }, CHECKOUT)).toMatchObject({ status: 403 });
    expect(await refund(crypto.randomUUID(), { amount: '1000' })).toMatchObject({ status: 404 });
    simulator.permissions.set({ allowRefunds: false });
    expect(await refund(payment, { amount: '1000' })).toMatchObject({ status: 403 });
    expect([count(), find(payment).status]).toEqual([1, 'F']);
  });
});

describe('POST /acquiring/v1/transactions/{id}:charge', () => {
  it('captures a pre-authorization once, up to its amount', async () => {
    const hold = await paid({ preauth: true });
    expect(await charge(hold, { amount: 1001 })).toMatchObject({ status: 400 });
    const capture = idOf(await charge(hold, { amount: 800 }));
    expect(find(capture)).toMatchObject({ type: 0, status: 'F', amount: 800, parentId: hold });
    expect(find(hold).status).toBe('C');
    expect(await charge(hold, { amount: 100 })).toMatchObject({ status: 403 });
  });

  it('charges a recurring payment again, each time as a new transaction', async () => {
    const payment = await paid({ allowRecurring: true });
    const again = idOf(await charge(payment, { amount: 250, ...MESSAGES }));
    expect(find(again)).toMatchObject({
      type: 5,
      amount: 250,
      parentId: payment,
      merchantTrns: MESSAGES.merchantTrns,
      customerTrns: MESSAGES.customerTrns,
    });
    expect(idOf(await charge(payment, { amount: 250, ...MESSAGES }))).not.toBe(again);
    expect(await charge(await paid(), { amount: 250 })).toMatchObject({ status: 403 });
  });

  it('responds to a decline of the issuer with an error and the reason, never with an ID', async () => {
    const payment = await paid({ allowRecurring: true });
    const { status, eventId, json } = await charge(payment, { amount: 9951 });
    expect([status, eventId, json.eventId]).toEqual([502, '10051', '10051']);
    expect(json).not.toHaveProperty('transactionId');
    expect(simulator.transactions.list().at(-1)).toMatchObject({
      status: 'E',
      eventId: 10_051,
      parentId: payment,
    });
  });

  it('is rejected without the scope, without the setting, without an amount, and for an unknown transaction', async () => {
    const hold = await paid({ preauth: true });
    expect(await charge(hold, { amount: 100 }, CHECKOUT)).toMatchObject({ status: 403 });
    expect(await charge(hold, {})).toMatchObject({ status: 400 });
    expect(await charge(crypto.randomUUID(), { amount: 100 })).toMatchObject({ status: 404 });
    simulator.permissions.set({ allowRecurringAndCaptures: false });
    expect(await charge(hold, { amount: 100 })).toMatchObject({ status: 403 });
    expect([count(), find(hold).status]).toEqual([1, 'F']);
  });
});
