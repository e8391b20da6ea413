import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { operationsOf, readContract } from '../../../../scripts/contract/claims.mjs';
import { basic, Merchant, type Called } from '../../testing/merchant.js';
import type { Operation } from '../http/operation.js';
import type { RequestSchema } from '../http/request-limits.js';
import { ROUTES } from './routes.generated.js';

type Schema = Omit<RequestSchema, 'properties' | 'items'> & {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly examples?: readonly unknown[];
};

/** Fields whose limits the handler does not take from the contract, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'transactions.makeMotoCardCharge/orderCode': 'an unknown order is a 404 inside HTTP 200',
  'isv:transactions.makeMotoCardCharge/orderCode': 'an unknown order is a 404 inside HTTP 200',
};

/** Values that the service takes, and the library does not send. @see contract/behaviour/payments.yaml small-orders, empty-customer */
const TAKEN: Readonly<Record<string, string>> = { amount: '29', paymentTimeout: '0', paymentTimeOut: '0' };
const isTaken = (key: string, field: string, body: unknown): boolean =>
  /(payments|resellers)\.create(Legacy)?Order$/.test(key) &&
  JSON.stringify(body).includes(`"${field}":${TAKEN[field] ?? '""'}`);

const has = (schema: Schema, type: string): boolean => [schema.type ?? []].flat().includes(type);

let samples: Readonly<Record<string, string>>;
/** A value that fits. */
function sample(schema: Schema, name = ''): unknown {
  if (samples[name] !== undefined) return samples[name];
  const { const: only, enum: [first] = [], examples: [example] = [], properties, items, required } = schema;
  const known = only ?? first ?? (properties ? undefined : example);
  if (known !== undefined && known !== null) return known;
  if (properties)
    return Object.fromEntries((required ?? []).map((one) => [one, sample(properties[one] ?? {}, one)]));
  if (items) return [sample(items)];
  if (has(schema, 'boolean')) return true;
  return has(schema, 'string') ? 'text' : Math.max(schema.minimum ?? 1, 1);
}

/** Values that break one limit each: the field, and the value of the whole schema. */
function* broken(schema: Schema, field: string): Generator<readonly [field: string, value: unknown]> {
  const { properties, items, minLength = 0, maxLength, minimum, maximum } = schema;
  if (properties) {
    yield [field, 'no object'];
    for (const [name, member] of Object.entries(properties))
      for (const [path, value] of broken(member, name))
        yield [path, { ...(sample(schema) as object), [name]: value }];
    return;
  }
  if (items) {
    yield [field, 'no list'];
    if (schema.maxItems) yield [field, Array.from({ length: schema.maxItems + 1 }, () => sample(items))];
    for (const [path, value] of broken(items, field)) if (items.type) yield [path, [value]];
    return;
  }
  if (schema.type === undefined || schema.type === 'object') return;
  yield [field, { wrong: 'type' }];
  if (schema.enum ?? schema.const)
    yield [field, has(schema, 'string') ? 'no such word' : has(schema, 'boolean') ? false : 99];
  if (minLength > 0) yield [field, ''];
  if (maxLength !== undefined) yield [field, 'x'.repeat(maxLength + 1)];
  if (schema.pattern !== undefined) yield [field, schema.pattern === '\\D' ? '12345' : '- ?'];
  if (/^(uuid|date|date-time|uri)$/.test(schema.format ?? '')) yield [field, 'no such form'];
  if (minimum !== undefined) yield [field, minimum - 1];
  if (maximum !== undefined) yield [field, maximum + 1];
}

let merchant: Merchant;
let authorizations: Readonly<Record<string, string>>;
beforeAll(async () => {
  merchant = await Merchant.start();
  const { credentials, connectedMerchants, sellers } = merchant.simulator;
  const { merchantId } = connectedMerchants.connect().account.credentials.merchant;
  samples = {
    accountId: sellers.connect().accountId,
    merchantId,
    terminalMerchantId: merchantId,
  };
  authorizations = {
    oauth: await merchant.token(),
    bankTransfers: await merchant.token(credentials.accountTransactions),
    dataServices: await merchant.token(credentials.dataServices),
    webhooks: await merchant.token(credentials.dataServices),
    sellers: await merchant.token(credentials.marketplace),
    transfers: await merchant.token(credentials.marketplace),
    isv: await merchant.token(credentials.isv),
    cloudTerminal: await merchant.token(credentials.cloudTerminal),
    basic: basic(credentials.merchant.merchantId, credentials.merchant.apikey),
    reseller: basic(`${credentials.isv.resellerId}:${merchantId}`, credentials.isv.resellerApiKey),
  };
});
afterAll(() => merchant.simulator.close());

type Body = { readonly requestBody?: { readonly content?: Readonly<Record<string, { schema: Schema }>> } };
const rows = operationsOf(readContract()) as readonly { key: string; row: { document: Body } }[];
const bodies = rows.flatMap(({ key, row }) => {
  const route = ROUTES.find((one) => one.key === key);
  const schema = row.document.requestBody?.content?.['application/json']?.schema;
  return route && schema ? [[key, route, schema] as const] : [];
});

/** Calls an operation with the credentials that it needs. */
function call(key: string, route: Operation, body: unknown): Promise<Called> {
  const path = route.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => samples[name] ?? 'c90d4902-6245-449f-b2b0-51d99cd09cfe',
  );
  const isIsv = route.clients.includes('PayISV');
  const kind = isIsv && route.auth !== 'reseller' ? 'isv' : route.auth;
  return merchant.call(
    route.host,
    route.method,
    path + (isIsv ? `?merchantId=${samples['merchantId']}` : ''),
    {
      authorization:
        (route.auth === 'oauth' ? authorizations[key.split('.')[0] ?? ''] : undefined) ??
        authorizations[kind] ??
        '',
      body,
    },
  );
}

/** The API of terminals refuses a request without an object. */
const withoutTerminals = bodies.filter(([key]) => !key.includes('pos.'));

it.each(withoutTerminals)('%s takes no body as an object without members', async (key, route) => {
  const { status } = await call(key, route, {});
  expect(await call(key, route, undefined)).toMatchObject({ status });
});

it.each(bodies)(
  '%s refuses a body that breaks one limit of the contract, and names the field',
  async (key, route, schema) => {
    const wrong: string[] = [];
    let count = 0;
    for (const [field, body] of broken(schema, 'body')) {
      if (field === 'body' || EXCEPTIONS[`${key}/${field}`] || isTaken(key, field, body)) continue;
      const { status, text } = await call(key, route, body);
      count += 1;
      if (
        ![400, 422].includes(status) ||
        !(text.toLowerCase().includes(field.toLowerCase()) || text.includes('Null options'))
      )
        wrong.push(`${field} ${JSON.stringify(body).slice(0, 200)}: ${status} ${text.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(0);
  },
);
