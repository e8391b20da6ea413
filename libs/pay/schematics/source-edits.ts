// Edits of source files by position. The compiler cannot parse them: TypeScript 7 has no JavaScript API.

/** Text to insert at a position of a source. */
interface Insertion {
  at: number;
  text: string;
}

/** Replaces comments and strings with spaces, so that a search finds code only. The positions stay the same. */
function maskTexts(source: string): string {
  const texts = /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
  return source.replace(texts, (text) => text.replace(/[^\n]/g, ' '));
}

/** Finds code outside comments and strings. */
export function hasCode(source: string, pattern: RegExp): boolean {
  return pattern.test(maskTexts(source));
}

/** Finds the bracket that closes the one at `open`. */
function findClosing(code: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if ('([{'.includes(code[at] ?? '')) depth++;
    if (')]}'.includes(code[at] ?? '') && --depth === 0) return at;
  }
  return undefined;
}

/** Finds the starts of the parts that commas at the top level separate. */
function partsOf(code: string, start: number, end: number): number[] {
  const starts = [start];
  for (let at = start; at < end; at++) {
    if ('([{'.includes(code[at] ?? '')) at = findClosing(code, at) ?? end;
    else if (code[at] === ',') starts.push(at + 1);
  }
  return starts.filter((from, index) => code.slice(from, (starts[index + 1] ?? end + 1) - 1).trim() !== '');
}

function insert(source: string, insertions: Insertion[]): string {
  return [...insertions]
    .sort((one, other) => other.at - one.at)
    .reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), source);
}

/** Finds the only match of a pattern that ends with an opening bracket: the position of that bracket. */
function findOnly(code: string, pattern: RegExp): number | undefined {
  const [match, ...others] = code.matchAll(pattern);
  if (match === undefined || others.length > 0) return undefined;
  return match.index + match[0].length - 1;
}

const fitsOneLine = (elements: string[]) => elements.join(', ').length < 40;
const linesOf = (elements: string[]) => elements.map((element) => `    ${element},\n`).join('');

/** Appends elements to the array between the brackets `open` and `close`. */
function appendElements(code: string, open: number, close: number, elements: string[]): Insertion[] {
  const inner = code.slice(open + 1, close);
  const last = open + 1 + inner.trimEnd().length;
  const isEmpty = inner.trim() === '';
  const comma = isEmpty || code[last - 1] === ',' ? '' : ',';
  if (!inner.includes('\n') && fitsOneLine(elements))
    return [{ at: last, text: `${comma}${isEmpty ? '' : ' '}${elements.join(', ')}` }];
  const lines = linesOf(elements);
  const lineStart = code.lastIndexOf('\n', close) + 1;
  if (lineStart <= last) return [{ at: last, text: `${comma}\n${lines}  ` }];
  return [
    { at: last, text: comma },
    { at: lineStart, text: lines },
  ];
}

/**
 * Appends elements to arrays of the metadata of a `@Module()`, such as `imports`.
 *
 * @returns The changed source, or undefined if the file has another form.
 */
export function addToModule(source: string, metadata: Record<string, string[]>): string | undefined {
  const code = maskTexts(source);
  const open = findOnly(code, /@Module\s*\(\s*\{/g);
  const close = open === undefined ? undefined : findClosing(code, open);
  if (open === undefined || close === undefined) return undefined;
  const insertions: Insertion[] = [];
  let missing = '';
  for (const [name, elements] of Object.entries(metadata)) {
    if (elements.length === 0) continue;
    const key = new RegExp(`^\\s*${name}\\s*:\\s*`);
    const start: number | undefined = partsOf(code, open + 1, close).find((from) =>
      key.test(code.slice(from, close)),
    );
    if (start === undefined) {
      missing += `\n  ${name}: [${fitsOneLine(elements) ? elements.join(', ') : `\n${linesOf(elements)}  `}],`;
      continue;
    }
    const value = start + (key.exec(code.slice(start, close))?.[0].length ?? 0);
    const end = findClosing(code, value);
    if (code[value] !== '[' || end === undefined || !/^\s*[,}]/.test(code.slice(end + 1))) return undefined;
    insertions.push(...appendElements(code, value, end, elements));
  }
  if (missing !== '') {
    const isInline = !/^\s*\n/.test(code.slice(open + 1)) || code.slice(open + 1, close).trim() === '';
    insertions.push({ at: open + 1, text: isInline ? `${missing}\n` : missing });
  }
  return insert(source, insertions);
}

/** Adds `import { name } from 'path'` after the last import, in the file's own style. */
export function addImports(source: string, imports: [name: string, path: string][]): string {
  const last = [...source.matchAll(/^import\s(?:[\s\S]*?\sfrom\s+)??(['"])[^'"\n]+\1(;?).*$/gm)].at(-1);
  const [, quote = "'", semicolon = ';'] = last ?? [];
  const lines = imports.map(([name, path]) => `import { ${name} } from ${quote}${path}${quote}${semicolon}`);
  if (last === undefined) return `${lines.join('\n')}\n${source}`;
  return insert(source, [{ at: last.index + last[0].length, text: `\n${lines.join('\n')}` }]);
}

/**
 * Adds `rawBody: true` to the options of the only `NestFactory.create()`.
 *
 * @returns The changed source, or undefined if the file has another form.
 */
export function addRawBody(source: string): string | undefined {
  const code = maskTexts(source);
  if (/\brawBody\s*:\s*true\b/.test(code)) return source;
  const open = findOnly(code, /\bNestFactory\s*\.\s*create\s*(?:<[^()]*>)?\s*\(/g);
  const close = open === undefined ? undefined : findClosing(code, open);
  if (open === undefined || close === undefined || /\brawBody\b/.test(code)) return undefined;
  const parts = partsOf(code, open + 1, close);
  const options = parts.at(-1) ?? close;
  const text = code.slice(options, close).trimStart();
  const end = open + 1 + code.slice(open + 1, close).trimEnd().length;
  if (parts.length > 1 && text.startsWith('{')) {
    const isEmpty = /^\{\s*\}/.test(text);
    return insert(source, [
      { at: code.indexOf('{', options) + 1, text: isEmpty ? ' rawBody: true ' : ' rawBody: true,' },
    ]);
  }
  // An adapter such as `new FastifyAdapter()` stands before the options.
  if (parts.length === 1 || (parts.length === 2 && text.startsWith('new ')))
    return insert(source, [
      { at: end, text: code[end - 1] === ',' ? ' { rawBody: true }' : ', { rawBody: true }' },
    ]);
  return undefined;
}
