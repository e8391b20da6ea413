// Reads contract/: the operations and events with their fields as rows, which the generators and tests use.
import { readdirSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { defined, mapValues, recordOf } from '../collections.mjs';

const FOLDER = new URL('../../contract/', import.meta.url);
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Returns a function that remembers its results. */
const once =
  (read, known = new Map()) =>
  (name) => {
    if (!known.has(name)) known.set(name, read(name));
    return known.get(name);
  };

/** Reads a file of the contract, such as `openapi/payments.yaml`. */
export const readYaml = once((file) => load(readFileSync(new URL(file, FOLDER), 'utf8')));

/** Names of the files in a folder of the contract, without the ending. */
const namesIn = (folder) =>
  readdirSync(new URL(`${folder}/`, FOLDER))
    .map((file) => file.replace('.yaml', ''))
    .sort();

/** The OpenAPI documents by area. */
export const readDocuments = () =>
  recordOf(namesIn('openapi'), (area) => [area, readYaml(`openapi/${area}.yaml`)]);

/** How callers sign in, by the name that operations give. */
export const SECURITY_SCHEMES = readYaml('security.yaml');

/** Keywords of JSON Schema that limit a value. */
export const LIMITS = ['minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'maxItems'];
export const KEYWORDS = ['format', ...LIMITS, 'exclusiveMaximum', 'pattern', 'enum', 'const', 'default'];
export const typesOf = ({ type }) => [type ?? []].flat();

/** Returns the row of a field: its schema, and the facts that many readers use. */
export const rowOf = (name, schema, required) =>
  defined({
    name,
    schema,
    required,
    types: typesOf(schema).filter((type) => type !== 'null'),
    nullable: typesOf(schema).includes('null'),
    itemTypes: schema.items && typesOf(schema.items),
    meaning: schema.description,
    unit: schema['x-unit'],
    unitConfidence: schema['x-unit-confidence'],
    constant: schema['x-codes'],
    digits: schema['x-digits'],
    check: schema['x-check'],
    echoes: schema['x-echoes'],
    knownValues: schema['x-known-values'] ?? schema.items?.['x-known-values'],
    defaultOf: schema['x-default'],
    option: schema['x-option'],
    member: schema['x-member'],
    example: schema.examples?.[0],
    ...schema['x-evidence'],
  });

/** Whether a field is an int64. Amounts in minor units are plain integers. */
export const isInt64 = (schema) => schema.format === 'int64' && schema['x-unit'] !== 'minor';

/** Returns the rows of an object's members. Objects without a description of their own are no rows. */
const rowsIn = ({ properties = {}, required = [] }, prefix = '') =>
  Object.entries(properties).flatMap(([name, member]) => {
    const path = prefix + name;
    const [inner, end] = member.items?.properties ? [member.items, '[].'] : [member, '.'];
    const isGroup = inner.properties !== undefined && member.description === undefined;
    const own = isGroup ? [] : [rowOf(path, member, required.includes(name))];
    return [...own, ...rowsIn(inner, path + end)];
  });
const rowsOf = (schema) => (schema.type === 'array' ? rowsIn(schema.items, 'items[].') : rowsIn(schema));

/** The schema of the only kind of content of a request or response. */
export const contentOf = ({ content } = {}) => {
  const [[type, { schema }] = [null, {}]] = Object.entries(content ?? {});
  return { type, schema };
};

function responseOf(responses) {
  const successes = Object.entries(responses).filter(
    ([status, response]) => status.startsWith('2') && !response['x-is-error'],
  );
  const all = successes.map(([, response]) => response);
  const main = all.find((one) => 'x-returns' in one || one.content) ?? all[0] ?? {};
  const { type, schema } = contentOf(main);
  return defined({
    status: successes.map(([status]) => Number(status)),
    empty: main['x-empty'] ?? false,
    result: main['x-returns'],
    fields: schema ? fieldsOf(type, schema) : [],
  });
}

const fieldsOf = (type, schema) => (type === 'application/json' ? rowsOf(schema) : [rowOf('(body)', schema)]);

const errorsOf = (responses) =>
  Object.entries(responses).flatMap(([status, response]) =>
    (response['x-errors'] ?? []).map(({ description = '', code = null, ...error }) => ({
      ...error,
      status: status === 'default' ? null : Number(status),
      code,
      when: description,
    })),
  );

/** The schema of a parameter with what the parameter says about it. */
export const schemaOfParameter = ({ description, schema, example, ...more }) => ({
  ...{ description, ...schema, ...more },
  ...(example !== undefined && { examples: [example] }),
});

const parametersIn = (place, parameters = []) =>
  parameters
    .filter((one) => one.in === place)
    .map(({ name, required = false, ...more }) => rowOf(name, schemaOfParameter(more), required));

/** Returns an operation as a row. */
function operationOf({ path, host, servers, method, operation }) {
  const { clients, signature, docstring, contentType } = operation['x-operation'];
  const { type, schema } = contentOf(operation.requestBody);
  const [security = {}] = operation.security;
  const [[auth, scopes] = ['none', []]] = Object.entries(security);
  return defined({
    document: operation,
    id: operation.operationId,
    clients,
    signature,
    docstring,
    summary: operation.summary,
    http: path.startsWith('/') ? method.toUpperCase() : null,
    host,
    servers,
    path: path.startsWith('/') ? path.split('#')[0] : null,
    auth,
    scope: scopes[0] ?? null,
    contentType: contentType === 'none' ? null : (contentType ?? type),
    pathParams: parametersIn('path', operation.parameters),
    query: parametersIn('query', operation.parameters),
    body: schema === undefined ? [] : rowsOf(schema),
    response: responseOf(operation.responses),
    errors: errorsOf(operation.responses),
    idempotent: operation['x-retry'],
    credentials: operation['x-credentials'],
    callerKey: operation['x-caller-key'],
    outcomeLookup: operation['x-outcome'],
    hints: operation['x-hints'],
    emits: operation['x-emits'] ?? [],
    shown: operation.description?.split('\n').filter(Boolean) ?? [],
    ...operation['x-evidence'],
  });
}

/** Returns the operations below some paths. */
export const operationsIn = (paths) =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      ...{ path, method, host: item['x-host'], servers: item.servers, operation: item[method] },
    })),
  );

/** Returns the events as rows, with the payload types. `key` is the library's name of an event. */
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
      eventData: rowsOf(data),
      samplePayload: post.requestBody.content['application/json'].example,
      notes: post['x-notes'],
      ...post['x-evidence'],
    });
  });
  for (const event of events) {
    event.key = event.name.replaceAll(' ', '');
    event.payload = Object.keys(payloads).find((type) => payloads[type].events.includes(event.eventTypeId));
  }
  return { events, payloads, envelope: rowsOf(components.schemas.Envelope) };
}

/**
 * Returns an area with the meanings of its codes, and the library's names of the codes in `names`: a list that has a constant states
 * both, as in `'10054': 'ExpiredCard: Expired card'`. A name that says everything has no meaning beside it.
 */
function separateNames(area) {
  const enums = { ...area.enums };
  const names = {};
  for (const { enum: list } of Object.values(area.constants ?? {})) {
    const rows = mapValues(area.enums[list], (text, code) => {
      const [, name, meaning = name] = /^([A-Z]\w*)(?:: (.+))?$/.exec(text) ?? [];
      if (name) return { name, meaning };
      throw new Error(`contract/: enums.${list}.${code} must begin with a name, such as "Paid: …".`);
    });
    enums[list] = mapValues(rows, ({ meaning }) => meaning);
    names[list] = mapValues(rows, ({ name }) => name);
  }
  return { ...area, enums, names };
}

/** Returns the contract by area: operations, results and events as rows, and what behaviour/ says. */
export const readContract = once(() => {
  const documents = readDocuments();
  return recordOf(namesIn('behaviour'), (area) => {
    const document = documents[area];
    const facts = document && {
      about: document.tags[0].description,
      operations: operationsIn({ ...document.paths, ...document.webhooks }).map(operationOf),
    };
    const events = area === 'webhook-events' && eventsOf(readYaml('webhooks.yaml'));
    return [area, separateNames({ ...readYaml(`behaviour/${area}.yaml`), ...facts, ...events })];
  });
});

/** Returns what one area of the contract says. */
export const areaOf = (area) => readContract()[area];
