// Helpers for Markdown.
const LONG = 10;

/** Turns the links of a docstring into code. */
export const withoutLinks = (text) => text.replace(/\{@link ([\w.]+)\}/g, '`$1`');

/** Returns the anchor of a heading. */
export const anchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/ /g, '-')
    .replace(/[^\p{L}\p{N}_-]/gu, '');

/** Escapes text for a table cell. */
export const cell = (text) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|')
    .replace(/`[^`]*`|</g, (part) => (part === '<' ? '&lt;' : part)) // code needs no escaping
    .trim();

/** Builds a table. The titles of its columns get a capital. */
export const table = (head, rows) =>
  [
    head.map((title) => title.replace(/^[a-z]/, (first) => first.toUpperCase())),
    head.map(() => '---'),
    ...rows,
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** Builds a table with a title. A long table is folded, and one without rows is empty. */
export function folded(title, rows, head) {
  if (rows.length === 0) return '';
  if (rows.length <= LONG) return `**${title}**\n\n${table(head, rows)}`;
  const plain = title.replace(/</g, '&lt;').replace(/`([^`]+)`/g, '<code>$1</code>');
  return `<details><summary><b>${plain}</b> (${rows.length})</summary>\n\n${table(head, rows)}\n\n</details>`;
}
