// Every operation that a user can call, once, with what is known of it and its example.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shownRegion } from './examples.mjs';
import { GUIDES } from './guides.mjs';
import { rows, unbuilt } from './contract.mjs';
import { aboutArea, declarations, docOf, functionNamed, methodsOfClient } from './library.mjs';
import { EXAMPLES, ROOT } from './root.mjs';

const CLIENTS = ['PayWallet', 'PayISV', 'Marketplace'];
/** What names the pages of a client other than the merchant's. */
const PAGE_PREFIX = { PayISV: 'isv-', Marketplace: 'marketplace-' };
/** Methods of a client itself, not of one of its areas. */
const CLIENT_PAGE = 'client';
/** The one operation that is no method. */
const FUNCTION = { id: 'getSmartCheckout', page: 'payments' };

/** Methods that make the requests of another operation: what is known of its fields, they have from it. */
const MADE_OF = {
  'bankTransfers.iterateBankAccounts': 'bankTransfers.retrieveBankAccounts',
  'dataServices.iterateAccountTransactions': 'dataServices.searchAccountTransactions',
  'dataServices.iterateTransactions': 'dataServices.searchTransactions',
  'pos.session.waitForSession': 'pos.session.retrieveSessionById',
  'transactions.iterateTransactions': 'transactions.searchTransactions',
  'transactions.getRemainingAmounts': 'transactions.getLegacyTransactions',
};

const kebab = (text) => text.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase();
const slugOf = (id) => kebab(id).replace(/[.:]/g, '-');

/** Methods that different clients share are one entry, told apart by what the contract says of them. */
function collect() {
  const entries = new Map();
  for (const client of CLIENTS) {
    for (const { id, signature } of methodsOfClient(client)) {
      const row = rows.get(`${client} ${id}`);
      if (unbuilt.has(`${client} ${id}`)) continue; // being built right now
      const key = row ?? id;
      const known = entries.get(key);
      if (known === undefined) entries.set(key, entryOf({ clients: [client], id, signature, row }));
      else known.clients.push(client);
    }
  }
  const signature = functionNamed(FUNCTION.id);
  const row = rows.get(`PayWallet ${FUNCTION.id}`);
  return [
    ...entries.values(),
    entryOf({ clients: [], id: FUNCTION.id, signature, row, page: FUNCTION.page }),
  ];
}

function entryOf({ clients, id, signature, row, page }) {
  const [area, ...rest] = id.split('.');
  const isOwn = rest.length === 0;
  const own = (PAGE_PREFIX[clients[0]] ?? '') + (isOwn ? CLIENT_PAGE : kebab(area));
  const slug = slugOf(isOwn ? area : rest.join('.'));
  return {
    id,
    name: nameOf(id, clients),
    clients,
    signature,
    row,
    page: page ?? own,
    doc: docOf(signature),
    about: clients.length === 0 ? undefined : aboutArea(clients[0], area),
    madeOf: madeOf(id, clients),
    declaration: declarationOf(row, clients),
    example: `${page ?? own}/${slug}.ts`,
  };
}

/** The id; of an operation that is not a merchant's with its client before it, for ids repeat. */
function nameOf(id, [client]) {
  return client in PAGE_PREFIX ? `${client} ${id}` : id;
}

/** The operation whose requests a method makes. */
function madeOf(id, clients) {
  const other = MADE_OF[id];
  const row = other === undefined ? undefined : rows.get(`${clients[0]} ${other}`);
  return row && { id: other, row, declaration: declarationOf(row, clients) };
}

/** Two clients may declare the same id for different requests, or in one request for different options. */
function declarationOf(row, [client]) {
  if (row === undefined || row.http === null || row.id === FUNCTION.id) return undefined;
  const template = row.path.replace(/\{\w+\}/g, '{}');
  const fitting = declarations.filter(
    ({ method, path, auth, id }) =>
      (id === row.id || `auth.${id}` === row.id || id === `auth.${row.id}`) &&
      method === row.http &&
      path.replace(/\{\w+\}/g, '{}') === template &&
      auth === row.auth,
  );
  const prefix = PAGE_PREFIX[client];
  const found = fitting.find(({ area }) => prefix !== undefined && area.startsWith(prefix)) ?? fitting[0];
  if (found === undefined) throw new Error(`No defineOperation says what ${row.id} in contract/ says.`);
  return found;
}

/** The part of an example that is shown. */
function shownPart({ example, id, clients }, problems) {
  const file = join(ROOT, EXAMPLES, example);
  if (!existsSync(file)) {
    problems.push(`${id} has no example: write ${EXAMPLES}/${example}.`);
    return '';
  }
  const text = readFileSync(file, 'utf8');
  const shown = shownRegion(text);
  if (!shown.includes(`${id.replace(/:\w+$/, '')}(`))
    problems.push(`${EXAMPLES}/${example} calls no ${id} in its region "example".`);
  if (clients.length > 0 && !clients.some((client) => new RegExp(`\\b${client}\\b`).test(shown)))
    problems.push(`${EXAMPLES}/${example} does not show the client, ${clients.join(' or ')}.`);
  return shown;
}

/** All entries, and what is wrong with the set of them. */
export function readEntries() {
  const problems = [];
  const entries = collect();
  for (const entry of entries) entry.shown = shownPart(entry, problems);
  const wanted = new Set(entries.map(({ example }) => example));
  const there = readdirSync(join(ROOT, EXAMPLES), { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.includes('/') && file.endsWith('.ts') && !file.startsWith(GUIDES));
  for (const file of there)
    if (!wanted.has(file)) problems.push(`${EXAMPLES}/${file} is the example of no operation.`);
  const had = new Set(entries.flatMap(({ clients, id }) => clients.map((client) => `${client} ${id}`)));
  for (const [name] of rows) {
    const isNoMethod = / (getPayAccessToken|getSmartCheckout)$/.test(name);
    if (!isNoMethod && !unbuilt.has(name) && !had.has(name))
      problems.push(`${name} is no method of its client.`);
  }
  const order = [...new Set(rows.values())];
  const place = ({ row }) => (row === undefined ? order.length : order.indexOf(row));
  return { entries: entries.toSorted((a, b) => place(a) - place(b)), problems };
}
