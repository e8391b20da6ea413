// Writes TypeScript: literals, docstrings and JSON.
/** Types of the library by the types of JSON Schema. */
export const TYPES = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean' };

/** Writes a value as TypeScript, on one line, without members that are undefined. */
export function literal(value) {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'string') return value.includes("'") ? JSON.stringify(value) : `'${value}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${/^\w+$/.test(name) ? name : literal(name)}: ${literal(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Writes a docstring, with the pages of the service if there are any. */
export function docstring(text, indent = '', ...pages) {
  const see = pages.filter(Boolean);
  if (see.length === 0 && text.length <= 110) return `${indent}/** ${text} */\n`;
  const lines = text.match(/.{1,110}(?:\s|$)/g).map((line) => line.trim());
  if (see.length > 0) lines.push('', ...see.map((page) => `@see ${page}`));
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd() + '\n').join('')}${indent} */\n`;
}

/** Writes the imports of a text: its names by module. The module of types begins with `type`. */
export function importsOf(text, modules) {
  const code = new Set(text.replaceAll(/\/\*\*.*?\*\//gs, '').match(/\w+/g));
  return Object.entries(modules)
    .map(([module, names]) => {
      const [path, kind = ''] = module.split(' ').reverse();
      const used = names.filter((name) => code.has(name)).sort();
      return `import ${kind && 'type '}{ ${used.join(', ')} } from '${path}';\n`;
    })
    .join('');
}

/** Writes the members of an interface. Those of an object without a name are inside it. */
export const membersText = (members, indent = '  ') =>
  members
    .map(({ name, type, end, doc, isOptional, members: inner }) => {
      const own = type ?? `{\n${membersText(inner, `${indent}  `)}${indent}}${end}`;
      return `${doc ? docstring(doc, indent) : ''}${indent}${name}${isOptional ? '?' : ''}: ${own};\n`;
    })
    .join('');

/** Writes JSON with one line for each member, or for each member of the members. */
export function json(value, depth = 1) {
  if (depth === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const lines = Object.entries(value).map(
    ([name, member]) => (isList ? '' : `${JSON.stringify(name)}:`) + json(member, depth - 1),
  );
  const text = lines.join(',\n');
  return isList ? `[\n${text}\n]` : `{\n${text}\n}`;
}

/** Writes an expression for a large value. It is text, because a parser reads JSON faster than code. */
export function parsed(value, depth) {
  // A backtick or an insertion would end the template.
  const text = json(value, depth)
    .replaceAll('`', String.raw`\u0060`)
    .replaceAll('${', String.raw`\u0024{`);
  return `JSON.parse(String.raw\`${text}\`)`;
}
