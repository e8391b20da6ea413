// Builds the index of all operations and the pages of the areas.
import { cell, section, table, withoutLinks } from './markdown.mjs';

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
/** Areas that most applications use come before the others. */
const FIRST_AREAS = ['payments', 'transactions', 'pos', 'webhooks', 'source'];
const rank = (page) => FIRST_AREAS.indexOf(page.slice(prefix(page).length)) + 1 || FIRST_AREAS.length + 1;

/** Builds the index of all operations. `pages` has the operations of each area. */
export function indexPage(pages) {
  const names = [...pages.keys()].sort(
    (a, b) => order(a) - order(b) || rank(a) - rank(b) || a.localeCompare(b),
  );
  return [
    '# Every operation',
    'Each operation has a page with an example that is tested against the simulator. `pay` is a client: see [PayModule](../module.md), or use `new PayWallet({ … })` from `nestjs-pay/client`. For failures, see [Errors](../errors.md).',
    '**You send amounts in minor units (2450 is 24.50). Most responses have MAJOR units.** Each field states its unit.',
    ...TITLES.flatMap(([start, title]) => [
      `## ${title}`,
      table(
        ['area', 'operations'],
        names
          .filter((name) => prefix(name) === start)
          .map((page) => [
            `[${titleOf(page)}](${page}/index.md)`,
            pages
              .get(page)
              .map(({ id, slug }) => `[\`${id.replace(/^\w+\./, '')}\`](${page}/${slug}.md)`)
              .join(' · '),
          ]),
      ),
    ]),
    'The client itself exchanges the credentials for a token (`POST /connect/token`).',
    '## Not covered',
    'Library and simulator do not have these interfaces of the service:',
    NOT_COVERED.map(([name, why]) => `- **${name}**: ${why}`).join('\n'),
  ];
}

/** Builds the page of an area, with its operations and notes. */
export function areaPage(page, entries, notes) {
  const rows = entries.map((entry) => [
    `[\`${entry.id}\`](${entry.slug}.md)${otherClients(page, entry)}`,
    cell(sentence(entry.doc.text || entry.doc.deprecated || '')),
  ]);
  return [
    `# ${pageTitle(page)}`,
    withoutLinks(entries.find(({ about }) => about !== undefined).about.replace(/\n/g, ' ')),
    table(['operation', 'what it does'], rows),
    section('Notes', notes.map((note) => `- ${cell(note)}`).join('\n')),
    '[All operations](../index.md) · [Errors](../../errors.md)',
  ];
}

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
