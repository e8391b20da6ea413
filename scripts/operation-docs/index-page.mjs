// Builds the index of all operations.
import { anchor, cell, table, withoutLinks } from './markdown.mjs';
import { callOf } from './page.mjs';

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
const CLIENT_ORDER = { '': 0, 'isv-': 1, 'marketplace-': 2 };

export function indexPage(pages, header) {
  const names = [...pages.keys()].sort(
    (a, b) => CLIENT_ORDER[prefix(a)] - CLIENT_ORDER[prefix(b)] || a.localeCompare(b),
  );
  const lines = names.flatMap((page) =>
    pages
      .get(page)
      .map((entry) => [
        `[${entry.id}](${page}.md#${anchor(entry.id)})`,
        `\`${callOf(entry)}\``,
        entry.clients.join(', ') || '–',
        cell(sentence(entry.doc.text || entry.doc.deprecated || '')),
        `[${page}](${page}.md)`,
      ]),
  );
  return [
    header,
    '# Every operation',
    'Each area has a page. Each operation has an example that is tested against the simulator. `pay` is a client: see [PayModule](../module.md), or use `new PayWallet({ … })` from `nestjs-pay/client`. For failures, see [Errors](../errors.md).',
    '**You send amounts in minor units (2450 is 24.50). Most responses have MAJOR units.** Each field states its unit.',
    table(['operation', 'call', 'clients', 'what it does', 'page'], lines),
    'The client itself exchanges the credentials for a token (`POST /connect/token`).',
    '## Not covered',
    'Library and simulator do not have these interfaces of the service:',
    NOT_COVERED.map(([name, why]) => `- **${name}**: ${why}`).join('\n'),
    '',
  ].join('\n\n');
}

const prefix = (page) => /^(isv-|marketplace-)?/.exec(page)[1] ?? '';
