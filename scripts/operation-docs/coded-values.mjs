// The coded values that a page mentions, with their meanings.
import { rows as operations } from './contract.mjs';
import { cell, folded, section } from './markdown.mjs';

const NAME = /\benums\.(\w+)/gi;

/** Turns references to coded values into links. */
export const linkCodes = (text) => text.replace(NAME, '[$1](#coded-values)');

/** Builds the section with the coded values that the page of an operation mentions. */
export function codedValues({ row, madeOf }, body) {
  // A list can be defined in another area. The operation's own area comes last, so its list wins.
  const all = [...operations.values(), row ?? madeOf?.row];
  const known = Object.assign({}, ...all.map((one) => one?.enums));
  const constants = Object.assign({}, ...all.map((one) => one?.names));
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
      return folded(name, rows, head);
    });
  return section('Coded values', lists.join('\n\n'));
}
