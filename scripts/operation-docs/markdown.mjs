// Helpers for Markdown.
const LONG = 10;

export const code = (text) => `\`${text}\``;

/** Turns the links of a docstring into code. */
export const withoutLinks = (text) => text.replace(/\{@link ([\w.]+)\}/g, '`$1`');

/** Turns references to coded values into links. */
export const linkCodes = (text) => text.replace(/\benums\.(\w+)/gi, '[$1](#coded-values)');

/** Returns the anchor of a heading. */
export const anchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/ /g, '-')
    .replace(/[^\p{L}\p{N}_-]/gu, '');

/** Escapes text, such as a docstring, for one line. Code, line breaks and anchors stay. */
export const escaped = (text) =>
  withoutLinks(text)
    .replace(/\s+/g, ' ')
    .replace(/`[^`]*`|<(?!br>|a id=|\/a>)/g, (part) => (part === '<' ? '&lt;' : part))
    .trim();

/** Builds a table of escaped texts. The titles of its columns get a capital. */
export const table = (head, rows) =>
  [
    head.map((title) => title.replace(/^[a-z]/, (first) => first.toUpperCase())),
    head.map(() => '---'),
    ...rows,
  ]
    .map((cells) => `| ${cells.map((text) => escaped(text).replace(/(?<!\\)\|/g, '\\|')).join(' | ')} |`)
    .join('\n');

/** Builds a section with a heading. Without content, it is empty. */
export const section = (title, content) => (content === '' ? '' : `## ${title}\n\n${content}`);

/** Builds a folded table. */
export const folded = (title, rows, head) =>
  `<details><summary><b>${title}</b> (${rows.length})</summary>\n\n${table(head, rows)}\n\n</details>`;

/** Builds the table of members, which begin with their name. An object with many members has a folded table of its own. */
export function memberTables(rows, head) {
  const nameOf = ([name]) => name.replaceAll('`', '');
  const membersOf = (name) =>
    rows.filter((row) => /^(\[\])?\./.test(nameOf(row).slice(name.length)) && nameOf(row).startsWith(name));
  const large = new Map(
    rows.map((row) => [nameOf(row), membersOf(nameOf(row))]).filter(([, members]) => members.length > LONG),
  );
  const inner = new Set([...large.values()].flat());
  const shown = rows.filter((row) => !inner.has(row));
  const objects = [...large].filter(([name]) => shown.some((row) => nameOf(row) === name));
  return [
    ...(shown.length === 0 ? [] : [table(head, shown)]),
    ...objects.map(([name, members]) => folded(`Members of <code>${name}</code>`, members, head)),
  ].join('\n\n');
}
