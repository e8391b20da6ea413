// The index: operation → call → what it does → page.
import { rows, unbuilt } from './contract.mjs';
import { anchor, cell, table, withoutLinks } from './markdown.mjs';
import { callOf } from './page.mjs';

const sentence = (text) =>
  withoutLinks(text)
    .split(/(?<=[.:;])\s/)[0]
    .replace(/[:;]$/, '.');
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
  const missing = [...unbuilt].map((name) => [
    name,
    cell(rows.get(name.replace(' auth.', ' '))?.summary ?? ''),
  ]);
  return [
    header,
    '# Every operation',
    'One page for each area. Each operation has an example that was compiled with the package and ran against the simulator. `pay` is a client: see [nest.md](../nest.md), or `new PayWallet({ … })` from `nestjs-pay/client`. What a result is, and what to do after a failure: [results.md](../results.md).',
    '**Amounts go in as minor units (2450 is 24.50) and mostly come out as MAJOR units**; each field says which.',
    table(['operation', 'call', 'clients', 'what it does', 'page'], lines),
    'The exchange of credentials for a token (`POST /connect/token`) is made by the client itself, for every call.',
    ...(missing.length === 0 ? [] : ['## Not built yet', table(['operation', 'what it will do'], missing)]),
    '',
  ].join('\n\n');
}

const prefix = (page) => /^(isv-|marketplace-)?/.exec(page)[1] ?? '';
