// Markdown that stays readable.
const LONG = 10;

/** A docstring's links as code. */
export const withoutLinks = (text) => text.replace(/\{@link ([\w.]+)\}/g, '`$1`');

/** Where a heading is linked to. */
export const anchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/ /g, '-')
    .replace(/[^\w-]/g, '');

/** Text as it may stand in a table's cell. */
export const cell = (text) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|')
    .replace(/`[^`]*`|</g, (part) => (part === '<' ? '&lt;' : part)) // code shows what it holds
    .trim();

export const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** A titled table; a long one is folded. Nothing for one without rows. */
export function folded(title, rows, head) {
  if (rows.length === 0) return '';
  if (rows.length <= LONG) return `**${title}**\n\n${table(head, rows)}`;
  const plain = title.replace(/</g, '&lt;').replace(/`([^`]+)`/g, '<code>$1</code>');
  return `<details><summary><b>${plain}</b> (${rows.length})</summary>\n\n${table(head, rows)}\n\n</details>`;
}
