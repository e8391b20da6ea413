import { describe, expect, it } from '@jest/globals';
import { getSmartCheckout, Marketplace, PayISV, PayWallet } from 'nestjs-pay/client';
import type { Transport, TransportRequest } from 'nestjs-pay/client';
import { ALIASES, CALLS, NO_METHOD } from './calls.js';
import type { Clients } from './call-example.js';
import { contractRows, exampleOptions, rootsOf, unbuilt } from './contract.js';
import type { ContractOperation, ContractRow } from './contract.js';

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
  reseller: `Basic ${base64('reseller-1:b7c1e2d0-0000-4000-8000-000000000002:reseller-key-1')}`,
  clientBasic: `Basic ${base64('client-1:client-secret-1')}`,
  none: undefined,
};

/** Answers tokens by the credentials that asked, and everything else with nothing. */
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
    // Terminal calls must take the pair that is theirs.
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

const pathExamples = (operation: ContractOperation): Record<string, string> =>
  Object.fromEntries((operation.pathParams ?? []).map(({ name, example }) => [name, String(example)]));

/** Calls the operation with the contract's examples and gives the request that carried it. */
async function requestOf(
  { name, operation }: ContractRow,
  options: Record<string, unknown>,
): Promise<TransportRequest> {
  const { clients, sent } = connect(operation.auth);
  const result = await CALLS[name]?.(clients, pathExamples(operation), options);
  const request = sent.at(-1);
  if (request === undefined) throw new Error(`${name} sent nothing: ${result?.message}`);
  return request;
}

const optionFields = (operation: ContractOperation) =>
  [...(operation.body ?? []), ...(operation.query ?? [])].filter(
    ({ name }) => name !== 'grant_type' && name !== 'scope',
  );

/** What a request carries, in its query (as text) and in its JSON body. */
function carried(request: TransportRequest): Record<string, unknown> {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const isJson = request.headers['content-type'] === 'application/json';
  return { ...query, ...(isJson && (JSON.parse(request.body ?? '') as Record<string, unknown>)) };
}

const rows = contractRows();
const methods = rows.filter(({ name }) => !NO_METHOD.test(name));
// A method that only reads what it is given has nothing to send.
const built = methods.filter(({ name, operation }) => !unbuilt.has(name) && operation.http !== null);

/** The method named by a dotted id on a client, if there is one. */
function methodOf(clients: Clients, row: ContractRow): unknown {
  const path = row.operation.id
    .replace(/^auth\./, '')
    .replace(/:\w+$/, '')
    .split('.');
  return path.reduce<unknown>(
    (owner, part) => (owner as Record<string, unknown> | undefined)?.[part],
    clients[row.client],
  );
}

describe('the contract', () => {
  it('has rows for all three clients', () => {
    expect(rows.length).toBeGreaterThan(100);
    expect(new Set(rows.map(({ client }) => client)).size).toBe(3);
  });

  it('the list of unbuilt operations names only operations of the contract', () => {
    const names = new Set(methods.map(({ name }) => name));
    expect([...unbuilt].filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(methods)('$name exists, or is listed as unbuilt', (row) => {
    const exists = typeof methodOf(connect().clients, row) === 'function';
    expect({ exists, callable: row.name in CALLS }).toEqual({
      exists: !unbuilt.has(row.name),
      callable: !unbuilt.has(row.name),
    });
  });

  it('every public method of a client stands in the contract', () => {
    const { clients } = connect();
    const known = new Set(
      methods.map(({ client, operation }) => `${client} ${operation.id.replace(/^auth\./, '')}`),
    );
    const publicMethods = (owner: object): string[] => {
      const names = new Set<string>();
      for (
        let at = Object.getPrototypeOf(owner) as object;
        at !== Object.prototype;
        at = Object.getPrototypeOf(at) as object
      ) {
        for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
          if (typeof value === 'function' && name !== 'constructor') names.add(name);
        }
      }
      return [...names];
    };
    const strangers = Object.entries(clients).flatMap(([name, client]) => {
      const areas = Object.entries(client as object).filter(
        ([, value]) => typeof value === 'object' && value !== null,
      );
      const all = [
        ...publicMethods(client as object),
        ...areas.flatMap(([area, value]) =>
          publicMethods(value as object).map((method) => `${area}.${method}`),
        ),
      ];
      return all.filter(
        (method) => method !== 'close' && !ALIASES[name]?.includes(method) && !known.has(`${name} ${method}`),
      );
    });
    expect(strangers).toEqual([]);
  });
});

describe.each(built)('$name', (row) => {
  const { operation } = row;
  const fields = optionFields(operation);

  it('sends the contract’s method, host, path, auth and content type', async () => {
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
    it.each(roots)('carries %s as the contract’s example has it', async (root) => {
      const options = exampleOptions(fields, root);
      const sent = carried(await requestOf(row, options));
      const isInQuery = operation.query?.some(({ name }) => name === root) === true;
      const expected = isInQuery ? String(options[root]) : options[root];
      expect(sent[root]).toEqual(expected);
    });
  }

  const required = fields
    .filter((field) => field.required === true && !/[.[]/.test(field.name))
    .map(({ name, option = name }) => ({ name, option }));
  if (required.length > 0) {
    it.each(required)('refuses a call without $option, and sends nothing', async ({ name, option }) => {
      const { clients, sent } = connect();
      const options = exampleOptions(fields);
      delete options[name];
      const result = await CALLS[row.name]?.(clients, pathExamples(operation), options);
      expect(result).toMatchObject({ success: false, code: 'validationerror' });
      expect(result?.success === false ? result.error.fields.map(({ field }) => field) : []).toContain(
        option,
      );
      expect(sent).toHaveLength(0);
    });
  }
});

describe('rows without a method', () => {
  it('auth.getPayAccessToken is the exchange inside every OAuth call', async () => {
    const { clients, sent } = connect();
    await clients.PayWallet.payments.createOrder({ amount: 1000 });
    const operation = rows.find(({ name }) => name === 'PayWallet auth.getPayAccessToken')?.operation;
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

  it('getSmartCheckout makes the contract’s address, parameters in its order', () => {
    const operation = rows.find(({ name }) => name === 'PayWallet getSmartCheckout')?.operation;
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
