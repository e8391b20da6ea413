import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Marketplace,
  payAttemptChannel,
  payCallChannel,
  PayISV,
  PayWallet,
  TransportError,
} from 'nestjs-pay/client';
import type { TransportRequest, TransportResponse } from 'nestjs-pay/client';
import { TestingTelemetry } from '../e2e/telemetry.js';
import { basic, foundIn, PERSONAL, SECRETS, TOKEN } from '../e2e/seeds.js';
import { builtRows, callRow } from './contract-calls.js';
import type { Clients } from './contract-calls.js';
import { exampleOptions, optionFields, pathExamples } from './contract.js';
import type { ContractRow } from './contract.js';

/** Output of the clients, except the data of successes. */
const out: string[] = [];
const keep = (event: unknown): void => {
  out.push(inspect(event, { depth: 20, showHidden: true }));
};
const telemetry = new TestingTelemetry();

/** Response or error of the service. */
type FakeResponse = (
  request: TransportRequest,
) => Partial<Omit<TransportResponse, 'body'>> & { body?: string };
let response: FakeResponse = () => ({ status: 500 });
let tokenResponse: FakeResponse | null = null;

/** All secrets and personal data, and the credentials and body of the request. */
const echoOf = ({ headers, url, body }: TransportRequest): string =>
  [
    ...Object.values(SECRETS),
    ...Object.values(PERSONAL),
    headers['authorization'],
    url,
    String(body ?? ''),
  ].join(' ');

const send = (request: TransportRequest): Promise<TransportResponse> => {
  const isToken = request.url.endsWith('/connect/token');
  const token: FakeResponse = () => ({
    body: JSON.stringify({ access_token: TOKEN, expires_in: 3600, token_type: 'Bearer' }),
  });
  try {
    const {
      status = 200,
      headers = {},
      body = '',
    } = (isToken ? (tokenResponse ?? token) : response)(request);
    return Promise.resolve({ status, headers, body: Buffer.from(body) });
  } catch (error) {
    return Promise.reject(error instanceof Error ? error : new Error('no error'));
  }
};

function connect(): Clients {
  const common = {
    clientId: 'client-1',
    clientSecret: SECRETS.clientSecret,
    maxRetries: 0,
    logs: true,
    cloudTerminal: { clientId: 'terminal-1', clientSecret: SECRETS.terminalSecret },
    transport: { send },
    logger: { error: keep },
  };
  const merchant = { ...common, merchantId: 'merchant-1', apikey: SECRETS.apikey };
  return {
    PayWallet: new PayWallet(merchant),
    PayISV: new PayISV({ ...common, resellerId: 'reseller-1', resellerApiKey: SECRETS.apikey }),
    Marketplace: new Marketplace(merchant),
  };
}

const clients = connect();

/** Calls the operation with the contract's examples after `change` was applied to each of their strings. */
async function call(row: ContractRow, change = (text: string): string => text): Promise<void> {
  const result = await callRow(row, clients, {
    path: changeStrings(pathExamples(row.operation), change) as Record<string, string>,
    options: changeStrings(exampleOptions(optionFields(row.operation)), change) as Record<string, unknown>,
  });
  if (!result.success) keep(result);
}

function changeStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => changeStrings(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, changeStrings(one, change)]));
}

/** Calls every operation and returns the secrets and personal data in the output. */
async function leaks(change?: (text: string) => string): Promise<string[]> {
  out.splice(0);
  for (const row of builtRows) await call(row, change);
  return foundIn(out.splice(0));
}

beforeAll(() => {
  payCallChannel.asyncEnd.subscribe(keep);
  payAttemptChannel.asyncEnd.subscribe(keep);
});
afterAll(async () => {
  payCallChannel.asyncEnd.unsubscribe(keep);
  payAttemptChannel.asyncEnd.unsubscribe(keep);
  await telemetry.close();
});

const respondWith =
  (status: number, write: (text: string) => unknown): FakeResponse =>
  (request) => ({ status, body: JSON.stringify(write(echoOf(request))) });
const RESPONSES: [string, FakeResponse][] = [
  ['400 with a message', respondWith(400, (message) => ({ message, eventId: 12 }))],
  ['400 with a code', respondWith(400, (error) => ({ error, error_description: error }))],
  ['422 with fields', respondWith(422, (msg) => ({ detail: [{ loc: ['body', msg], msg }] }))],
  ['401', respondWith(401, (message) => ({ message }))],
  ['403', respondWith(403, (Message) => ({ Message, Eventid: 1 }))],
  ['404 as text', (request) => ({ status: 404, body: echoOf(request) })],
  ['500 as HTML', (request) => ({ status: 500, body: `<p>${echoOf(request)}</p>` })],
  ['503', respondWith(503, (message) => ({ message }))],
  ['a redirect', (request) => ({ status: 302, headers: { location: `https://a/?${echoOf(request)}` } })],
  [
    '200 with Success false',
    respondWith(200, (ErrorText) => ({ Success: false, ErrorCode: 403, ErrorText, EventId: 1 })),
  ],
  [
    '200 with a secret as ErrorCode',
    respondWith(200, (ErrorCode) => ({ Success: false, ErrorCode, ErrorText: ErrorCode })),
  ],
  [
    '200 with other IDs',
    respondWith(200, (text) => ({
      orderCode: text,
      OrderCode: text,
      transactionId: text,
      TransactionId: text,
      sessionId: text,
    })),
  ],
  ['200 with invalid JSON', (request) => ({ body: `{"a": ${echoOf(request)}` })],
  [
    'headers',
    (request) => ({
      status: 400,
      headers: {
        'x-viva-correlationid': PERSONAL.card,
        'x-viva-eventid': echoOf(request),
        'retry-after': echoOf(request),
      },
    }),
  ],
  [
    'a broken connection',
    (request) => {
      throw new TransportError('connection', true, echoOf(request));
    },
  ],
  [
    'a custom transport that fails',
    (request) => {
      throw Object.assign(new Error(echoOf(request)), { name: echoOf(request) });
    },
  ],
];

describe('the output contains no secret, token, card number, IBAN or email address', () => {
  it.each(RESPONSES)('of any call after the response: %s', async (_name, one) => {
    response = one;
    expect(await leaks()).toEqual([]);
  });

  it.each(RESPONSES)('of any call after the token exchange: %s', async (_name, one) => {
    tokenResponse = one;
    const found = await leaks().finally(() => {
      tokenResponse = null;
    });
    expect(found).toEqual([]);
  });

  it.each(Object.entries({ ...PERSONAL, ...SECRETS }))(
    'of any call whose options contain: %s',
    async (_name, seed) => {
      response = () => ({ status: 400 });
      expect(await leaks(() => seed)).toEqual([]);
      expect(await leaks((text) => `${text}${seed}`)).toEqual([]);
    },
  );

  it('in spans, metrics and printed clients', async () => {
    expect(telemetry.spans.length).toBeGreaterThan(1000);
    const printed = [
      ...Object.values(clients),
      telemetry.spans.map(({ name, attributes, status, events }) => ({ name, attributes, status, events })),
      await telemetry.metrics(),
    ];
    printed.forEach(keep);
    for (const client of Object.values(clients)) out.push(JSON.stringify(client));
    expect(foundIn(out.splice(0))).toEqual([]);
  });

  it('although the search finds secrets and personal data', () => {
    expect(
      foundIn([
        `x ${basic('client-1', SECRETS.clientSecret)}`,
        PERSONAL.iban,
        encodeURIComponent(PERSONAL.email),
      ]),
    ).toHaveLength(3);
  });
});
