// Reads contract/: the operations and events with their fields as rows, which the generators and tests use.
import { readdirSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { separateNames } from './coded-values.mjs';

const FOLDER = new URL('../../contract/', import.meta.url);
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Reads a file of the contract, such as `openapi/payments.yaml`. */
export const readYaml = (file) => load(readFileSync(new URL(file, FOLDER), 'utf8'));

/** Names of the files in a folder of the contract, without the ending. */
const namesIn = (folder) =>
  readdirSync(new URL(`${folder}/`, FOLDER))
    .map((file) => file.replace('.yaml', ''))
    .sort();

/** The OpenAPI documents by area. */
export const readDocuments = () =>
  Object.fromEntries(namesIn('openapi').map((area) => [area, readYaml(`openapi/${area}.yaml`)]));

/** Keywords of JSON Schema that limit a value. */
export const KEYWORDS = [
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'pattern',
  'enum',
  'const',
  'default',
  'maxItems',
];
export const pick = (record, names) =>
  Object.fromEntries(names.filter((name) => record[name] !== undefined).map((name) => [name, record[name]]));
const defined = (record) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
const typesOf = ({ type }) => [type ?? []].flat();

const FORMATS = {
  uuid: 'uuid',
  int64: 'int64',
  decimal: 'decimal',
  date: 'date',
  'date-time': 'datetime',
  'date-time-local': 'datetime',
};

/** Names the type of a value: its format, or the types that it can have. Amounts in minor units are plain integers. */
function typeOf(schema) {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join('|');
  const types = typesOf(schema);
  if (types.length === 0) return 'const' in schema ? typeof schema.const : 'mixed';
  return types
    .map((type) => {
      if (type === 'array')
        return schema.items?.type === undefined ? 'array' : `array of ${typeOf(schema.items)}`;
      const isNumber = type === 'integer' || type === 'number';
      const isFormatted = isNumber === ['int64', 'decimal'].includes(schema.format) && type !== 'null';
      if (isFormatted && !(schema.format === 'int64' && schema['x-unit'] === 'minor'))
        return FORMATS[schema.format] ?? type;
      return type;
    })
    .join('|');
}

/** Returns the row of a field. */
function rowOf(name, schema, required) {
  const items =
    schema.items &&
    pick({ ...schema.items, knownValues: schema.items['x-known-values'] }, ['knownValues', ...KEYWORDS]);
  const limits = defined({
    ...pick(schema, KEYWORDS),
    knownValues: schema['x-known-values'],
    defaultOf: schema['x-default'],
    items: items && Object.keys(items).length > 0 ? items : undefined,
  });
  return defined({
    name,
    type: typeOf(schema),
    types: typesOf(schema).filter((type) => type !== 'null'),
    format: schema.format,
    itemTypes: schema.items && typesOf(schema.items),
    required,
    meaning: schema.description,
    notes: schema['x-notes'],
    constraints: schema['x-limits'],
    schema: limits,
    unit: schema['x-unit'],
    unitConfidence: schema['x-unit-confidence'],
    constant: schema['x-codes'],
    digits: schema['x-digits'],
    option: schema['x-option'],
    member: schema['x-member'],
    check: schema['x-check'],
    optional: schema['x-optional'],
    echoes: schema['x-echoes'],
    nullable: typesOf(schema).includes('null'),
    example: schema.examples?.[0],
    ...schema['x-evidence'],
  });
}

/** Returns the rows of an object's members. Objects without a description of their own are no rows. */
function* rowsIn(schema, prefix, isRequired) {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const path = prefix + name;
    const inner = member.items?.properties ? member.items : member;
    const isGroup = inner.properties !== undefined && member.description === undefined;
    if (!isGroup) yield rowOf(path, member, isRequired(schema, name, member));
    yield* rowsIn(inner, inner === member ? `${path}.` : `${path}[].`, isRequired);
  }
}
const rowsOf = (schema, isRequired) =>
  schema.type === 'array'
    ? [...rowsIn(schema.items, 'items[].', isRequired)]
    : [...rowsIn(schema, '', isRequired)];

const isRequiredBySchema = (schema, name) => schema.required?.includes(name) ?? false;
/** The library rejects a response without such a member. A schema's `required` says what the service always sends. */
const isRequiredByLibrary = (_schema, _name, member) => member['x-required'];

/** The schema of the only kind of content of a request or response. */
const contentOf = ({ content } = {}) => {
  const [[type, { schema }] = [null, {}]] = Object.entries(content ?? {});
  return { type, schema };
};

function responseOf(responses) {
  const successes = Object.keys(responses).filter(
    (status) => status.startsWith('2') && !responses[status]['x-is-error'],
  );
  const main =
    successes.map((status) => responses[status]).find((one) => 'x-returns' in one || one.content) ??
    responses[successes[0]] ??
    {};
  const { type, schema } = contentOf(main);
  const isText = schema !== undefined && type !== 'application/json';
  return defined({
    status: successes.map(Number),
    empty: main['x-empty'] ?? false,
    result: main['x-returns'],
    fields:
      schema === undefined
        ? []
        : isText
          ? [
              {
                ...rowOf('(body)', schema, schema['x-required']),
                type: type === 'text/csv' ? type : typeOf(schema),
              },
            ]
          : rowsOf(schema, isRequiredByLibrary),
  });
}

const errorsOf = (responses) =>
  Object.entries(responses).flatMap(([status, response]) =>
    (response['x-errors'] ?? []).map(({ description = '', code = null, ...error }) => ({
      ...error,
      status: status === 'default' ? null : Number(status),
      code,
      when: description,
    })),
  );

const parametersIn = (place, parameters = []) =>
  parameters
    .filter((one) => one.in === place)
    .map(({ name, required = false, description, schema, example, ...more }) =>
      rowOf(
        name,
        { description, ...schema, ...(example !== undefined && { examples: [example] }), ...more },
        required,
      ),
    );

/** Returns an operation as a row. */
function operationOf(path, host, method, operation) {
  const { clients, signature, contentType } = operation['x-operation'];
  const { type, schema } = contentOf(operation.requestBody);
  const [security = {}] = operation.security;
  const [[auth, scopes] = ['none', []]] = Object.entries(security);
  return defined({
    document: operation,
    id: operation.operationId,
    clients,
    signature,
    summary: operation.summary,
    http: path.startsWith('/') ? method.toUpperCase() : null,
    host,
    path: path.startsWith('/') ? path.split('#')[0] : null,
    auth,
    scope: scopes[0] ?? null,
    contentType: contentType === 'none' ? null : (contentType ?? type),
    pathParams: parametersIn('path', operation.parameters),
    query: parametersIn('query', operation.parameters),
    body: schema === undefined ? [] : rowsOf(schema, isRequiredBySchema),
    response: responseOf(operation.responses),
    errors: errorsOf(operation.responses),
    async: operation['x-async'] ?? false,
    idempotent: operation['x-retry'],
    callerKey: operation['x-caller-key'],
    outcomeLookup: operation['x-outcome'],
    hints: operation['x-hints'],
    emits: operation['x-emits'] ?? [],
    shown: operation.description?.split('\n').filter(Boolean) ?? [],
    notes: operation['x-notes'] ?? '',
    ...operation['x-evidence'],
  });
}

const operationsIn = ({ paths, webhooks = {} }) =>
  Object.entries({ ...paths, ...webhooks }).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) =>
      operationOf(path, item['x-host'], method, item[method]),
    ),
  );

/** Returns the result types of an area: the schemas with `x-result`. Their `operation` and `at` say where they are. */
function resultsIn({ paths }) {
  const results = {};
  const visit = (schema, id, path) => {
    for (const [name, facts] of Object.entries(schema['x-results'] ?? {}))
      results[name] = { ...facts, operation: id, ...(path !== '' && { at: path }) };
    if (schema.items) visit(schema.items, id, path === '' ? '' : `${path}[]`);
    for (const [name, member] of Object.entries(schema.properties ?? {}))
      visit(member, id, path === '' ? name : `${path}.${name}`);
  };
  for (const item of Object.values(paths))
    for (const method of METHODS)
      for (const response of Object.values(item[method]?.responses ?? {})) {
        const { schema } = contentOf(response);
        if (schema) visit(schema, item[method].operationId, '');
      }
  return results;
}

/** Returns the events as rows, with the payload types. */
function eventsOf({ webhooks, components }) {
  const payloads = {};
  const events = Object.values(webhooks).map(({ post }) => {
    const { schema } = contentOf(post.requestBody);
    const [, event] = schema.allOf ?? [];
    const data = event?.properties.EventData ?? schema;
    if (data.title) payloads[data.title] = data['x-payload'];
    return defined({
      ...post['x-event'],
      name: post.summary,
      doc: post.description,
      deprecated: post.deprecated,
      eventData: rowsOf(data, () => undefined),
      samplePayload: post.requestBody.content['application/json'].example,
      notes: post['x-notes'],
      ...post['x-evidence'],
    });
  });
  return { events, payloads, envelope: rowsOf(components.schemas.Envelope, () => undefined) };
}

/** Returns the contract by area: operations, results and events as rows, and what behaviour/ says. */
export function readContract() {
  const documents = readDocuments();
  return Object.fromEntries(
    namesIn('behaviour').map((area) => {
      const document = documents[area];
      const behaviour = readYaml(`behaviour/${area}.yaml`);
      return [
        area,
        separateNames({
          ...behaviour,
          ...(document && {
            about: document.tags[0].description,
            operations: operationsIn(document),
            results: resultsIn(document),
          }),
          ...(area === 'webhook-events' && eventsOf(readYaml('webhooks.yaml'))),
        }),
      ];
    }),
  );
}

let contract;

/** Returns what one area of the contract says. The files are read once. */
export const areaOf = (area) => (contract ??= readContract())[area];
