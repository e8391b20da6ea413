// The wire facts of each operation, from its row in contract/.
import { nonEmpty, recordOf } from '../collections.mjs';
import { literal } from '../typescript.mjs';
import { placesOf } from './option-classes.mjs';

/** Returns the kinds of the path parameters: `string (uuid)` is a `uuid`. */
const parametersOf = ({ row: { path, pathParams } }) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const { format } = pathParams.find((parameter) => parameter.name === name).schema;
    return [name, ['uuid', 'int64'].includes(format) ? format : 'text'];
  });

export function retryOf({ idempotent, callerKey, query, body }) {
  if (idempotent !== 'caller-key') return idempotent;
  const field = [...query, ...body].find(({ name }) => name === callerKey);
  const isRequired = callerKey === 'idempotencyKey' && field?.required === true;
  return { callerKey, ...(isRequired && { isRequired }) };
}

/** Start of the names of fields in a response that is a list. */
const LIST = /^(items)?\[\]\./;

/** Returns how a success response is read: its kind, and the members that the library requires and checks. */
function responseOf({ status, fields, empty, result }) {
  if (fields.length === 0 || result === undefined) return { kind: 'empty' };
  if (fields[0].name === '(body)')
    return { kind: 'bytes', whenNoContent: status.includes(204) ? null : undefined };
  const members = fields.map((field) => ({ ...field, name: field.name.replace(LIST, '') }));
  const repeated = members.filter(({ echoes }) => echoes !== undefined && echoes !== 'amount');
  const amount = members.find(({ echoes }) => echoes === 'amount');
  return {
    kind: fields.every(({ name }) => LIST.test(name)) ? 'list' : 'json',
    required: members.filter(({ schema }) => schema['x-required']).map(({ name }) => name),
    types: nonEmpty(
      recordOf(
        members.filter(({ check }) => check),
        ({ name, check }) => [name, check],
      ),
    ),
    echoes: nonEmpty(recordOf(repeated, ({ name, echoes }) => [name, echoes])),
    amount: amount && { name: amount.name, unit: amount.unit },
    whenEmpty: empty ? null : undefined,
    pendingOn202: status.includes(202) || undefined,
  };
}

function entryOf(operation, classes) {
  const { http: method, host, path, auth, credentials, outcomeLookup, hints, response } = operation.row;
  const parameters = nonEmpty(Object.fromEntries(parametersOf(operation)));
  const facts = { method, host, path, parameters, auth, credentials, retry: retryOf(operation.row) };
  const { dto, query, options } = placesOf(operation.row, classes);
  const lines = [
    `    ${literal(facts).slice(2, -2)},\n`,
    dto && `    options: { dto: options.${dto}, ${literal(options).slice(2)},\n`,
    query && `    query: options.${query},\n`,
    outcomeLookup && `    outcomeLookup: ${literal(outcomeLookup)},\n`,
    hints && `    hints: ${literal(hints)},\n`,
    `    response: ${literal(responseOf(response))},\n`,
  ];
  return `  '${operation.key}': {\n${lines.filter(Boolean).join('')}  },\n`;
}

/** Returns the type of an operation's payload: null if the service may not send one. */
export function dataOf({ row: { response } }) {
  const { result } = response;
  if (result === undefined) return 'null';
  const { kind, whenEmpty, whenNoContent, pendingOn202 } = responseOf(response);
  if (kind === 'list') return `${result}[]`;
  return whenEmpty === null || whenNoContent === null || pendingOn202 ? `${result} | null` : result;
}

/** Returns the text of `operations.generated.ts`. */
export function operationsFile(operations, { resultNames, classes }) {
  const data = operations.map((operation) => `  '${operation.key}': ${dataOf(operation)};\n`).join('');
  const isUsed = (name) => new RegExp(String.raw`\b${name}\b`).test(data);
  const entries = operations.map((operation) => entryOf(operation, classes)).join('');
  return `import type { OperationFacts } from '../core/operation/operation.js';
import * as options from './options.generated.js';
import type { ${resultNames.filter(isUsed).sort().join(', ')} } from './results.generated.js';
import type { SearchResultPage } from './data-services/data-services.types.js';
import type { IsvSaleTransactionRow } from './isv-transactions/isv-transactions.types.js';

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
