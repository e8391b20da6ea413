// The wire facts of each operation, from its row in contract/.
import { groupBy, placesOf } from './option-classes.mjs';

/** Finds the set of credentials for a merchant's call. ISVs and platforms have one pair of credentials. */
function credentialsOf({ area, row }, { credentialSets }) {
  if (row.auth !== 'oauth' || ['isv', 'marketplace'].includes(area)) return undefined;
  const sets = Object.entries(credentialSets);
  return sets.find(([, { paths }]) => paths.some((start) => row.path.startsWith(start)))?.[0];
}

/** Returns the kinds of the path parameters: `string (uuid)` is a `uuid`. */
function parametersOf({ key, row: { path, pathParams } }) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const kinds = names.map((name) => {
    const declared = pathParams.find((parameter) => parameter.name === name);
    if (declared === undefined) throw new Error(`contract/: ${key} has no pathParams row for {${name}}.`);
    return [name, /uuid|int64/.exec(declared.type)?.[0] ?? 'text'];
  });
  return Object.fromEntries(kinds);
}

function retryOf({ key, row: { idempotent, callerKey, query, body } }) {
  if (idempotent !== 'caller-key') return idempotent;
  if (callerKey === undefined) throw new Error(`contract/: ${key} does not name its callerKey.`);
  const field = [...query, ...body].find(({ name }) => name === callerKey);
  const isRequired = callerKey === 'idempotencyKey' && field?.required === true;
  return { callerKey, ...(isRequired && { isRequired }) };
}

/** Start of the names of fields in a response that is a list. */
export const LIST = /^(items)?\[\]\./;

/** Returns how a success response is read: its kind, and the members that the library requires and checks. */
function responseOf({ status, fields, empty, result }) {
  if (fields.length === 0 || result === undefined) return { kind: 'empty' };
  const isEmptyOn204 = status.includes(204);
  if (fields[0].name === '(body)') return { kind: 'bytes', ...(isEmptyOn204 && { whenNoContent: null }) };
  const isList = fields.every(({ name }) => LIST.test(name));
  const members = fields.map((field) => ({ ...field, name: field.name.replace(LIST, '') }));
  const required = members.filter((field) => field.required).map(({ name }) => name);
  return {
    kind: isList ? 'list' : 'json',
    required,
    ...checksOf(members),
    ...(empty && { whenEmpty: null }),
    ...(status.includes(202) && { pendingOn202: true }),
  };
}

function checksOf(members) {
  const checked = members.filter(({ check }) => check !== undefined);
  const repeated = members.filter(({ echoes }) => echoes !== undefined && echoes !== 'amount');
  const amount = members.find(({ echoes }) => echoes === 'amount');
  return {
    ...(checked.length > 0 && { types: Object.fromEntries(checked.map(({ name, check }) => [name, check])) }),
    ...(repeated.length > 0 && {
      echoes: Object.fromEntries(repeated.map(({ name, echoes }) => [name, echoes])),
    }),
    ...(amount !== undefined && { amount: { name: amount.name, unit: amount.unit } }),
  };
}

function factsOf(operation, auth) {
  const { row } = operation;
  const credentials = credentialsOf(operation, auth);
  const parameters = parametersOf(operation);
  return {
    method: row.http,
    host: row.host,
    path: row.path,
    ...(Object.keys(parameters).length > 0 && { parameters }),
    auth: row.auth,
    ...(credentials !== undefined && { credentials }),
    retry: retryOf(operation),
  };
}

const quoted = (text) => (text.includes("'") ? JSON.stringify(text) : `'${text}'`);

/** Writes a value as TypeScript, on one line. */
function literal(value) {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? quoted(value) : String(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${/^\w+$/.test(name) ? name : quoted(name)}: ${literal(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function entryOf(operation, auth, classes) {
  const facts = literal(factsOf(operation, auth)).slice(2, -2);
  const { dto, query, options } = placesOf(operation.row, classes);
  const { outcomeLookup, hints } = operation.row;
  const lines = [
    `    ${facts},\n`,
    dto && `    options: { dto: ${dto}, ${literal(options).slice(2)},\n`,
    query && `    query: ${query},\n`,
    outcomeLookup && `    outcomeLookup: ${literal(outcomeLookup)},\n`,
    hints && `    hints: ${literal(hints)},\n`,
    `    response: ${literal(responseOf(operation.row.response))},\n`,
  ];
  return `  '${operation.key}': {\n${lines.filter(Boolean).join('')}  },\n`;
}

/** Imports the classes of options that a text uses. */
function optionImports(text, classes) {
  const used = [...classes.values()].filter(({ name }) => new RegExp(String.raw`: ${name},`).test(text));
  return [...groupBy(used, ({ folder }) => folder)]
    .map(
      ([folder, list]) =>
        `import { ${list
          .map(({ name }) => name)
          .sort()
          .join(', ')} } from './${folder}/${folder}.options.generated.js';\n`,
    )
    .sort()
    .join('');
}

/** Types of results that are not in `results` of contract/, because they have a form of their own. */
const OTHER_RESULTS = {
  SearchResultPage: './data-services/data-services.types.js',
  IsvSaleTransactionRow: './isv-transactions/isv-transactions.types.js',
};

/** Returns the type of an operation's payload: null if the service may not send one. */
function dataOf({ row: { response } }) {
  const { result } = response;
  if (result === undefined) return 'null';
  const { kind, whenEmpty, whenNoContent, pendingOn202 } = responseOf(response);
  if (kind === 'list') return `${result}[]`;
  return whenEmpty === null || whenNoContent === null || pendingOn202 ? `${result} | null` : result;
}

/** Returns the text of `operations.generated.ts`. */
export function operationsFile(operations, { auth, resultNames, classes }) {
  const data = operations.map((operation) => `  '${operation.key}': ${dataOf(operation)};\n`).join('');
  const isUsed = (name) => new RegExp(String.raw`\b${name}\b`).test(data);
  const others = Object.entries(OTHER_RESULTS).map(
    ([name, file]) => `import type { ${name} } from '${file}';\n`,
  );
  const entries = operations.map((operation) => entryOf(operation, auth, classes)).join('');
  return `${optionImports(entries, classes)}import type { OperationFacts } from '../core/operation/operation.js';
import type { ${resultNames.filter(isUsed).sort().join(', ')} } from './results.generated.js';
${others.join('')}
/** The payload of each operation's success response. */
export interface OperationData {
${data}}

/**
 * Wire facts of all operations, from contract/. The key is the ID, after the name of the client if the merchant has an operation
 * with the same ID.
 */
export const OPERATIONS = {
${entries}} as const satisfies Record<keyof OperationData, OperationFacts>;
`;
}
