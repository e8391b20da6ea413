// npm run contract:diff FILE: compares an OpenAPI file of the service with the contract. Prints what differs, by operation and field.
import { bundle, createConfig } from '@redocly/openapi-core';
import { pick } from '../collections.mjs';
import { LIMITS, operationsIn } from './read.mjs';
import { serviceDocument } from '../openapi/service-document.mjs';

const KEYS = ['type', 'required', ...LIMITS, 'pattern', 'default', 'enum'];

/** Returns the operations by method and path, with the names of path parameters left out. */
function operationsOf({ paths = {}, servers = [] }) {
  // A server can have a base path, such as https://demo-api.vivapayments.com/ecr.
  const base = servers.length > 0 ? new URL(servers[0].url, 'https://x').pathname.replace(/\/$/, '') : '';
  return new Map(
    operationsIn(paths).map(({ path, method, operation }) => [
      `${method.toUpperCase()} ${(paths[path].servers ? '' : base) + path}`.replaceAll(/\{[^}]*\}/g, '{}'),
      fieldsOf(operation, paths[path].parameters),
    ]),
  );
}

/** Returns the fields of an operation by place and path, such as `body customer.email`. */
function fieldsOf({ parameters = [], requestBody, responses = {} }, shared = []) {
  const fields = new Map();
  for (const { name, in: place, required = false, schema = {} } of [...shared, ...parameters])
    if (place === 'query') fields.set(`query ${name}`, { ...schema, required });
  addMembers(fields, 'body', schemaOf(requestBody));
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'));
  addMembers(fields, 'response', schemaOf(success?.[1]));
  return fields;
}

const schemaOf = (part) => Object.values(part?.content ?? {})[0]?.schema ?? {};

/** Adds the members of a schema. A schema that contains itself is followed once. */
function addMembers(fields, place, schema, path = '', above = []) {
  if (above.includes(schema)) return;
  const within = [...above, schema];
  if (schema.items) addMembers(fields, place, schema.items, `${path}[]`, within);
  for (const part of [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
    addMembers(fields, place, part, path, within);
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const at = path === '' ? name : `${path}.${name}`;
    const required = schema.required?.includes(name) ?? false;
    if (!fields.has(`${place} ${at}`)) fields.set(`${place} ${at}`, { ...member, required });
    addMembers(fields, place, member, at, within);
  }
}

function compare(theirs, ours) {
  return [...theirs].flatMap(([key, fields]) => {
    const known = ours.get(key);
    if (known === undefined) return [`${key}: the contract has no such operation.`];
    const lines = [
      ...[...fields].flatMap(([name, field]) => compareField(name, field, known.get(name))),
      ...[...known.keys()].filter((name) => !fields.has(name)).map((name) => `${name}: only in the contract`),
    ];
    return lines.length > 0 ? [key, ...lines.map((line) => `  ${line}`)] : [];
  });
}

function compareField(name, theirs, ours) {
  if (ours === undefined) return [`${name}: only in the file (${typeOf(theirs) ?? 'any'})`];
  const [there, here] = [theirs, ours].map((schema) => ({
    ...pick(schema, KEYS),
    ...{ type: typeOf(schema), enum: valuesOf(schema) },
  }));
  // A response states what is always there differently in the two documents.
  if (name.startsWith('response')) delete there.required;
  const text = (value) => JSON.stringify(value);
  return KEYS.filter((key) => there[key] !== undefined && text(there[key]) !== text(here[key])).map(
    (key) =>
      `${name}: ${key} is ${text(there[key])} in the file, ${text(here[key]) ?? 'not stated'} in the contract`,
  );
}

/** Null and the form of an array of types say the same as OpenAPI 3.0's `nullable`. A schema that joins others can have no type. */
const typeOf = ({ type, nullable }) =>
  type && [...new Set([type, ...(nullable ? ['null'] : [])].flat())].sort().join('|');

/** The contract's list of values can grow, and its order means nothing. */
const valuesOf = (schema) => (schema.enum ?? schema['x-known-values'])?.map(String).sort();

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('Name the OpenAPI file to compare, such as: npm run contract:diff eft-pos-api.yml\n');
  process.exit(2);
}
const { bundle: theirs } = await bundle({
  ref: file,
  config: await createConfig({}),
  dereference: true,
}).catch(({ message }) => {
  process.stderr.write(`${file} must be an OpenAPI file: ${message}\n`);
  process.exit(2);
});
const differences = compare(operationsOf(theirs.parsed), operationsOf(serviceDocument()));
process.stdout.write(differences.map((line) => `${line}\n`).join('') || 'Nothing differs.\n');
