// npm run generate: writes the routes, handlers and claims of the simulator's operations, constants of its domain, and the facts
// that `verify` compares, from contract/ and the files in src/operations. Also writes the styles, scripts and texts of its pages.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  claimsOf,
  CONFIDENCES,
  kindOfConfidence,
  operationsOf,
  readContract,
} from '../../../scripts/contract/claims.mjs';
import { KEYWORDS, pick } from '../../../scripts/contract/read.mjs';
import { HEADER, read, report, ROOT, writeGenerated } from '../../../scripts/generated.mjs';
import { fileModule } from '../../../scripts/file-modules.mjs';
import { kebab } from '../../../scripts/operation-facts/option-classes.mjs';
import { verifyContract } from './verify-contract.mjs';

const OPERATIONS = 'libs/pay-simulator/src/operations';

const contract = readContract();

const operations = operationsOf(contract);
const routeOf = ({ key, clients, row: { id, http: method, host, path, auth, contentType, scope } }) => ({
  ...{ key, id, clients, method, host, path, auth, contentType, scope },
});

/** Writes JSON with one line for each item of a list or member of a record. */
function json(value) {
  const line = (row) => JSON.stringify(row, null, 1).replaceAll(/\n\s*/g, ' ');
  if (Array.isArray(value)) return `[\n${value.map((row) => `  ${line(row)},\n`).join('')}]`;
  if (typeof value !== 'object') return line(value);
  const members = Object.entries(value).map(([name, row]) => `  ${JSON.stringify(name)}: ${line(row)},\n`);
  return `{\n${members.join('')}}`;
}
const routesFile = () => `${HEADER}import type { Operation } from '../http/operation.js';

/** All operations of the wire contract. \`key\` is the contract ID, with the area as a prefix if two areas use the same ID. */
export const ROUTES: readonly Operation[] = ${json(operations.map(routeOf))};
`;

/** Folders of src/operations for the areas of the contract in which most operations have handlers of their own. */
const FOLDERS = { isv: 'isv', marketplace: 'platforms' };

/** The hosted checkout, which is a page. */
const PAGE = 'getSmartCheckout';

/** Finds the file that an operation's handler is written in by convention, and the handler: named as its method, or the only export. */
function handlerOf({ key, area, row }) {
  const names = row.id.replace(/:\w+$/, '').split('.');
  const method = names.at(-1);
  const file = `${FOLDERS[area] ?? kebab(names[0])}/${kebab(method)}.ts`;
  if (!existsSync(join(ROOT, OPERATIONS, file)))
    return report(`${key} has no handler: write ${OPERATIONS}/${file}`);
  const exports = [...read(`${OPERATIONS}/${file}`).matchAll(/^export (?:const|function) (\w+)/gm)];
  const name = exports.length === 1 ? exports[0][1] : method;
  return { key, file, name, alias: key.replaceAll(/[.:](\w)/g, (_, letter) => letter.toUpperCase()) };
}

/** Imports the handler of each operation, except those that registry.ts composes. An operation of no client needs no handler. */
function handlersFile() {
  const composed = read(`${OPERATIONS}/registry.ts`);
  const isComposed = (key) => composed.includes(`  '${key}':`) || composed.includes(`  ${key}:`);
  const handlers = operations
    .filter(({ key, clients }) => clients.length > 0 && key !== PAGE && !isComposed(key))
    .map(handlerOf)
    .filter(Boolean);
  const imports = handlers.map(
    ({ name, alias, file }) => `import { ${name} as ${alias} } from './${file.replace(/ts$/, 'js')}';\n`,
  );
  const entries = handlers.map(({ key, alias }) => `  '${key}': ${alias},\n`);
  return `${HEADER}import type { Handler, WaitingHandler } from './handler.js';
${imports.join('')}
/** Operations whose handler is in the file that is named after them. */
export const GENERATED_HANDLERS: Readonly<Record<string, Handler | WaitingHandler>> = {
${entries.join('')}};
`;
}

/** Keywords of a schema that the simulator checks. */
const CHECKED = KEYWORDS.filter((name) => name !== 'default');
const plain = (text) => text?.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');

/** Fields with their schemas, as JSON. Many operations share them, so schemas have the numbers of their members. */
const sharedFields = new Map();
function numberOf(name, schema) {
  const text = JSON.stringify([name, checkedSchema(schema)]);
  if (!sharedFields.has(text)) sharedFields.set(text, sharedFields.size);
  return sharedFields.get(text);
}

/** Text is the type of a schema without one. */
function checkedSchema({ type = 'any', ...schema }) {
  const { properties, items, required } = schema;
  return {
    ...(type !== 'string' && { type }),
    ...pick(schema, CHECKED),
    ...(schema.pattern && { expected: plain(schema['x-limits']) }),
    ...(required?.length > 0 && { required }),
    ...(properties && {
      properties: Object.entries(properties).map(([name, member]) => numberOf(name, member)),
    }),
    ...(items && { items: checkedSchema(items) }),
  };
}

/** Writes the schemas of queries and bodies. */
function requestSchemasFile() {
  const lines = operations.flatMap(({ key, row: { document } }) => {
    const [content] = Object.values(document.requestBody?.content ?? {});
    const inQuery = (document.parameters ?? []).filter((parameter) => parameter.in === 'query');
    const query = {
      required: inQuery.filter(({ required }) => required).map(({ name }) => name),
      properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    };
    const schemas = {
      ...(inQuery.length > 0 && { query: checkedSchema(query) }),
      ...(content && { body: checkedSchema(content.schema) }),
    };
    return Object.keys(schemas).length === 0 ? [] : [`${JSON.stringify(key)}:${JSON.stringify(schemas)}`];
  });
  return `${HEADER}import type { WrittenSchema } from '../http/request-limits.js';

/** Fields of requests with their schemas. As text, because a parser reads it faster than code. */
export const REQUEST_FIELDS = JSON.parse(String.raw\`[
${[...sharedFields.keys()].join(',\n')}
]\`) as readonly (readonly [name: string, schema: WrittenSchema])[];

/** Schemas of the queries and bodies of operations, by the key of the operation, with the numbers of their fields. */
export const REQUEST_SCHEMAS = JSON.parse(String.raw\`{
${lines.join(',\n')}
}\`) as Readonly<Record<string, { readonly query?: WrittenSchema; readonly body?: WrittenSchema }>>;
`;
}

/** Names of the members of a response, or of a part of it: `key/data[]` are the members of the items of `data`. */
function responseMembers(place) {
  const [key, part] = place.split('/');
  const row = operations.find((operation) => operation.key === key)?.row;
  const start = part === undefined ? '' : `${part}.`;
  const names = (row?.response.fields ?? [])
    .map(({ name }) => name.replace(/^(items)?\[\]\./, ''))
    .filter((name) => name.startsWith(start))
    .map((name) => name.slice(start.length).split(/[.[]/)[0]);
  if (names.length === 0) report(`contract/ has no members of ${place}, which src/operations names`);
  return [...new Set(names)];
}

/** Lists the members of the responses that handlers write with `membersOf`. */
function responseMembersFile() {
  const places = readdirSync(join(ROOT, OPERATIONS), { recursive: true })
    .filter((name) => /(?<!\.spec|\.generated)\.ts$/.test(name))
    .map((name) => read(`${OPERATIONS}/${name}`))
    .flatMap((text) => [...text.matchAll(/\bmembersOf\(\s*'([^']+)'/g)].map(([, place]) => place));
  const lists = [...new Set(places)].toSorted().map((place) => [place, responseMembers(place)]);
  return `${HEADER}
/** Members of responses, and of parts of them, in the order of the contract. */
export const RESPONSE_MEMBERS = ${json(Object.fromEntries(lists))} as const;
`;
}

/** Members that depend on the attempt of a delivery. */
const ATTEMPT_MEMBERS = ['RetryCount', 'RetryDelayInSeconds'];
const mapEntries = (record, change) => Object.fromEntries(Object.entries(record).map(change));

/** Lists the members of events by the type of their payload. */
function eventMembersFile() {
  const { events, payloads } = contract['webhook-events'];
  const lists = mapEntries(payloads, ([name, { events: ids }]) => {
    const { samplePayload } = events.find(({ eventTypeId }) => eventTypeId === ids[0]);
    const names = Object.keys(samplePayload.EventData ?? samplePayload);
    return [name, names.filter((member) => !ATTEMPT_MEMBERS.includes(member))];
  });
  return `${HEADER}
/** Members of events by the type of their payload, in the order of the documented sample. @see contract/webhooks.yaml */
export const EVENT_MEMBERS = ${json(lists)} as const;
`;
}

const { auth, payments, plugins, pos, transactions } = contract;
const { eventTable, retryPolicy } = contract['webhook-events'];
const { attempts, intervalSeconds } = retryPolicy.standard;
/** The numbers of a list of coded values, by name. */
const startUpper = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const numbersByName = (area, list) => mapEntries(area.names[list], ([code, name]) => [name, Number(code)]);
const header = (end) => json(Object.keys(auth.responseHeaders).find((name) => name.endsWith(end)));
const contractFile = () => `${HEADER}
/** OAuth scopes by their name without the common prefix. @see contract/behaviour/auth.yaml */
export const SCOPES = ${json(mapEntries(auth.enums.Scope, ([scope]) => [scope.split(':').slice(2).join(':'), scope]))} as const;

/** Languages of the hosted checkout page. @see contract/openapi/payments.yaml */
export const REQUEST_LANGUAGES: readonly string[] = ${json(Object.keys(payments.enums.RequestLang))};

/** Payment method IDs. @see contract/openapi/payments.yaml */
export const PAYMENT_METHOD_IDS: readonly number[] = ${json(Object.keys(payments.enums.PaymentMethodId).map(Number))};

/** Descriptions of event IDs. @see contract/openapi/transactions.yaml */
export const EVENT_TEXTS: Readonly<Record<string, string>> = ${json(transactions.enums.EventId)};

/** IDs of the channels of orders, by what they stand for. @see contract/openapi/plugins.yaml */
export const CHANNELS = ${json(mapEntries(plugins.enums.ChannelId, ([id, name]) => [name, id]))} as const;

/** Names of transaction types. @see contract/openapi/transactions.yaml */
export const TRANSACTION_TYPES: Readonly<Record<string, string>> = ${json(transactions.enums.TransactionTypeId)};

/** Sub-types of movements. @see contract/openapi/data-services.yaml */
export const MovementSubType = ${json(numbersByName(contract['data-services'], 'AccountTransactionSubTypeId'))} as const;

/** Event IDs of ended terminal sessions. @see contract/openapi/pos.yaml */
export const SESSION_EVENTS = ${json(numbersByName(pos, 'SessionEventId'))} as const;

/** What the event IDs of ended terminal sessions mean. @see contract/openapi/pos.yaml */
export const SESSION_MEANINGS = ${json({ ...mapEntries(pos.enums.SessionEventId, ([id, text]) => [id, startUpper(text)]), ...pos.nextSteps.session.meanings })} as const;

/** Event IDs of the amounts that the issuer declines, by amount in minor units. @see contract/openapi/transactions.yaml */
export const TEST_AMOUNTS: Readonly<Record<string, number>> = ${json(mapEntries(transactions.enums.TestAmount, ([amount, text]) => [amount, Number.parseInt(text, 10)]))};

/** Test cards of the demo environment. @see contract/openapi/transactions.yaml */
export const TEST_CARDS: readonly { readonly number: string; readonly scheme: string; readonly cvv: string; readonly result: string }[] = ${json(transactions.testData.cards)};

/** Names of the event types that a merchant can register a webhook for in the banking app, by ID. @see contract/webhooks.yaml */
export const EVENT_TYPES: Readonly<Record<string, string>> = ${json(Object.fromEntries(eventTable.map((event) => [event.eventTypeId, event.name])))};

/** Error text if a permission is off. @see contract/openapi/transactions.yaml */
export const PERMISSION_OFF_TEXT = ${json(transactions.errorExamples.permissionOff.ErrorText)};

/** Response headers of the service. @see contract/behaviour/auth.yaml */
export const RESPONSE_HEADERS = {
  correlationId: ${header('CorrelationId')},
  eventId: ${header('EventId')},
} as const;

/** Number of attempts of a delivery, and the interval between them. @see contract/webhooks.yaml */
export const RETRY_POLICY = ${json({ attempts, intervalSeconds })} as const;
`;

/** Traps that describe an HTTP status for all operations. */
const GENERAL_CLAIMS = { 401: 'auth.1', 403: 'auth.9', 405: 'isv.15' };

const rank = (confidence) => CONFIDENCES.indexOf(kindOfConfidence(confidence));

/** The text of an error's `code` says which member has the code. */
const MEMBER_NAMES = new Set(['x-viva-eventid', 'eventid', 'errorcode', 'errortext', 'message', 'or']);
const codesOf = (code) =>
  (String(code ?? '').match(/[\w-]+/g) ?? []).filter((word) => !MEMBER_NAMES.has(word.toLowerCase()));

/** The claims that decide how well a response is known. The text is short, because it is part of the package. */
function claimsFile() {
  const claims = claimsOf(contract);
  const confidenceOf = new Map(claims.map(({ id, confidence }) => [id, confidence]));
  const confidences = [...new Set(confidenceOf.values())].sort((a, b) => rank(a) - rank(b));
  const number = (confidence) => confidences.indexOf(confidence);
  const operationClaims = operations.map(({ key, row }) => {
    // Only messages about inferred claims name an ID.
    const errors = row.errors.map(({ id, status, code, confidence }) =>
      JSON.stringify([status, number(confidence), confidence === 'inferred' ? id : '', ...codesOf(code)]),
    );
    const fields = claims
      .filter(({ id }) => id.startsWith(`${key}/`) && /^(path|query|body)\//.test(id.slice(key.length + 1)))
      // A field that is known as well as its operation does not change what a response rests on.
      .filter(({ confidence }) => rank(confidence) > rank(row.confidence))
      // The unit of an inferred amount says nothing more.
      .filter(
        ({ id, confidence }) => !id.endsWith('/unit') || confidence !== confidenceOf.get(id.slice(0, -5)),
      )
      .map(({ id, confidence }) => [id.slice(key.length + 1), number(confidence)]);
    const parts = [number(row.confidence), [...new Set(errors)].map((error) => JSON.parse(error))];
    return [key, fields.length > 0 ? [...parts, Object.fromEntries(fields)] : parts];
  });
  const general = Object.entries(GENERAL_CLAIMS).map(([status, id]) => {
    if (!confidenceOf.has(id)) report(`contract/ has no claim ${id}, which describes HTTP ${status}`);
    return [status, { id, confidence: confidenceOf.get(id) }];
  });
  const events = claims
    .filter(({ kind, id }) => kind === 'event' && /\/event\/\d+$/.test(id))
    .map(({ id, confidence }) => [id.split('/').at(-1), confidence]);
  const text = operationClaims.map((entry) => JSON.stringify(entry)).join(',\n');
  return `${HEADER}import type { ContractClaims } from '../http/confidence.js';

type Written = readonly [
  key: string,
  claims: readonly [
    confidence: number,
    errors: readonly (readonly [status: number | null, confidence: number, id: string, ...codes: string[]])[],
    fields?: Readonly<Record<string, number>>,
  ],
];

const WRITTEN: readonly string[] = ${JSON.stringify(confidences)};
const confidenceOf = (index: number): string => WRITTEN[index] ?? '';

/** What the contract claims about operations and events. */
export const CLAIMS: ContractClaims = {
  ranking: ${JSON.stringify(CONFIDENCES)},
  statuses: ${JSON.stringify(Object.fromEntries(general))},
  events: ${JSON.stringify(Object.fromEntries(events))},
  operations: Object.fromEntries(
    (JSON.parse(\`[
${text}
]\`) as Written[]).map(([key, [confidence, errors, fields = {}]]) => [
      key,
      {
        confidence: confidenceOf(confidence),
        fields: Object.fromEntries(Object.entries(fields).map(([name, index]) => [name, confidenceOf(index)])),
        errors: errors.map(([status, index, id, ...codes]) => ({ id, status, codes, confidence: confidenceOf(index) })),
      },
    ]),
  ),
};
`;
}

const FILE_FOLDERS = [
  'checkout',
  'checkout/language',
  'console',
  'http',
  'terminal',
  'transparent',
  'cli',
  'verify',
];
for (const [name, text] of [
  ['operations/routes.generated.ts', routesFile()],
  ['operations/handlers.generated.ts', handlersFile()],
  ['operations/claims.generated.ts', claimsFile()],
  ['operations/request-schemas.generated.ts', requestSchemasFile()],
  ['operations/response-members.generated.ts', responseMembersFile()],
  ['deliveries/event-members.generated.ts', eventMembersFile()],
  ['domain/contract.generated.ts', contractFile()],
  ['verify/contract.generated.ts', verifyContract],
  ...FILE_FOLDERS.map((folder) => [
    `${folder}/page-files.generated.ts`,
    fileModule(`libs/pay-simulator/src/${folder}`),
  ]),
])
  writeGenerated(`libs/pay-simulator/src/${name}`, text);
