const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * JSON text with line breaks and two spaces of indentation. Works on the text, so that a number keeps every digit; what
 * is not JSON comes back in one piece or oddly broken, never changed otherwise.
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
