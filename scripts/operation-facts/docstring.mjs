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
