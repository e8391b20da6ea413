import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { getSmartCheckout, Marketplace, PayISV, PayWallet } from 'nestjs-pay/client';
import type { Transport, TransportRequest } from 'nestjs-pay/client';
import { builtRows, callRow, isBuilt } from './contract-calls.js';
import type { Clients } from './contract-calls.js';
import {
  areaOf,
  contractRows,
  exampleOf,
  exampleOptions,
  methodPath,
  methodRows,
  optionFields,
  pathExamples,
  rootsOf,
  TARGET_MERCHANT_ID,
} from './contract.js';
import type { ContractOperation, ContractRow } from './contract.js';
import { roundTripOf } from './round-trips/index.js';

const ROOT = join(import.meta.dirname, '../..');
const EXAMPLES = join(ROOT, 'docs/examples');
const HOSTS = {
  accounts: 'https://demo-accounts.vivapayments.com',
  api: 'https://demo-api.vivapayments.com',
  web: 'https://demo.vivapayments.com',
};
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const AUTHORIZATION: Record<ContractOperation['auth'], string | undefined> = {
  oauth: 'Bearer oauth-token',
  cloudTerminal: 'Bearer terminal-token',
  basic: `Basic ${base64('merchant-1:api-key-1')}`,
  reseller: `Basic ${base64(`reseller-1:${TARGET_MERCHANT_ID}:reseller-key-1`)}`,
  clientBasic: `Basic ${base64('client-1:client-secret-1')}`,
  none: undefined,
};

/** Records the requests. Responds to a token request with the token of its credentials, and any other with an empty body. */
class Recorder implements Transport {
  readonly sent: TransportRequest[] = [];

  send(request: TransportRequest) {
    this.sent.push(request);
    const token =
      request.headers['authorization'] === AUTHORIZATION.clientBasic ? 'oauth-token' : 'terminal-token';
    const body = request.url.endsWith('/connect/token')
      ? `{"access_token":"${token}","expires_in":3600,"token_type":"Bearer"}`
      : '';
    return Promise.resolve({ status: 200, headers: {}, body: Buffer.from(body) });
  }
}

function connect(auth?: ContractOperation['auth']): { clients: Clients; sent: TransportRequest[] } {
  const transport = new Recorder();
  const oauth = {
    clientId: 'client-1',
    clientSecret: 'client-secret-1',
    // Only terminal calls may use these credentials.
    ...(auth === 'cloudTerminal' && {
      cloudTerminal: { clientId: 'terminal-1', clientSecret: 'terminal-secret-1' },
    }),
    dev: true,
    transport,
  };
  const merchant = { ...oauth, merchantId: 'merchant-1', apikey: 'api-key-1' };
  return {
    sent: transport.sent,
    clients: {
      PayWallet: new PayWallet(merchant),
      PayISV: new PayISV({ ...oauth, resellerId: 'reseller-1', resellerApiKey: 'reseller-key-1' }),
      Marketplace: new Marketplace(merchant),
    },
  };
}

/** Calls the operation with the contract's examples and returns its request. */
async function requestOf(row: ContractRow, options: Record<string, unknown>): Promise<TransportRequest> {
  const { clients, sent } = connect(row.operation.auth);
  const { message } = await callRow(row, clients, { options });
  const request = sent.at(-1);
  if (request === undefined) throw new Error(`${row.name} sent nothing: ${message}`);
  return request;
}

/** Returns the members of the query, as strings, and of the JSON body. */
function membersOf(request: TransportRequest): Record<string, unknown> {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const isJson = request.headers['content-type'] === 'application/json';
  return { ...query, ...(isJson && (JSON.parse(request.body ?? '') as Record<string, unknown>)) };
}

/** Methods that are not in the contract: other names of an operation, and methods that are made of operations. */
const OTHER_METHODS: Record<string, string[]> = {
  PayWallet: [
    'close',
    'getPayWebhookCode',
    'bankTransfers.iterateBankAccounts',
    'dataServices.iterateTransactions',
    'dataServices.iterateAccountTransactions',
    'transactions.getRemainingAmounts',
    'transactions.refund',
    'transactions.resolveOutcome',
    'payments.resolveOutcome',
  ],
  PayISV: [
    'close',
    'getPayWebhookCode',
    'transactions.iterateTransactions',
    'transactions.refund',
    'transactions.resolveOutcome',
    'payments.resolveOutcome',
    'webhooks.create',
    'webhooks.retrieveWebhookKey',
  ],
  Marketplace: ['close', 'getPayWebhookCode', 'transactions.refund', 'transactions.resolveOutcome'],
};

/** Lists the methods of an object's class, with those that it inherits. */
function methodsOf(owner: object): string[] {
  const names = new Set<string>();
  let prototype = Object.getPrototypeOf(owner) as object;
  while (prototype !== Object.prototype) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
      if (typeof value === 'function' && name !== 'constructor') names.add(name);
    prototype = Object.getPrototypeOf(prototype) as object;
  }
  return [...names];
}

/** Lists what an operation of the contract still needs, with the file to write it in. */
function missingParts(row: ContractRow): string[] {
  const { name, operation } = row;
  const area = areaOf(operation);
  const folder = area === 'client' ? 'clients' : `areas/${area}`;
  const missing: string[] = [];
  if (!isBuilt(row)) missing.push(`${name}: add the method in libs/pay/src/${folder}/`);
  // A method that sends nothing needs no simulator.
  if (operation.http !== null && roundTripOf(operation) === undefined)
    missing.push(`${name}: add the entry '${operation.id}' in test/contract/round-trips/${area}.ts`);
  if (!existsSync(join(EXAMPLES, exampleOf(operation))))
    missing.push(`${name}: add the example docs/examples/${exampleOf(operation)}`);
  return missing;
}

describe('the contract', () => {
  it('has operations for all three clients', () => {
    expect(methodRows.length).toBeGreaterThan(100);
    expect(new Set(methodRows.map(({ client }) => client)).size).toBe(3);
  });

  it('has a method, a round trip, an example and a handler in the simulator for each operation', () => {
    const generator = join(ROOT, 'libs/pay-simulator/scripts/generate.mjs');
    const { stderr } = spawnSync(process.execPath, [generator, '--check'], { encoding: 'utf8' });
    const problems = stderr.split('\n').filter((line) => line !== '');
    expect([...methodRows.flatMap(missingParts), ...problems]).toEqual([]);
  });

  it('contains every public method of the clients', () => {
    const known = new Set(methodRows.map((row) => `${row.client} ${methodPath(row).join('.')}`));
    const unknown = Object.entries(connect().clients).flatMap(([name, client]) => {
      const areas = Object.entries(client as object).filter(
        ([, value]) => typeof value === 'object' && value !== null,
      );
      const methods = [
        ...methodsOf(client as object),
        ...areas.flatMap(([area, value]) => methodsOf(value as object).map((method) => `${area}.${method}`)),
      ];
      return methods
        .filter((method) => !OTHER_METHODS[name]?.includes(method))
        .map((method) => `${name} ${method}`);
    });
    expect(unknown.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe.each(builtRows)('$name', (row) => {
  const { operation } = row;
  const fields = optionFields(operation);

  it('sends the contract’s method, host, path, authentication and content type', async () => {
    const request = await requestOf(row, exampleOptions(fields));
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(pathExamples(operation)[name] ?? ''),
    );
    expect(request.method).toBe(operation.http);
    expect(request.url.split('?')[0]).toBe(HOSTS[operation.host] + path);
    expect(request.headers['authorization']).toBe(AUTHORIZATION[operation.auth]);
    expect(request.headers['content-type'] ?? null).toBe(operation.contentType);
  });

  const roots = rootsOf(fields).filter((root) => exampleOptions(fields, root)[root] !== undefined);
  if (roots.length > 0) {
    it.each(roots)('sends %s as in the contract’s example', async (root) => {
      const options = exampleOptions(fields, root);
      const sent = membersOf(await requestOf(row, options));
      const isInQuery = operation.query?.some(({ name }) => name === root) === true;
      const expected = isInQuery ? String(options[root]) : options[root];
      expect(sent[root]).toEqual(expected);
    });
  }

  const required = fields
    .filter((field) => field.required === true && !/[.[]/.test(field.name))
    .map(({ name, option = name }) => ({ name, option }));
  if (required.length > 0) {
    it.each(required)('rejects a call without $option and sends nothing', async ({ name, option }) => {
      const { clients, sent } = connect();
      const options = exampleOptions(fields);
      delete options[name];
      const result = await callRow(row, clients, { options });
      expect(result).toMatchObject({ success: false, code: 'validationerror' });
      expect(result.success ? [] : result.error.fields.map(({ field }) => field)).toContain(option);
      expect(sent).toHaveLength(0);
    });
  }
});

describe('operations that are not methods', () => {
  const operationOf = (id: string): ContractOperation | undefined =>
    contractRows().find(({ operation }) => operation.id === id)?.operation;

  it('auth.getPayAccessToken is the token exchange inside every OAuth call', async () => {
    const { clients, sent } = connect();
    await clients.PayWallet.payments.createOrder({ amount: 1000 });
    const operation = operationOf('auth.getPayAccessToken');
    expect(sent[0]).toMatchObject({
      method: operation?.http,
      url: HOSTS.accounts + operation?.path,
      body: 'grant_type=client_credentials',
    });
    expect(sent[0]?.headers).toMatchObject({
      authorization: AUTHORIZATION.clientBasic,
      'content-type': operation?.contentType,
    });
  });

  it('getSmartCheckout builds the contract’s address with the parameters in order', () => {
    const operation = operationOf('getSmartCheckout');
    const url = new URL(
      getSmartCheckout({ orderCode: '1272214778972604', color: '0000ff', paymentMethod: 23, dev: true }),
    );
    const documented = operation?.query
      ?.filter(({ name }) => name !== 'lang')
      .map(({ name, example }) => [name, String(example)]);
    expect(url.origin + url.pathname).toBe(HOSTS.web + operation?.path);
    expect([...url.searchParams]).toEqual(documented);
  });
});
