// The library's types of results, from the schemas with `x-results` in contract/.
import { contentOf, isInt64, operationsIn, typesOf } from '../contract/read.mjs';
import { docstring, membersText, TYPES } from '../typescript.mjs';
import { completeMembers } from './inheritance.mjs';

const ORDER_CODE = /^orderCode$/i;

/** Returns the type of a field that has no members, without null. Some lists and int64 have none. The first one of several. */
export function typeOfField(name, schema) {
  const [type] = typesOf(schema).filter((one) => one !== 'null');
  const { 'x-codes': constant } = schema;
  if (schema['x-digits'] !== undefined) return 'string';
  if (constant !== undefined) return type === 'array' ? `${constant}[]` : constant;
  if (schema.format === 'int64' && ORDER_CODE.test(name)) return 'OrderCodeValue';
  if (type === 'array') return typesOf(schema.items ?? {})[0] === 'string' ? 'string[]' : undefined;
  if (type === 'object') return 'Record<string, unknown>';
  return isInt64(schema) ? undefined : TYPES[type];
}

/** Returns the schemas of an object's members, or of those of each item of a list. */
const propertiesOf = (schema) => Object.entries((schema.items ?? schema).properties ?? {});

/** Reads the results by name, with their schema and their members. */
export function readResults(documents) {
  const results = new Map();
  const visit = (schema) => {
    for (const [name, facts] of Object.entries(schema['x-results'] ?? {}))
      results.set(name, { ...facts, name, schema });
    if (schema.items) visit(schema.items);
    else for (const [, member] of propertiesOf(schema)) visit(member);
  };
  for (const { paths } of Object.values(documents))
    for (const { operation } of operationsIn(paths))
      for (const response of Object.values(operation.responses)) visit(contentOf(response).schema ?? {});

  /** @param path - Path of the members' object below the result, with a dot at the end. */
  function membersOf({ types = {}, docs = {} }, properties, path = '') {
    return properties.flatMap(([name, schema]) => {
      const inner = schema.items ?? schema;
      const members = membersOf({ types, docs }, propertiesOf(schema), `${path}${name}.`);
      const named = Object.keys(inner['x-results'] ?? {}).find((one) => results.get(one).schema === inner);
      const start = members.length === 0 ? typeOfField(name, schema) : named;
      const end = members.length > 0 && schema.items ? '[]' : '';
      const orNull = typesOf(schema).includes('null') ? ' | null' : '';
      const one = { name, schema, members, isOptional: schema['x-optional'] === true };
      const type = types[path + name] ?? (start && start + end + orNull);
      if (type === undefined && members.length === 0)
        throw new Error(`contract/: name the type of ${path}${name} in \`types\` of its result.`);
      const own = { ...one, type, end: end + orNull, doc: docs[path + name] ?? schema.description };
      if (!ORDER_CODE.test(name)) return own;
      // The sender adds the exact digits of an order code.
      const text = { name: `${name}Text`, type: type.startsWith('OrderCodeValue') ? 'string' : type };
      return [own, { ...one, ...text, schema: {}, doc: docs[`${path}${name}Text`] }];
    });
  }
  for (const result of results.values()) {
    const { schema, without = [] } = result;
    const all = membersOf(result, propertiesOf(schema));
    result.members = all.filter(({ name }) => !without.includes(name));
  }
  return completeMembers(results);
}

/** Returns the text of `results.generated.ts`. */
export function resultsFile(results, constants) {
  function interfaceOf({ name, about, extends: base, isExported = true, own }) {
    const start = `${isExported ? 'export ' : ''}interface ${name}${base === undefined ? '' : ` extends ${base}`}`;
    return `${docstring(about)}${start} {\n${membersText(own)}}\n`;
  }

  const text = [...results.values()].map(interfaceOf).join('\n');
  const used = constants.filter((name) => new RegExp(String.raw`\b${name}\b`).test(text)).sort();
  return `import type { ${used.join(', ')} } from './coded-values.generated.js';
import type { OrderCodeValue } from './order-code.js';
import type { WalletIdValue } from './wallet-id.js';

${text}`;
}
