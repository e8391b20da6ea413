import { IsOptional, IsString } from 'class-validator';
import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { TestingTransport } from './transport.testing.js';
import { systemClock } from '../values/clock.js';
import type { Operation, OperationInput } from '../operation/operation.js';
import { RequestSender } from './request-sender.js';
import { ServiceClock } from './service-clock.js';
import { TransportError } from './transport.js';

class Options {
  @IsOptional() @IsString() key?: string;
  @IsOptional() orderCode?: number | string | bigint;
}
class Query {
  @IsOptional() @IsString() page?: string;
}

const HOSTS = { accounts: 'http://127.0.0.1/a', api: 'http://127.0.0.1/b', web: 'http://127.0.0.1/c' };
const defineOperation =
  <Data>() =>
  (declaration: Omit<Operation<Data>, 'parameters'> & Partial<Operation<Data>>): Operation<Data> => ({
    parameters: {},
    ...declaration,
  });

const WIRE = { id: 'test.call', method: 'POST', host: 'api', auth: 'none', retry: 'unsafe' } as const;
const LIST = { kind: 'list', required: ['a'], emptyOn204: true } as const;
const NOTHING = { kind: 'empty' } as const;

type Responses = ConstructorParameters<typeof TestingTransport>[0];

function send(operation: Operation<unknown>, input: OperationInput, responses: Responses) {
  const transport = new TestingTransport(responses);
  const sender = new RequestSender({
    hosts: HOSTS,
    transport,
    authorizer: () => Promise.resolve({ header: null }),
    clock: systemClock,
    timeoutMs: 1000,
    maxRetries: 0,
    random: () => 0,
    logger: null,
    redact: (text) => text,
    service: {
      exactMembers: { texts: {}, digits: {} },
      hasFailed: () => false,
      isDecision: () => false,
      explain: () => [],
    },
    outcomeLookupOf: () => null,
    serviceClock: new ServiceClock(),
    initProblem: null,
  });
  return { transport, sender, result: sender.send(operation, input) };
}

describe('RequestSender', () => {
  it('writes int64 options as JSON numbers for every accepted type', async () => {
    const operation = defineOperation<null>()({
      ...WIRE,
      path: '/x',
      options: { dto: Options, in: 'json', int64: ['orderCode'] },
      response: NOTHING,
    });
    for (const orderCode of [9271655739472609n, '9271655739472609']) {
      const { transport, result } = send(operation, { options: { key: 'k', orderCode } }, [{}]);
      await result;
      expect(transport.sent[0]?.body).toBe('{"key":"k","orderCode":9271655739472609}');
    }
    const { transport, result } = send(operation, { options: { orderCode: 9271655739472608 } }, []);
    expect(await result).toMatchObject({
      code: 'validationerror',
      error: { fields: [{ field: 'orderCode' }] },
    });
    expect(transport.sent).toHaveLength(0);
  });

  it('sends query options together with a body', async () => {
    const operation = defineOperation<null>()({
      ...WIRE,
      path: '/x',
      options: { dto: Options, in: 'json' },
      query: Query,
      response: NOTHING,
    });
    const { transport, result } = send(operation, { options: {}, query: { page: '2&3' } }, [{}]);
    await result;
    expect(transport.sent[0]).toMatchObject({ url: 'http://127.0.0.1/b/x?page=2%263', body: '{}' });
    const wrong = send(operation, { options: {}, query: { page: 2 } }, []);
    expect(await wrong.result).toMatchObject({
      code: 'validationerror',
      error: { fields: [{ field: 'page' }] },
    });
  });

  it.each([
    ['a b/c?d', 'a%20b%2Fc%3Fd'],
    ['..:x', '..%3Ax'],
    ['ΑΒ', '%CE%91%CE%92'],
  ])('encodes the text parameter %p as one path segment', async (id, segment) => {
    const operation = defineOperation<null>()({
      ...WIRE,
      path: '/x/{id}:send',
      parameters: { id: 'text' },
      response: NOTHING,
    });
    const { transport, result } = send(operation, { path: { id } }, [{}]);
    await result;
    expect(transport.sent[0]?.url).toBe(`http://127.0.0.1/b/x/${segment}:send`);
  });

  it.each([['.'], ['..'], [''], ['  '], ['a\nb'], ['x'.repeat(201)], [5], [null]])(
    'refuses %p as a text parameter',
    async (id) => {
      const operation = defineOperation<null>()({
        ...WIRE,
        path: '/x/{id}',
        parameters: { id: 'text' },
        response: NOTHING,
      });
      const { transport, result } = send(operation, { path: { id } }, []);
      expect(await result).toMatchObject({ code: 'validationerror', error: { fields: [{ field: 'id' }] } });
      expect(transport.sent).toHaveLength(0);
    },
  );

  it.each([
    [200, '[{"a":1}]', [{ a: 1 }]],
    [200, '{"a":1}', [{ a: 1 }]],
    [200, '[]', []],
    [204, '', []],
  ])('reads a list from HTTP %i with body %p', async (status, body, data) => {
    const operation = defineOperation<unknown[]>()({ ...WIRE, path: '/x', response: LIST });
    expect(await send(operation, {}, [{ status, body }]).result).toMatchObject({ success: true, data });
  });

  it.each(['', '[1]', '[{"b":1}]', '{"b":1}', 'null'])('does not accept %p as a list', async (body) => {
    const operation = defineOperation<unknown[]>()({ ...WIRE, path: '/x', response: LIST });
    expect(await send(operation, {}, [{ body }]).result).toMatchObject({ code: 'nodatas' });
  });

  it('reports HTTP 202 as pending if the operation declares it', async () => {
    const operation = defineOperation<object | null>()({
      ...WIRE,
      path: '/x',
      response: { kind: 'json', required: ['id'], pendingOn202: true },
    });
    const pending = await send(operation, {}, [
      { status: 202, body: '{"detail":"The session is being processed"}' },
    ]).result;
    expect(pending).toMatchObject({
      success: true,
      data: null,
      pending: true,
      message: expect.stringMatching(/in progress/),
    });
    const done = await send(operation, {}, [{ status: 200, body: '{"id":1}' }]).result;
    expect(done).toMatchObject({ success: true, data: { id: 1 } });
    expect(done).not.toHaveProperty('pending');
  });

  it('accepts an empty body only if the operation declares its payload', async () => {
    const none = defineOperation<object | null>()({
      ...WIRE,
      path: '/x',
      response: { kind: 'json', required: [], whenEmpty: null },
    });
    expect(await send(none, {}, [{ status: 204 }]).result).toMatchObject({ success: true, data: null });
    const some = defineOperation<object>()({ ...WIRE, path: '/x', response: { kind: 'json', required: [] } });
    expect(await send(some, {}, [{ status: 200 }]).result).toMatchObject({ code: 'nodatas' });
  });

  it('returns a file as bytes', async () => {
    const operation = defineOperation<Uint8Array>()({
      ...WIRE,
      path: '/x',
      response: { kind: 'bytes', maxBytes: 100 },
    });
    expect(await send(operation, {}, [{ body: 'a;9271655739472609' }]).result).toMatchObject({
      data: Buffer.from('a;9271655739472609'),
    });
  });

  it('retries a call with a caller key only if the key is set', async () => {
    const operation = defineOperation<null>()({
      ...WIRE,
      path: '/x',
      retry: { callerKey: 'key' },
      options: { dto: Options, in: 'json' },
      response: NOTHING,
    });
    const reset = (): TransportError => new TransportError('connection', true, 'ECONNRESET');
    const retryable = async (options: object) => {
      const result = await send(operation, { options }, [reset()]).result;
      return result.success ? null : result.error.retryable;
    };
    expect(await retryable({ key: 'k' })).toBe(true);
    expect(await retryable({})).toBe(false);
    expect(await retryable({ key: ' ' })).toBe(false);
  });

  it('reads the event id of each response separately', async () => {
    const operation = defineOperation<null>()({ ...WIRE, path: '/x', response: NOTHING });
    const { sender, result } = send(operation, {}, [
      { status: 400, headers: { 'x-viva-eventid': '10051' } },
      { status: 400 },
    ]);
    expect(await result).toMatchObject({ error: { eventId: 10051 } });
    expect(await sender.send(operation)).toMatchObject({ error: { eventId: null } });
  });
});
