// The OpenAPI document of the service's operations, from contract/.
import { readFileSync } from 'node:fs';
import { operationsOf, readContract } from '../contract/claims.mjs';
import { bodySchema, evidence, isAlwaysPresent, parameterOf } from './field-schemas.mjs';
import { webhooksOf } from './webhooks.mjs';

const contract = readContract();

/** Addresses of the service by host: live and demo. */
const HOSTS = {
  accounts: ['https://accounts.vivapayments.com', 'https://demo-accounts.vivapayments.com'],
  api: ['https://api.vivapayments.com', 'https://demo-api.vivapayments.com'],
  web: ['https://www.vivapayments.com', 'https://demo.vivapayments.com'],
};

const DESCRIPTION = `The operations of Viva.com (Viva Wallet) that pay-simulator simulates. The document is unofficial: it is generated from the project's contract, which states for each claim how it is known.

- \`x-confidence\`: \`observed(date, environment)\`, \`documented\`, \`public-sdk\` or \`inferred\`. A field without it is known as well as its operation.
- \`x-source\`: pages, issues and repository paths that show the claim. An inferred claim has none.
- \`x-unit\` of an amount: \`minor\` (1050 is 10.50), \`major\` (10.5) or \`unknown\`. Requests have minor units, most responses have major units.
- The service has three hosts. Each path names its servers and \`x-host\`. If your generator ignores the servers of a path, create one client for each host.
- Order codes and wallet IDs are int64. Order codes have 16 digits and exceed 2^53. OpenAPI has no other standard form than \`format: int64\`. JavaScript clients type it as \`number\` and lose digits, so they need the string form: read the digits from the text of the response. As parameters they are strings.
- Some operations share method and path. They are one operation here, and \`x-operations\` names all of them.
- \`webhooks\` has the events that the service posts to your server. Before the service saves a webhook, it calls the address with GET.
- Responses list the known fields. A field is required if a page of the service or a recorded response shows it, and never as null. Other fields can be absent.`;

/** Scopes of the operations, which the simulator's routes state. */
const routes = readFileSync(
  new URL('../../libs/pay-simulator/src/operations/routes.generated.ts', import.meta.url),
  'utf8',
);
const SCOPES = new Map(
  [...routes.matchAll(/^ {2}(\{ "key".*\}),$/gm)]
    .map(([, text]) => JSON.parse(text))
    .map(({ key, scope }) => [key, scope]),
);

const SECURITY = {
  oauth: ({ key }) => ({ oauth: [SCOPES.get(key)].filter(Boolean) }),
  cloudTerminal: ({ key }) => ({ oauth: [SCOPES.get(key)].filter(Boolean) }),
  basic: () => ({ merchant: [] }),
  reseller: () => ({ reseller: [] }),
  clientBasic: () => ({ client: [] }),
};

const camel = (key) => key.replaceAll(/[.:](\w)/g, (_, letter) => letter.toUpperCase());
const unique = (values) => [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];

export function serviceDocument() {
  const paths = {};
  const byUrl = groupBy(operationsOf(contract), urlOf);
  for (const shared of byUrl.values()) {
    const { path, host, http } = shared[0].row;
    paths[path] = {
      'x-host': host,
      servers: HOSTS[host].map((url, index) => ({ url, description: index === 0 ? 'Live.' : 'Demo.' })),
      ...paths[path],
      [http.toLowerCase()]: operationOf(shared),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Viva.com operations in pay-simulator (unofficial)',
      version: '1',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: HOSTS.api.map((url, index) => ({ url, description: index === 0 ? 'Live.' : 'Demo.' })),
    tags: Object.entries(contract)
      .filter(([, { operations = [], events = [] }]) => operations.length + events.length > 0)
      .map(([name, { about }]) => ({ name, description: about })),
    paths,
    webhooks: webhooksOf(contract['webhook-events']),
    components: { securitySchemes: securitySchemes(), schemas: errorSchemas() },
  };
}

function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** Two templates that differ only in the names of their parameters are one path. */
const urlOf = ({ row }) => `${row.http} ${row.host} ${row.path.replaceAll(/\{\w+\}/g, '{}')}`;

function securitySchemes() {
  const { AuthScheme, Scope } = contract.auth.enums;
  return {
    oauth: {
      type: 'oauth2',
      description: AuthScheme.oauth,
      flows: { clientCredentials: { tokenUrl: `${HOSTS.accounts[0]}/connect/token`, scopes: Scope } },
    },
    merchant: { type: 'http', scheme: 'basic', description: AuthScheme.basic },
    reseller: { type: 'http', scheme: 'basic', description: AuthScheme.reseller },
    client: { type: 'http', scheme: 'basic', description: AuthScheme.clientBasic },
  };
}

const ERRORS = { accounts: 'TokenError', api: 'ApiError', web: 'LegacyError' };

function errorSchemas() {
  const { oauthToken, v2, legacy } = contract.auth.errorShapes;
  const types = {
    status: 'integer',
    ErrorCode: 'integer',
    EventId: 'integer',
    Success: 'boolean',
    eventId: ['string', 'integer'],
    message: ['string', 'null'],
    ErrorText: ['string', 'null'],
    CorrelationId: ['string', 'null'],
  };
  const schema = ({ fields, example }) => ({
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, description]) => [
        name,
        { type: types[name] ?? 'string', description },
      ]),
    ),
    examples: [example],
  });
  return { TokenError: schema(oauthToken), ApiError: schema(v2), LegacyError: schema(legacy) };
}

function operationOf(shared) {
  const [{ area, row }] = shared;
  const rows = shared.map((one) => one.row);
  const notes = rows.map(({ id, summary, notes: note }) =>
    [rows.length > 1 && `**${id}**: ${summary}`, note].filter(Boolean).join(' '),
  );
  const security = unique(shared.flatMap((one) => SECURITY[one.row.auth]?.({ key: one.key }) ?? []));
  const body = requestBody(rows);
  return {
    operationId: camel(shared[0].key),
    tags: [area],
    summary: row.summary.replace(/\.$/, ''),
    ...(notes.some((note) => note !== '') && { description: notes.filter(Boolean).join('\n\n') }),
    'x-operations': shared.map(({ key }) => key),
    'x-confidence': row.confidence,
    ...(row.source && { 'x-source': unique(rows.flatMap(({ source = [] }) => source)) }),
    'x-idempotent': row.idempotent,
    security,
    ...parameters(rows),
    ...(body && { requestBody: body }),
    responses: responses(rows),
  };
}

function parameters(rows) {
  const all = new Map();
  for (const row of rows)
    for (const [place, fields] of [
      ['path', row.pathParams],
      ['query', row.query],
    ])
      for (const field of fields ?? []) {
        const known = all.get(`${place} ${field.name}`);
        // A parameter is required only if each of the operations requires it.
        const isRequired =
          place === 'path' ||
          rows.every((other) => other.query.some(({ name, required }) => name === field.name && required));
        if (!known)
          all.set(`${place} ${field.name}`, { ...parameterOf(field, place, row), required: isRequired });
      }
  // Two rows can name the parameter of a path differently. The name in the template counts.
  const inPath = [...rows[0].path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const list = [...all.values()].filter((one) => one.in !== 'path' || inPath.includes(one.name));
  for (const name of inPath.filter((one) => !list.some((known) => known.in === 'path' && known.name === one)))
    list.push({ name, in: 'path', required: true, description: `${name}.`, schema: { type: 'string' } });
  return list.length > 0 ? { parameters: list } : {};
}

function requestBody(rows) {
  const schemas = unique(
    rows
      .map((row) => bodySchema(row.body ?? [], row, { isRequired: ({ required }) => required }))
      .filter(Boolean),
  );
  if (schemas.length === 0) return undefined;
  return {
    required: rows.every(({ body = [] }) => body.some(({ required }) => required)),
    content: { [rows.find(({ contentType }) => contentType).contentType]: { schema: anyOf(schemas) } },
  };
}

const anyOf = (schemas) => (schemas.length === 1 ? schemas[0] : { anyOf: schemas });

function responses(rows) {
  const result = {};
  for (const status of unique(rows.flatMap(({ response }) => response.status))) {
    const schemas = unique(
      rows
        .filter(({ response }) => response.status.includes(status))
        .map((row) =>
          bodySchema(row.response.fields, row, {
            // 202 means that the work has not ended, and the members come later.
            isRequired: status === 202 ? () => false : isAlwaysPresent,
            isList: row.response.fields.every(({ name }) => name.startsWith('items[]')),
          }),
        )
        .filter(Boolean),
    );
    const isText = rows[0].response.fields.some(({ name, type }) => name === '(body)' && type === 'text/csv');
    result[status] = {
      description: 'Success.',
      ...(schemas.length > 0 &&
        status !== 204 && {
          content: { [isText ? 'text/csv' : 'application/json']: { schema: anyOf(schemas) } },
        }),
    };
  }
  const errors = rows.flatMap((row) => row.errors.map((error) => ({ ...error, row })));
  for (const error of errors) {
    // An error without a status concerns no response, or its status is unknown.
    const status = error.status ?? 'default';
    const text = `${error.code === null ? '' : `${error.code}: `}${error.when}`;
    const claim = { id: error.id, ...evidence(error) };
    const known = result[status];
    result[status] = {
      description: known ? `${known.description}\n- ${text}` : `- ${text}`,
      content: known?.content ?? {
        'application/json': { schema: { $ref: `#/components/schemas/${ERRORS[error.row.host]}` } },
      },
      'x-errors': unique([...(known?.['x-errors'] ?? []), claim]),
    };
  }
  return result;
}
