import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Merchant } from '../../testing/merchant.js';
import { until } from '../../testing/until.js';
import { Faults, type FaultKind, type FaultRule } from './faults.js';
import { Ids } from '../domain/ids.js';

describe('faults on requests', () => {
  let merchant: Merchant;
  beforeEach(async () => {
    merchant = await Merchant.start();
  });
  afterEach(() => merchant.simulator.close());

  const operation = 'payments.createOrder';
  const inject = (fault: FaultKind) => merchant.simulator.faults.add({ operation, ...fault });
  const create = async () => {
    const authorization = await merchant.token();
    return merchant.call('api', 'POST', '/checkout/v2/orders', { body: { amount: 1000 }, authorization });
  };
  const orderCount = () => merchant.simulator.orders.list().length;

  it('returns a status with a body or HTML once, without executing the request', async () => {
    inject({ kind: 'status', status: 503, html: true });
    inject({ kind: 'status', status: 429, body: '{"status":429}' });
    const html = await create();
    expect([html.status, html.headers.get('content-type'), html.text]).toEqual([
      503,
      'text/html',
      '<html><body><h1>503</h1></body></html>',
    ]);
    expect((await create()).json).toEqual({ status: 429 });
    expect((await create()).status).toBe(200);
    expect(orderCount()).toBe(1);
  });

  it('sends an object or array body as JSON, copied when the fault was added', async () => {
    const body = { message: 'down' };
    inject({ kind: 'status', status: 503, body });
    inject({ kind: 'status', status: 503, body: [1] });
    body.message = 'changed';
    const response = await create();
    expect([response.status, response.headers.get('content-type'), response.text]).toEqual([
      503,
      'application/json',
      '{"message":"down"}',
    ]);
    expect((await create()).text).toBe('[1]');
  });

  it('responds with the page of the firewall in front of the service, without executing the request', async () => {
    inject({ kind: 'edge-403' });
    const { status, headers, text } = await create();
    expect([status, headers.get('content-type')]).toEqual([403, 'text/html']);
    expect(text).toContain('<H1>Access Denied</H1>');
    expect(orderCount()).toBe(0);
  });

  it('closes the connection before the request is executed', async () => {
    inject({ kind: 'reset-before' });
    await expect(create()).rejects.toThrow();
    expect(orderCount()).toBe(0);
  });

  it('executes the request and loses the response', async () => {
    inject({ kind: 'executed-but-lost' });
    await expect(create()).rejects.toThrow();
    expect(orderCount()).toBe(1);
    expect(merchant.simulator.requests().at(-1)).toMatchObject({
      operation,
      status: null,
      fault: 'executed-but-lost',
    });
  });

  it('delays the response, or never sends it', async () => {
    inject({ kind: 'delay', ms: 5 });
    inject({ kind: 'delay', ms: 'never' });
    expect((await create()).status).toBe(200);
    const authorization = await merchant.token();
    const abort = new AbortController();
    const waiting = fetch(`${merchant.simulator.endpoints.api}/checkout/v2/orders`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{"amount":1000}',
      signal: abort.signal,
    });
    await until(() => orderCount() >= 2);
    abort.abort();
    await expect(waiting).rejects.toThrow('abort');
  });

  it('sends half of the JSON, or none of it', async () => {
    inject({ kind: 'truncate' });
    inject({ kind: 'empty' });
    const half = await create();
    expect(half.text).toMatch(/^\{"orderCode"?:?\d*$/);
    expect(() => JSON.parse(half.text) as unknown).toThrow(SyntaxError);
    const empty = await create();
    expect([empty.status, empty.text]).toEqual([200, '']);
    expect(orderCount()).toBe(2);
  });

  it('returns Success false with HTTP 200', async () => {
    merchant.simulator.faults.add({
      operation: 'payments.getOrder',
      kind: 'success-false',
      errorCode: 502,
      eventId: 10_051,
    });
    const { status, json } = await merchant.web('GET', `/api/orders/${await merchant.order()}`);
    expect(status).toBe(200);
    expect(json).toMatchObject({ Success: false, ErrorCode: 502, EventId: 10_051 });
  });

  it('lists no transactions of a paid order, until the fault is over', async () => {
    const { orderCode } = merchant.simulator.pay();
    const list = () => merchant.web('GET', `/api/transactions/?ordercode=${orderCode}`);
    merchant.simulator.faults.add({
      operation: 'transactions.getLegacyTransactions:list',
      kind: 'no-transactions',
    });
    const { status, json } = await list();
    expect(status).toBe(200);
    expect(json).toMatchObject({ Transactions: [], ErrorCode: 0, Success: true });
    expect((await list()).json).toMatchObject({ Transactions: [{ StatusId: 'F' }] });
  });

  it('matches both names of the token endpoint, and every operation with *', async () => {
    merchant.simulator.faults.add({
      operation: 'auth.getCloudTerminalAccessToken',
      kind: 'status',
      status: 502,
    });
    expect(
      (await merchant.call('accounts', 'POST', '/connect/token', { body: new URLSearchParams() })).status,
    ).toBe(502);
    const faultId = merchant.simulator.faults.add({
      operation: '*',
      kind: 'status',
      status: 500,
      times: 'always',
    });
    expect((await merchant.web('GET', '/api/messages/config/token')).status).toBe(500);
    expect(
      (await merchant.call('accounts', 'POST', '/connect/token', { body: new URLSearchParams() })).status,
    ).toBe(500);
    expect(merchant.simulator.faults.remove(faultId)).toBe(true);
    expect((await create()).status).toBe(200);
  });
});

describe('Faults', () => {
  const faults = () => new Faults(new Ids('seed', 'mixed'), new Set(['a']));

  it.each([
    [{ operation: 'b', kind: 'empty' }, 'operation'],
    [{ operation: 'a', kind: 'nothing' }, 'kind'],
    [{ operation: 'a', kind: 'empty', times: 0 }, 'times'],
    [{ operation: 'a', kind: 'empty', probability: 2 }, 'probability'],
    [{ operation: 'a', kind: 'status', status: 99 }, 'status'],
    [{ operation: 'a', kind: 'delay', ms: -1 }, 'ms'],
    [{ operation: 'a', kind: 'delay' }, 'ms'],
    // A timer with more than 31 bits fires immediately.
    [{ operation: 'a', kind: 'delay', ms: 2 ** 31 }, 'ms'],
    [{ operation: 'a', kind: 'status', status: '503' }, 'status'],
    [{ operation: 'a', kind: 'status', status: 503, body: 7 }, 'body'],
    [{ operation: 'a', kind: 'status', status: 503, body: null }, 'body'],
    [{ operation: 'a', kind: 'status', status: 503, html: 'yes' }, 'html'],
    [{ operation: 'a', kind: 'success-false', errorCode: '502' }, 'errorCode'],
    [{ operation: 'a', kind: 'success-false', errorCode: 2 ** 53 }, 'errorCode'],
    [{ operation: 'a', kind: 'success-false', eventId: 1.5 }, 'eventId'],
    [{ operation: 'a', kind: 'success-false', errorText: {} }, 'errorText'],
    [{ operation: 'a', kind: 'empty', times: '2' }, 'times'],
    [{ operation: 'a', kind: 'empty', probability: '0.5' }, 'probability'],
    [{ operation: 'a', kind: 'empty', probability: null }, 'probability'],
    [{ operation: ['a'], kind: 'empty' }, 'operation'],
    [{ operation: 'a', kind: ['empty'] }, 'kind'],
    [{ operation: 'a', kind: 'empty', status: 503 }, 'status'],
    [{ operation: 'a', kind: 'status', status: 503, toString: 'x' }, 'toString'],
  ])('rejects %j', (rule, member) => {
    expect(() => faults().add(rule as FaultRule)).toThrow(new RegExp(`^${member}: `));
  });

  it('rejects a body that JSON cannot represent', () => {
    const circular: Record<string, unknown> = {};
    circular.itself = circular;
    for (const body of [circular, { amount: 1n }, () => 1, new Map([[1, 2]])]) {
      expect(() => faults().add({ operation: 'a', kind: 'status', status: 500, body })).toThrow(/^body: /);
    }
  });

  it('ends after the given number of requests', () => {
    const some = faults();
    some.add({ operation: 'a', kind: 'empty', times: 2 });
    expect([
      some.consume(() => ['a'])?.kind,
      some.consume(() => ['b'])?.kind,
      some.consume(() => ['a'])?.kind,
      some.consume(() => ['a'])?.kind,
    ]).toEqual(['empty', undefined, 'empty', undefined]);
  });

  it('affects requests by its probability, reproducible with a seed', () => {
    const hits = () => {
      const some = faults();
      some.add({ operation: 'a', kind: 'empty', times: 'always', probability: 0.3 });
      return Array.from({ length: 1000 }, () => some.consume(() => ['a']) !== undefined);
    };
    const first = hits();
    // Fault IDs use the same random sequence, so equal seeds produce equal results.
    expect(hits()).toEqual(first);
    const count = first.filter(Boolean).length;
    expect(count).toBeGreaterThan(240);
    expect(count).toBeLessThan(360);
  });
});
