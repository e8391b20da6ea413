/** Types of the library by the types of JSON Schema. */
export const TYPES = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean' };

/** Writes a docstring, with the pages of the service if there are any. */
export function docstring(text, indent = '', ...pages) {
  const see = pages.filter(Boolean);
  if (see.length === 0 && text.length <= 110) return `${indent}/** ${text} */\n`;
  const lines = text.match(/.{1,110}(?:\s|$)/g).map((line) => line.trim());
  if (see.length > 0) lines.push('', ...see.map((page) => `@see ${page}`));
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd() + '\n').join('')}${indent} */\n`;
}
