// The library's types of results, from the schemas with `x-results` in contract/.
import { contentOf, isInt64, operationsIn, typesOf } from '../contract/read.mjs';
import { docstring, TYPES } from '../typescript.mjs';

const ORDER_CODE = /^orderCode$/i;

/** Returns the type of a field that has no members, without null. */
function plainType(name, schema) {
  const [only] = typesOf(schema).filter((type) => type !== 'null');
  const { 'x-codes': constant, format } = schema;
  if (schema['x-digits'] !== undefined) return 'string';
  if (constant !== undefined) return only === 'array' ? `${constant}[]` : constant;
  if (format === 'int64' && ORDER_CODE.test(name)) return 'OrderCodeValue';
  if (only === 'array' && typesOf(schema.items)[0] === 'string') return 'string[]';
  const known = TYPES[only] ?? (only === 'object' && 'Record<string, unknown>');
  if (!known || isInt64(schema))
    throw new Error(`contract/: ${name} is ${only}: name its type in \`types\` of its result.`);
  return known;
}

/** Returns the schemas of an object's members, or of those of each item of a list. */
const membersOf = (schema) => Object.entries((schema.items ?? schema).properties ?? {});

/** Reads the results by name, with their schema. */
export function readResults(documents) {
  const results = new Map();
  const visit = (schema) => {
    for (const [name, facts] of Object.entries(schema['x-results'] ?? {}))
      results.set(name, { ...facts, name, schema });
    if (schema.items) visit(schema.items);
    else for (const [, member] of membersOf(schema)) visit(member);
  };
  for (const { paths } of Object.values(documents))
    for (const { operation } of operationsIn(paths))
      for (const response of Object.values(operation.responses)) visit(contentOf(response).schema ?? {});
  return results;
}

/** Returns the text of `results.generated.ts`. */
export function resultsFile(results, constants) {
  /** Returns the members that a result does not inherit. */
  function ownMembers({ schema, extends: base, without = [] }) {
    const inherited = base === undefined ? [] : ownMembers(results.get(base)).map(([name]) => name);
    return membersOf(schema).filter(([name]) => !without.includes(name) && !inherited.includes(name));
  }

  function interfaceOf(result) {
    const { name, about, extends: base, isExported = true } = result;
    const start = `${isExported ? 'export ' : ''}interface ${name}${base === undefined ? '' : ` extends ${base}`}`;
    return `${docstring(about)}${start} {\n${bodyOf(result, ownMembers(result), '', '  ')}}\n`;
  }

  /** @param path - Path of the members' object below the result, with a dot at the end. */
  const bodyOf = (result, members, path, indent) =>
    members.map((member) => memberOf(result, member, path, indent)).join('');

  function memberOf(result, [name, schema], path, indent) {
    const line = (own, type) => {
      const doc = result.docs?.[path + own] ?? (own === name ? schema.description : undefined);
      const text = `${indent}${own}${schema['x-optional'] === true ? '?' : ''}: ${type};\n`;
      return doc === undefined ? text : docstring(doc, indent) + text;
    };
    const type = result.types?.[path + name] ?? typeOf(result, name, schema, path, indent);
    if (!ORDER_CODE.test(name)) return line(name, type);
    // The sender adds the exact digits of an order code.
    return line(name, type) + line(`${name}Text`, type.startsWith('OrderCodeValue') ? 'string' : type);
  }

  function typeOf(result, name, schema, path, indent) {
    const inner = schema.items ?? schema;
    const end = (schema.items ? '[]' : '') + (typesOf(schema).includes('null') ? ' | null' : '');
    const members = membersOf(inner);
    if (members.length === 0) return plainType(name, schema) + (end.endsWith('null') ? ' | null' : '');
    const named = Object.keys(inner['x-results'] ?? {}).find((one) => results.get(one).schema === inner);
    return `${named ?? `{\n${bodyOf(result, members, `${path}${name}.`, `${indent}  `)}${indent}}`}${end}`;
  }

  const text = [...results.values()].map(interfaceOf).join('\n');
  const used = constants.filter((name) => new RegExp(String.raw`\b${name}\b`).test(text)).sort();
  return `import type { ${used.join(', ')} } from './coded-values.generated.js';
import type { OrderCodeValue } from './order-code.js';
import type { WalletIdValue } from './wallet-id.js';

${text}`;
}
