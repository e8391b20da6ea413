import {
  limitsOf,
  type QueryAndBody,
  type RequestLimits,
  type RequestSchema,
} from '../http/request-limits.js';
import { DIFFERENCES } from './request-differences.js';
import { REQUEST_SCHEMAS } from './request-schemas.generated.js';

/** Codes, which the service also takes as numbers. */
const CODES: ReadonlySet<string> = new Set([
  ...['sourceCode', 'terminalId', 'cashRegisterId', 'sessionId', 'parentSessionId', 'merchantReference'],
  ...[
    'currencyCode',
    'paymentMethodId',
    'aadeProviderId',
    'aadeProviderSignatureData',
    'aadeProviderSignature',
  ],
]);

const compiled = new Map<string, QueryAndBody<RequestLimits>>();

/** Returns the limits of an operation's query and body. They are compiled at its first request. */
export function limitsOfOperation(key: string): QueryAndBody<RequestLimits> {
  const known = compiled.get(key);
  if (known) return known;
  const limits = { query: limitsOf(schemaOf(key, 'query')), body: limitsOf(schemaOf(key, 'body')) };
  compiled.set(key, limits);
  return limits;
}

/** Returns what the service takes. An operation of an ISV takes the fields of the merchant's, too. */
function schemaOf(key: string, part: 'query' | 'body'): RequestSchema {
  const ofMerchant = key.replace(/^isv:/, '');
  const { required = [], ...own } = REQUEST_SCHEMAS[key]?.[part] ?? {};
  const layers = [
    REQUEST_SCHEMAS[ofMerchant]?.[part],
    { ...own, required },
    DIFFERENCES[ofMerchant]?.[part],
    DIFFERENCES[key]?.[part],
  ];
  return withCodes(layers.reduce<RequestSchema>(merged, {}));
}

/** Merges the properties of two schemas. Other keywords of the second one replace those of the first one. */
function merged(one: RequestSchema, other: RequestSchema = {}): RequestSchema {
  if (!one.properties || !other.properties) return { ...one, ...other };
  const properties = { ...one.properties };
  for (const [name, schema] of Object.entries(other.properties))
    properties[name] = merged(properties[name] ?? {}, schema);
  return { ...one, ...other, properties };
}

function withCodes(schema: RequestSchema, name = ''): RequestSchema {
  const { type = 'string', properties, items } = schema;
  const members = Object.entries(properties ?? {}).map(
    ([member, one]) => [member, withCodes(one, member)] as const,
  );
  return {
    ...schema,
    ...(type === 'string' && CODES.has(name) && { type: ['string', 'integer'] }),
    ...(properties && { properties: Object.fromEntries(members) }),
    ...(items && { items: withCodes(items) }),
  };
}
