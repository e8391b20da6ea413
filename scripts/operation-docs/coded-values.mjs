// The coded values that a page mentions, with their meanings.
import { rows as operations } from './contract.mjs';
import { cell, table } from './markdown.mjs';

const NAME = /\benums\.(\w+)/g;

/** Turns references to coded values into links. */
export const linkCodes = (text) => text.replace(NAME, '[$1](#coded-values)');

/** Builds the section with the coded values that the page mentions. */
export function codedValues(entries, body) {
  // A list can be defined in another area. The page's own area comes last, so its list wins.
  const all = [...operations.values(), ...entries.map(({ row }) => row)];
  const known = Object.assign({}, ...all.map((row) => row?.enums));
  const constants = Object.assign({}, ...all.map((row) => row?.names));
  const names = [
    ...new Set([...body.matchAll(/\[(\w+)\]\(#coded-values\)/g)].map(([, name]) => name)),
  ].sort();
  const lists = names
    .filter((name) => known[name] !== undefined)
    .map((name) => {
      const constantOf = constants[name];
      const rows = Object.entries(known[name]).map(([code, meaning]) => [
        `\`${code}\``,
        ...(constantOf ? [`\`${constantOf[code]}\``] : []),
        cell(meaning),
      ]);
      const head = ['code', ...(constantOf ? ['name'] : []), 'means'];
      return `<details><summary><b>${name}</b> (${rows.length})</summary>\n\n${table(head, rows)}\n\n</details>`;
    });
  return lists.length === 0 ? '' : ['## Coded values', ...lists].join('\n\n');
}
