// Builds the index of all operations.
import { FIRST_AREAS } from '../../docs/.vitepress/pages.mjs';
import { anchor, cell, table, withoutLinks } from './markdown.mjs';

const sentence = (text) =>
  withoutLinks(text)
    .split(/(?<=[.:;])\s/)[0]
    .replace(/[:;]$/, '.');
/** Interfaces of the service that are out of scope, and what to use instead. */
const NOT_COVERED = [
  [
    'Native checkout v2 (`/nativecheckout/v2/…`)',
    'the service deprecated it in 2022 and closed its page. Use the hosted checkout.',
  ],
  [
    "The service's plugin endpoints (`/plugins/v1/…`)",
    'they need a scope that only its shop plugins have. Use `source` and `webhooks`.',
  ],
  [
    'The local terminal API (cash register and terminal in one network)',
    'it does not go through the service. Use `pos`.',
  ],
  ['App-to-app payments (Android and iOS)', 'they run between two apps on one device. Use `pos`.'],
];
const TITLES = [
  ['', 'Merchant'],
  ['isv-', 'ISV'],
  ['marketplace-', 'Marketplace'],
];
const order = (page) => TITLES.findIndex(([start]) => start === prefix(page));
/** Areas that most applications use come first, as in the sidebar. */
const rank = (page) => FIRST_AREAS.indexOf(page.slice(prefix(page).length)) + 1 || FIRST_AREAS.length + 1;

export function indexPage(pages, header) {
  const names = [...pages.keys()].sort(
    (a, b) => order(a) - order(b) || rank(a) - rank(b) || a.localeCompare(b),
  );
  const groups = TITLES.map(([start, title]) => [title, names.filter((name) => prefix(name) === start)]);
  return [
    header,
    '# Every operation',
    'Each area has a page. Each operation has an example that is tested against the simulator. `pay` is a client: see [PayModule](../module.md), or use `new PayWallet({ … })` from `nestjs-pay/client`. For failures, see [Errors](../errors.md).',
    '**You send amounts in minor units (2450 is 24.50). Most responses have MAJOR units.** Each field states its unit.',
    ...groups.flatMap(([title, areas]) => [
      `## ${title}`,
      ...areas.flatMap((page) => [`### [${titleOf(page)}](${page}.md)`, areaTable(page, pages.get(page))]),
    ]),
    'The client itself exchanges the credentials for a token (`POST /connect/token`).',
    '## Not covered',
    'Library and simulator do not have these interfaces of the service:',
    NOT_COVERED.map(([name, why]) => `- **${name}**: ${why}`).join('\n'),
    '',
  ].join('\n\n');
}

const areaTable = (page, entries) =>
  table(
    ['operation', 'what it does'],
    entries.map((entry) => [
      `[\`${entry.id}\`](${page}.md#${anchor(entry.id)})${otherClients(page, entry)}`,
      cell(sentence(entry.doc.text || entry.doc.deprecated || '')),
    ]),
  );

const OWN_CLIENT = { '': 'PayWallet', 'isv-': 'PayISV', 'marketplace-': 'Marketplace' };

/** Names the other clients that have the operation, too. */
function otherClients(page, { clients }) {
  const others = clients.filter((client) => client !== OWN_CLIENT[prefix(page)]);
  return others.length === 0 ? '' : ` (also ${others.join(', ')})`;
}

const ABBREVIATIONS = { pos: 'Card terminals', rf: 'RF' };

/** Title of a page: `isv-bank-transfers` is "ISV: Bank transfers". */
export function pageTitle(page) {
  const [start, client] = TITLES[order(page)];
  return start === '' ? titleOf(page) : `${client}: ${titleOf(page)}`;
}

/** Human title of an area: `isv-bank-transfers` is "Bank transfers". */
function titleOf(page) {
  const words = page.slice(prefix(page).length);
  const title = ABBREVIATIONS[words] ?? words.replaceAll('-', ' ').replace(/^rf\b/, 'RF');
  return title[0].toUpperCase() + title.slice(1);
}

const prefix = (page) => /^(isv-|marketplace-)?/.exec(page)[1] ?? '';
