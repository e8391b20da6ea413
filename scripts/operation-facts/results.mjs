// The library's types of results, from `results` and the response fields of contract/.
import { docstring, TYPES } from './docstring.mjs';
import { LIST } from './operations.mjs';

const ORDER_CODE = /^orderCode$/i;

/** Returns the type of a field that has no members, without null. */
function plainType(name, { type, types, format, itemTypes, constant, digits }) {
  if (digits !== undefined) return 'string';
  const [only] = types;
  if (constant !== undefined) return only === 'array' ? `${constant}[]` : constant;
  if (format === 'int64' && ORDER_CODE.test(name)) return 'OrderCodeValue';
  const known =
    only === 'array'
      ? itemTypes[0] === 'string' && 'string[]'
      : (TYPES[only] ?? (only === 'object' && 'Record<string, unknown>'));
  if (!known || type.startsWith('int64'))
    throw new Error(`contract/: ${name} is ${type}: name its type in \`types\` of its result.`);
  return known;
}

/** Groups fields by their first name: `items[].name` is a field of the list `items`. */
function membersOf(fields) {
  const members = new Map();
  for (const field of fields) {
    const [, name, list = '', rest] = /^(\w+)(\[\])?(?:\.(.+))?$/.exec(field.name);
    if (!members.has(name)) members.set(name, { name, list, field: {}, inner: [] });
    if (rest === undefined) members.get(name).field = field;
    else members.get(name).inner.push({ ...field, name: rest });
  }
  return [...members.values()];
}

/** Returns the fields of the object at a path, or of each item of a list, with names relative to it. */
function fieldsAt(fields, path) {
  const start = path === undefined ? LIST : `${path}.`;
  const below = path === undefined ? fields : fields.filter(({ name }) => name.startsWith(start));
  return below.map((field) => ({ ...field, name: field.name.replace(start, '') }));
}

/** Reads the results of all files, by name. The first operation with a result has its members. */
function readResults(contract) {
  const results = new Map();
  for (const { results: declared = {}, operations } of Object.values(contract))
    for (const [name, result] of Object.entries(declared)) {
      const { operation, at } = result;
      const row = operations.find(({ id, response }) =>
        operation === undefined ? response.result === name : id === operation,
      );
      if (row === undefined) throw new Error(`contract/: no operation of its file has the result ${name}.`);
      results.set(name, { ...result, name, row, members: membersOf(fieldsAt(row.response.fields, at)) });
    }
  return results;
}

/** Returns the text of `results.generated.ts`. */
export function resultsFile(contract) {
  const results = readResults(contract);

  /** Returns the members that a result does not inherit. */
  function ownMembers({ members, extends: base, without = [] }) {
    const inherited = base === undefined ? [] : ownMembers(results.get(base)).map(({ name }) => name);
    return members.filter(({ name }) => !without.includes(name) && !inherited.includes(name));
  }

  function interfaceOf(result) {
    const { name, about, extends: base, isExported = true } = result;
    const start = `${isExported ? 'export ' : ''}interface ${name}${base === undefined ? '' : ` extends ${base}`}`;
    return `${docstring(about)}${start} {\n${bodyOf(result, ownMembers(result), '', '  ')}}\n`;
  }

  /** @param path - Path of the members' object below the result, with a dot at the end. */
  const bodyOf = (result, members, path, indent) =>
    members.map((member) => memberOf(result, member, path, indent)).join('');

  function memberOf(result, member, path, indent) {
    const { name, field } = member;
    const line = (own, type) => {
      const doc = result.docs?.[path + own] ?? (own === name ? field.meaning : undefined);
      const text = `${indent}${own}${field.optional === true ? '?' : ''}: ${type};\n`;
      return doc === undefined ? text : docstring(doc, indent) + text;
    };
    const type = result.types?.[path + name] ?? typeOf(result, member, path, indent);
    if (!ORDER_CODE.test(name)) return line(name, type);
    // The sender adds the exact digits of an order code.
    return line(name, type) + line(`${name}Text`, type.startsWith('OrderCodeValue') ? 'string' : type);
  }

  function typeOf(result, { name, list, field, inner }, path, indent) {
    const orNull = field.nullable ? ' | null' : '';
    if (inner.length === 0) return plainType(name, field) + orNull;
    const at = [result.at, path + name + list].filter((part) => part !== undefined).join('.');
    const named = [...results.values()].find((other) => other.row === result.row && other.at === at);
    if (named !== undefined) return named.name + list + orNull;
    return `{\n${bodyOf(result, membersOf(inner), `${path}${name}.`, `${indent}  `)}${indent}}${list}${orNull}`;
  }

  const text = [...results.values()].map(interfaceOf).join('\n');
  const constants = Object.values(contract).flatMap((area) => Object.keys(area.constants ?? {}));
  const used = constants.filter((name) => new RegExp(String.raw`\b${name}\b`).test(text)).sort();
  return `import type { ${used.join(', ')} } from './coded-values.generated.js';
import type { OrderCodeValue } from './order-code.js';
import type { WalletIdValue } from './wallet-id.js';

${text}`;
}
