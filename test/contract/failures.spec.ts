import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MethodReturn } from 'nestjs-pay/client';
import type { ContractOperation } from './contract.js';
import { builtRows, callRow as call, clientsAt as connect, isRepeatable } from './contract-calls.js';
import type { Clients } from './contract-calls.js';

/** Behavior of the service for a call, after the token exchange. */
type Behavior = (request: IncomingMessage, response: ServerResponse) => void;

const respondWith =
  (status: number, body: string, headers: Record<string, string> = {}): Behavior =>
  (request, response) => {
    request.resume().on('end', () => response.writeHead(status, headers).end(body));
  };
const v2 = (status: number, message: string | null, eventId: number | string): Behavior =>
  respondWith(status, JSON.stringify({ status, message, eventId }));
const legacy = (ErrorCode: number, EventId = 0): Behavior =>
  respondWith(
    200,
    JSON.stringify({
      ErrorCode,
      ErrorText: 'no',
      TimeStamp: '2026-02-03T10:15:29+02:00',
      CorrelationId: null,
      EventId,
      Success: false,
    }),
  );

let behavior: Behavior = respondWith(500, '');
let tokenStatus = 200;
let calls = 0;
let onArrival: () => void = () => undefined;
const sockets = new Set<Socket>();
const server = createServer((request, response) => {
  // A late request of an earlier call, which was aborted.
  if (!request.url?.startsWith(`/${run}/`)) return void request.socket.destroy();
  if (request.url === `/${run}/connect/token` && request.headers.authorization === CLIENT_BASIC) {
    request.resume().on('end', () => {
      response
        .writeHead(tokenStatus)
        .end(
          tokenStatus === 200
            ? '{"access_token":"t","expires_in":3600,"token_type":"Bearer"}'
            : '{"error":"invalid_client"}',
        );
    });
    return;
  }
  calls++;
  onArrival();
  behavior(request, response);
});
server.on('connection', (socket) => sockets.add(socket));

const CLIENT_BASIC = `Basic ${Buffer.from('client-1:client-secret-1').toString('base64')}`;
let base = '';
/** Number of the current clients, which have a path of their own. */
let run = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

const isTokenExchange = ({ path }: ContractOperation): boolean => path === '/connect/token';
const needsToken = ({ auth }: ContractOperation): boolean => auth === 'oauth' || auth === 'cloudTerminal';

/** Checks the properties of every failure, and returns the failure. */
function failureOf(result: MethodReturn<unknown, string>) {
  if (result.success) throw new Error(`the call succeeded: ${JSON.stringify(result)}`);
  expect(result.data).toBeNull();
  expect(result.message.length).toBeGreaterThan(10);
  expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  return result;
}

const REJECTIONS: [string, Behavior, (code: string) => boolean][] = [
  ['400', v2(400, 'bad', '12'), (code) => code === 'rejected'],
  ['401 with an empty body', respondWith(401, ''), (code) => code === 'unauthorized'],
  ['403', v2(403, null, 0), (code) => code === 'forbidden'],
  ['404', v2(404, null, '0'), (code) => code === 'notfound'],
  ['409', v2(409, 'conflict', 0), (code) => /rejected|alreadycanceled|exist/.test(code)],
  ['422', v2(422, 'no', 0), (code) => code === 'rejected'],
  ['423', v2(423, 'in progress', 0), (code) => code === 'rejected'],
  ['429', respondWith(429, ''), (code) => code === 'rejected'],
  ['452', v2(452, 'balance', 0), (code) => code === 'rejected'],
  ['200 with ErrorCode 403: permission off', legacy(403), (code) => code === 'forbidden'],
  ['200 with ErrorCode 502: declined by the issuer', legacy(502, 10051), (code) => code === 'rejected'],
];
/** Codes that the interface specifies for all failures of a method. */
const OWN_CODE = /^(tokenerror|webhookerror|sourcecodeerror|sourcecodeexist)$/;

const LOST: [string, Behavior][] = [
  ['500 with HTML', respondWith(500, '<html>sorry</html>')],
  ['503', respondWith(503, '')],
  ['a redirect', respondWith(302, '', { location: 'https://elsewhere.example/' })],
  [
    'a reset after the request was read',
    (request) => void request.resume().on('end', () => request.socket.destroy()),
  ],
  ['a reset while the request is read', (request) => void request.socket.destroy()],
  [
    'a reset in the middle of the response',
    (request, response) =>
      void request
        .resume()
        .on('end', () =>
          response.writeHead(200, { 'content-length': '50' }).write('{"a"', () => request.socket.destroy()),
        ),
  ],
];

/** Operations whose response is not JSON or has several forms, so any text with HTTP 200 can be a response. */
const READ_AS_BYTES = new Set([
  'dataServices.downloadSaleTransactionsFile',
  'dataServices.retrieveMt940Data',
  'rfCodePayments.generateRfCodes',
]);

describe.each(builtRows)('$name', (row) => {
  const { operation } = row;
  const clients = (): Clients => connect(`${base}/${++run}`);
  const isReadAsBytes = READ_AS_BYTES.has(operation.id);

  if (needsToken(operation)) {
    it('is not sent if the token exchange fails', async () => {
      tokenStatus = 400;
      calls = 0;
      const failure = failureOf(await call(row, clients()));
      tokenStatus = 200;
      expect(failure).toMatchObject({ error: { outcome: 'not-sent', serviceCode: 'invalid_client' } });
      expect(failure.code === 'tokenerror' || OWN_CODE.test(failure.code)).toBe(true);
      expect(calls).toBe(0);
    });
  }

  it('fails with outcome `not-sent` if the connection is refused', async () => {
    const failure = failureOf(await call(row, connect('http://127.0.0.1:9')));
    expect(failure.error).toMatchObject({ outcome: 'not-sent', retryable: true });
  });

  if (!isTokenExchange(operation)) {
    it.each(REJECTIONS.filter(([name]) => !(isReadAsBytes && name.startsWith('200'))))(
      'fails with outcome `rejected` and its code after %s',
      async (_name, responses, fits) => {
        behavior = responses;
        const { code, error } = failureOf(await call(row, clients()));
        expect(error.outcome).toBe('rejected');
        expect(fits(code) || OWN_CODE.test(code)).toBe(true);
      },
    );

    it.each(LOST)('fails with outcome `unknown` after %s', async (_name, happens) => {
      behavior = happens;
      calls = 0;
      const { error } = failureOf(await call(row, clients()));
      expect(error.outcome).toBe('unknown');
      expect(error.retryable).toBe(isRepeatable(row));
      expect(calls).toBe(1);
    });

    it.each([
      ['an empty body', ''],
      ['truncated JSON', '{"a":1,"b":'],
    ])('does not return incomplete data after %s', async (name, body) => {
      behavior = respondWith(200, body);
      const result = await call(row, clients());
      if (!result.success) expect(result.error.outcome).toBe('unknown');
      else if (!isReadAsBytes)
        expect({ name, isNothing: isNothing(result.data) }).toEqual({
          name: 'an empty body',
          isNothing: true,
        });
    });

    it('fails with outcome `unknown` after a timeout or an abort', async () => {
      behavior = (request) => void request.resume();
      let outcome = 'not-sent';
      // On a slow machine, a short timeout can end before the request is sent. Then the test repeats it with a longer one.
      for (let timeoutMs = 15; outcome === 'not-sent' && timeoutMs < 10_000; timeoutMs *= 2) {
        calls = 0;
        ({ outcome } = failureOf(await call(row, clients(), { call: { timeoutMs } })).error);
        if (outcome === 'not-sent') expect(calls).toBe(0);
      }
      expect(outcome).toBe('unknown');
      const controller = new AbortController();
      onArrival = () => {
        controller.abort();
      };
      const aborted = failureOf(await call(row, clients(), { call: { signal: controller.signal } }));
      onArrival = () => undefined;
      expect(aborted).toMatchObject({ code: 'aborted', error: { outcome: 'unknown', retryable: false } });
    });
  }

  it('sends nothing if it was aborted before it started', async () => {
    calls = 0;
    const failure = failureOf(await call(row, clients(), { call: { signal: AbortSignal.abort() } }));
    expect(failure).toMatchObject({ code: 'aborted', error: { outcome: 'not-sent' } });
    expect(calls).toBe(0);
  });
});

/** Whether the data is null, an empty list, or a page without rows. */
function isNothing(data: unknown): boolean {
  if (data === null || (Array.isArray(data) && data.length === 0)) return true;
  const lists = Object.values(data as object).filter((member) => Array.isArray(member));
  return lists.length > 0 && lists.every((list) => list.length === 0);
}
