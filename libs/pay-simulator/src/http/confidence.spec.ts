import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { basic, GOOD_CARD, Merchant } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';
import { createSend } from '../deliveries/send.js';
import { SimulatorClock } from '../domain/clock.js';
import { Ids } from '../domain/ids.js';
import { merchantAccount } from '../domain/merchant.js';
import { ORDER_DETAILS } from '../domain/order-details.testing.js';
import type { PaySimulatorOptions } from '../index.js';
import { chooseOperation } from '../operations/choose-operation.js';
import { limitsOfOperation } from '../operations/request-limits.js';
import { CLAIMS } from '../operations/claims.generated.js';
import { OPERATION_HANDLERS } from '../operations/registry.js';
import { ROUTES } from '../operations/routes.generated.js';
import { createServices, type Services } from '../services/services.js';
import { Confidence, type OperationClaims } from './confidence.js';
import { SimulatorServer } from './server.js';
import { ServiceEndpoint } from './service-endpoint.js';

const HEADER = 'x-simulator-confidence';
const LEGACY_ORDER = 'payments.createLegacyOrder';
const CHARGE = 'transactions.createTransaction';
const SEEN = 'observed(2024-05, demo)';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Calls the web host with the merchant's credentials. */
type CallWeb = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; confidence: string | null; json: Record<string, unknown> }>;

/** Starts a simulator whose contract has these claims only. */
async function startWith(
  claims: Readonly<Record<string, OperationClaims>>,
  options: { readonly strict?: boolean; readonly mark?: boolean },
): Promise<{ services: Services; web: CallWeb }> {
  const account = merchantAccount();
  const services = createServices({
    account,
    clock: new SimulatorClock({ mode: 'manual' }),
    ids: new Ids('seed', 'mixed'),
    successUrl: 'http://localhost/success',
    failureUrl: 'http://localhost/failure',
    send: createSend(),
    confidence: new Confidence(options, { ...CLAIMS, operations: claims }),
    operationNames: new Set(ROUTES.flatMap(({ key, id }) => [key, id])),
  });
  const server = new SimulatorServer({
    routes: new ServiceEndpoint(OPERATION_HANDLERS, chooseOperation, limitsOfOperation).routes(ROUTES),
    servicesOf: () => services,
  });
  const url = await server.listen(0, '127.0.0.1');
  closers.push(() => server.close());
  const { merchantId, apikey } = account.credentials.merchant;
  const web: CallWeb = async (method, path, body) => {
    const response = await fetch(`${url}/web${path}`, {
      method,
      headers: { authorization: basic(merchantId, apikey), 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const json = (await response.json()) as Record<string, unknown>;
    return { status: response.status, confidence: response.headers.get(HEADER), json };
  };
  return { services, web };
}

/** An error of an operation. */
const error = (
  id: string,
  status: number,
  confidence: string,
  ...codes: string[]
): OperationClaims['errors'][number] => ({
  id,
  status,
  codes,
  confidence,
});

const documented = (claims: Partial<OperationClaims> = {}): OperationClaims => ({
  confidence: 'documented',
  fields: {},
  errors: [],
  ...claims,
});

async function merchantWith(options: PaySimulatorOptions): Promise<Merchant> {
  const merchant = await Merchant.start(options);
  closers.push(() => merchant.simulator.close());
  return merchant;
}

describe('a strict simulator', () => {
  it('does not execute an inferred operation, and logs one request with 501', async () => {
    const { services, web } = await startWith(
      { [LEGACY_ORDER]: documented({ confidence: 'inferred' }) },
      { strict: true },
    );
    const { status, json } = await web('POST', '/api/orders', { Amount: 1000 });
    expect([status, json]).toEqual([
      501,
      {
        error: 'inferred',
        message: `The simulator is strict and does not respond: the contract only infers ${LEGACY_ORDER}. Check it with "npx pay-simulator verify", or start the simulator without strict.`,
        operation: LEGACY_ORDER,
        claims: [{ id: LEGACY_ORDER, confidence: 'inferred' }],
        statusWithoutStrict: null,
      },
    ]);
    expect(services.orders.list()).toEqual([]);
    expect(services.log.list()).toMatchObject([{ operation: LEGACY_ORDER, status: 501 }]);
  });

  it('does not execute a request with an inferred field, in any case, nested, in a list or in the query', async () => {
    const fields = {
      'body/Tags': 'public-sdk',
      'body/customer.tax.id': 'inferred',
      'body/items[].name': 'inferred',
      'body/Amount/unit': 'inferred',
      'query/Lang': 'inferred',
    };
    const errors: OperationClaims['errors'] = [error('invalid', 400, 'documented')];
    const { services, web } = await startWith(
      { [LEGACY_ORDER]: documented({ fields, errors }) },
      { strict: true },
    );
    const claimsOf = async (query: string, body: object): Promise<unknown> => {
      const { json } = await web('POST', `/api/orders${query}`, body);
      return json['claims'] && (json['claims'] as { id: string }[]).map(({ id }) => id);
    };
    expect(await claimsOf('', { Amount: 1000, Tags: ['a'] })).toEqual([`${LEGACY_ORDER}/body/Amount/unit`]);
    expect(await claimsOf('?lang=el', { customer: { Tax: { ID: 1 } }, items: [{}, { Name: 'a' }] })).toEqual(
      ['body/customer.tax.id', 'body/items[].name', 'query/Lang'].map((path) => `${LEGACY_ORDER}/${path}`),
    );
    expect(services.orders.list()).toEqual([]);
    // Without an amount, the response is the documented 400.
    const unused = { Tags: ['a'], customer: { tax: { id: null } }, items: [{}] };
    expect(await claimsOf('', unused)).toBeUndefined();
  });

  it('refuses an error that is inferred or that no claim describes, and changes nothing', async () => {
    const errors: OperationClaims['errors'] = [error('refunds-off', 200, SEEN, '403')];
    const claims = {
      'payments.getOrder': documented({ errors: [error('unknown-order', 404, 'inferred')] }),
      'transactions.cancelTransaction': documented({ errors }),
    };
    const { services, web } = await startWith(claims, { strict: true });
    expect((await web('GET', '/api/orders/1234567890123456')).json).toMatchObject({
      claims: [{ id: 'payments.getOrder/error/unknown-order', confidence: 'inferred' }],
      statusWithoutStrict: 404,
    });
    const refund = `/api/transactions/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}?amount=1`;
    expect((await web('DELETE', refund)).json).toMatchObject({
      message:
        'The simulator is strict and does not respond: the contract does not describe HTTP 200 with ErrorCode 404 for transactions.cancelTransaction. Try it with a demo account, or start the simulator without strict.',
      claims: [],
      statusWithoutStrict: 200,
    });
    services.permissions.set({ allowRefunds: false });
    expect((await web('DELETE', refund)).json).toMatchObject({ ErrorCode: 403 });
    expect(services.transactions.list()).toEqual([]);
  });

  it.each([
    [
      'the claim with the code of the response',
      [error('other', 200, 'inferred'), error('off', 200, SEEN, '403')],
      200,
    ],
    ['a claim about the HTTP status that the body states', [error('off', 403, SEEN)], 200],
    ['the least known of two claims', [error('scope', 403, SEEN), error('off', 403, 'inferred')], 501],
    ['no claim about another code', [error('unknown', 200, SEEN, '404')], 501],
  ] as const)('compares an error with %s', async (_about, errors, status) => {
    const { services, web } = await startWith(
      { 'transactions.cancelTransaction': documented({ errors }) },
      { strict: true },
    );
    services.permissions.set({ allowRefunds: false });
    expect(await web('DELETE', '/api/transactions/1?amount=1')).toMatchObject({ status });
  });

  it('responds to wrong credentials, a scope that is missing and a wrong method, but no unknown path and no 415', async () => {
    const merchant = await merchantWith({ strict: true });
    const call = async (
      method: string,
      path: string,
      authorization: string,
      type?: string,
    ): Promise<number> => {
      const headers = type === undefined ? undefined : { 'content-type': type };
      const init = { authorization, ...(type && { body: 'amount=1000' }), ...(headers && { headers }) };
      return (await merchant.call('api', method, path, init)).status;
    };
    const pos = await merchant.token(merchant.simulator.credentials.cloudTerminal);
    const orders = '/checkout/v2/orders';
    expect(await call('POST', orders, 'Bearer wrong')).toBe(401);
    expect(await call('POST', orders, pos)).toBe(403);
    expect(await call('PUT', orders, pos)).toBe(405);
    expect(await call('POST', '/checkout/v9/orders', pos)).toBe(501);
    expect(await call('POST', orders, await merchant.token(), 'text/plain')).toBe(501);
    const { status } = await merchant.call('accounts', 'POST', '/connect/token', {
      authorization: basic('wrong', 'wrong'),
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    expect(status).toBe(400);
    await merchant.paid();
    expect(merchant.simulator.transactions.list()).toHaveLength(1);
  });

  it('responds that a charge was declined, because the charge exists', async () => {
    const { services, web } = await startWith({ [CHARGE]: documented() }, { strict: true, mark: true });
    const order = services.orders.create({ ...ORDER_DETAILS, allowRecurring: true });
    const outcome = services.hostedCheckout.pay(order.code, GOOD_CARD);
    if (outcome.kind !== 'approved') throw new Error(outcome.kind);
    const charge = (amount: number) => web('POST', `/api/transactions/${outcome.transaction.id}`, { amount });
    const declined = await charge(9951);
    expect(declined).toMatchObject({ status: 200, confidence: 'inferred', json: { ErrorCode: 502 } });
    expect(services.transactions.list()).toHaveLength(2);
  });

  it('stores nothing of a refused request in the data file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-simulator-'));
    closers.push(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
    const options = { strict: true, dataFile: join(folder, 'simulator.jsonl'), seed: undefined };
    const first = await Merchant.start(options);
    const orderCode = await first.order();
    await first.call('api', 'POST', '/checkout/v9/orders', { body: { amount: 4242 } });
    await first.simulator.close();
    const second = await merchantWith(options);
    expect(second.simulator.orders.list().map(({ code }) => code)).toEqual([orderCode]);
  });
});

describe('the header X-Simulator-Confidence', () => {
  it('has the lowest confidence of operation, fields and error; observed in full', async () => {
    const claims = {
      [LEGACY_ORDER]: documented({ confidence: SEEN, fields: { 'body/Tags': 'public-sdk' } }),
      'payments.getOrder': documented({
        confidence: SEEN,
        errors: [error('unknown-order', 404, 'documented')],
      }),
    };
    const { services, web } = await startWith(claims, { mark: true });
    const confidence = async (...call: Parameters<CallWeb>): Promise<string | null> =>
      (await web(...call)).confidence;
    expect(await confidence('POST', '/api/orders', { Amount: 1000 })).toBe(SEEN);
    expect(await confidence('POST', '/api/orders', { Amount: 1000, Tags: ['a'] })).toBe('public-sdk');
    expect(await confidence('GET', '/api/orders/1234567890123456')).toBe('documented');
    services.faults.add({ operation: 'payments.getOrder', kind: 'status', status: 503, body: '{}' });
    expect(await confidence('GET', '/api/orders/1234567890123456')).toBeNull();
  });

  it('is on responses and webhooks with `mark`, and not without', async () => {
    for (const [mark, expected] of [
      [true, /^(observed\(.*\)|documented)$/],
      [false, /^none$/],
    ] as const) {
      const merchant = await merchantWith({ mark });
      const receiver = await Receiver.startFor(merchant, [1796]);
      closers.push(() => receiver.close());
      const { headers } = await merchant.api('POST', '/checkout/v2/orders', { amount: 1000 });
      expect(headers.get(HEADER) ?? 'none').toMatch(expected);
      await merchant.paid();
      await merchant.simulator.deliveries.settled();
      expect(receiver.received).toHaveLength(1);
      expect(receiver.received[0]?.headers[HEADER] ?? 'none').toMatch(expected);
    }
  });
});
