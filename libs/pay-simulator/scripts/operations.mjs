// Writes the routes, the handlers and the schemas of the simulator's operations, from contract/ and the files in src/operations.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  camel,
  filled,
  joined,
  kebab,
  mapValues,
  pick,
  recordOf,
  startUpper,
  unique,
} from '../../../scripts/collections.mjs';
import { operationsOf } from '../../../scripts/contract/claims.mjs';
import { KEYWORDS, readContract } from '../../../scripts/contract/read.mjs';
import { HEADER, read, report, ROOT, writeGenerated } from '../../../scripts/generated.mjs';
import { json, literal, parsed } from '../../../scripts/typescript.mjs';

const FOLDER = 'libs/pay-simulator/src/operations';
const operations = operationsOf(readContract());

const routeOf = ({ key, clients, row: { id, http: method, host, path, auth, contentType, scope } }) => ({
  ...{ key, id, clients, method, host, path, auth, contentType, scope },
});
writeGenerated(
  `${FOLDER}/routes.generated.ts`,
  `${HEADER}import type { Operation } from '../http/operation.js';

/** All operations of the wire contract. \`key\` is the contract ID, with the area as a prefix if two areas use the same ID. */
export const ROUTES: readonly Operation[] = ${json(operations.map(routeOf))};
`,
);

/** Folders of the areas of the contract in which most operations have handlers of their own. */
const FOLDERS = { isv: 'isv', marketplace: 'platforms' };

/** Finds the file that an operation's handler is in by convention, and the handler: named as its method, or the only export. */
function handlerOf({ key, clients, area, row }) {
  const names = row.id.replace(/:\w+$/, '').split('.');
  const file = `${FOLDERS[area] ?? kebab(names[0])}/${kebab(names.at(-1))}.ts`;
  if (!existsSync(join(ROOT, FOLDER, file)))
    return clients.length > 0 && report(`${key} has no handler: write ${FOLDER}/${file}`);
  const exports = [...read(`${FOLDER}/${file}`).matchAll(/^export (?:const|function) (\w+)/gm)];
  const name = exports.length === 1 ? exports[0][1] : names.at(-1);
  return { key, file, name, alias: camel(key) };
}

const composed = read(`${FOLDER}/registry.ts`);
/** Operations with a handler of one file: registry.ts composes the others, and the checkout is a page. */
const handlers = operations
  .filter(({ key }) => key !== 'getSmartCheckout')
  .filter(({ key }) => !composed.includes(`  '${key}':`) && !composed.includes(`  ${key}:`))
  .map(handlerOf)
  .filter(Boolean);
const imports = handlers.map(
  ({ name, alias, file }) => `import { ${name} as ${alias} } from './${file.replace(/ts$/, 'js')}';\n`,
);
writeGenerated(
  `${FOLDER}/handlers.generated.ts`,
  `${HEADER}import type { AnyHandler } from './handler.js';
${imports.join('')}
/** Operations whose handler is in the file that is named after them. */
export const GENERATED_HANDLERS: Readonly<Record<string, AnyHandler>> = {
${handlers.map(({ key, alias }) => `  '${key}': ${alias},\n`).join('')}};
`,
);

const CHECKED = KEYWORDS.filter((name) => name !== 'default');
const startLower = (text) =>
  text?.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');

/** Returns what the simulator checks of a schema. Most are text, so they have no type. Amounts are exact as numbers. */
function checkedSchema({ type = 'any', properties, items, required = [], ...schema }) {
  return {
    ...(type !== 'string' && { type }),
    ...pick(schema, schema['x-unit'] ? CHECKED.filter((name) => name !== 'format') : CHECKED),
    ...(schema.pattern && { expected: startLower(schema['x-limits']) }),
    ...(required.length > 0 && { required }),
    ...(properties && { properties: mapValues(properties, checkedSchema) }),
    ...(items && { items: checkedSchema(items) }),
  };
}

/** Returns the schemas of an operation's query and body. */
function partsOf({ document, query }) {
  const [content] = Object.values(document.requestBody?.content ?? {});
  const ofQuery = {
    required: query.filter(({ required }) => required).map(({ name }) => name),
    properties: recordOf(query, ({ name, schema }) => [name, schema]),
  };
  return { ...(query.length > 0 && { query: ofQuery }), ...(content && { body: content.schema }) };
}

const schemas = filled(
  recordOf(operations, ({ key, row }) => [key, mapValues(partsOf(row), (part) => checkedSchema(part))]),
);
writeGenerated(
  `${FOLDER}/request-schemas.generated.ts`,
  `${HEADER}import type { QueryAndBody, RequestSchema } from '../http/request-limits.js';

/** Schemas of the queries and bodies of operations, by the key of the operation. */
export const REQUEST_SCHEMAS = ${parsed(schemas)} as Readonly<
  Record<string, Partial<QueryAndBody<RequestSchema>>>
>;
`,
);

/** Writes the type of the values that the simulator reads by a schema. */
function valueType({ type = 'any', format = '', properties, items, required = [], enum: values, ...schema }) {
  const is = (name) => [type].flat().includes(name);
  if (items) return `readonly (${valueType(items)})[]`;
  if (values) return values.map(literal).join(' | ');
  if (is('string')) return format.startsWith('date-time') ? 'number' : 'string';
  if (is('integer') && format === 'int64' && !schema['x-unit'])
    return schema.minimum === undefined ? 'number | string' : 'string';
  if (is('integer') || is('number')) return 'number';
  if (is('boolean')) return 'boolean';
  const members = Object.entries(properties ?? {}).map(
    ([name, member]) =>
      `  readonly ${name}${required.includes(name) ? '' : '?'}: ${valueType(member).replaceAll('\n', '\n  ')};\n`,
  );
  return properties ? `{\n${members.join('')}}` : 'unknown';
}

/** Types of queries and bodies, by name: that of the operation, with its client or area in front if another one has the name. */
const types = new Map();
for (const { key, row } of operations)
  for (const [part, schema] of Object.entries(partsOf(row))) {
    const name = startUpper(camel(key.split('.').at(-1))) + startUpper(part);
    types.set(types.has(name) ? startUpper(camel(key)) + startUpper(part) : name, valueType(schema));
  }
writeGenerated(
  `${FOLDER}/request-values.generated.ts`,
  `${HEADER}
// What the simulator reads of the queries and the bodies of operations.
${[...types].map(([name, text]) => `\nexport type ${name} = ${text};\n`).join('')}`,
);

/** Names of the members of responses, and of objects in them: `key/data[]` has the members of the items of `data`. */
const members = {};
for (const { key, row } of operations)
  for (const { name } of row.response.fields) {
    const path = name.replace(/^(items)?\[\]\./, '').split('.');
    for (const [index, member] of path.entries()) {
      const place = joined([key, path.slice(0, index).join('.')], '/');
      members[place] = unique([...(members[place] ?? []), member.replace('[]', '')]);
    }
  }
writeGenerated(
  `${FOLDER}/response-members.generated.ts`,
  `${HEADER}
/** Members of responses, and of parts of them, in the order of the contract. */
export const RESPONSE_MEMBERS = ${json(members)} as const;
`,
);
