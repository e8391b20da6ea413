const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * Formats JSON text with line breaks and an indentation of two spaces. It works on the text, so that numbers keep every digit.
 * Invalid JSON may get line breaks, but no other changes.
 */
export function prettyJson(text: string): string {
  let depth = 0;
  let pretty = '';
  const newLine = (): string => `\n${'  '.repeat(Math.max(depth, 0))}`;
  let before = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const closes = token === '}' || token === ']';
    if (closes) depth--;
    const empty = closes && (before === '{' || before === '[');
    const breaks = before === ',' || (closes ? !empty : before === '{' || before === '[');
    pretty += (breaks ? newLine() : before === ':' ? ' ' : '') + token;
    if (token === '{' || token === '[') depth++;
    before = token;
  }
  return pretty;
}
