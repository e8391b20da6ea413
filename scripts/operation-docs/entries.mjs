// Lists every operation that a user can call, with its facts and its example.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readContract } from '../contract/read.mjs';
import { read, report, ROOT } from '../generated.mjs';
import { kebab } from '../operation-facts/option-classes.mjs';
import { aboutArea, declarations, docOf, functionNamed, methodsOfClient } from './library.mjs';

export const EXAMPLES = 'docs/examples';

/** Rows of contract/ by `Client id`. A row in two files is one operation. */
const rows = new Map();
for (const area of Object.values(readContract()))
  for (const operation of area.operations ?? []) {
    const names = operation.clients.map((client) => `${client} ${operation.id.replace(/^auth\./, '')}`);
    const row = { ...operation, area };
    for (const name of names) if (!rows.has(name)) rows.set(name, row);
  }

const CLIENTS = ['PayWallet', 'PayISV', 'Marketplace'];
/** Prefix of the pages of an ISV and a marketplace. */
const PAGE_PREFIX = { PayISV: 'isv-', Marketplace: 'marketplace-' };
/** End of the titles of their operations, because IDs repeat. */
const TITLE_SUFFIX = { PayISV: ' (ISV)', Marketplace: ' (marketplace)' };
/** Page for the methods of a client itself. */
const CLIENT_PAGE = 'client';
/** The only operation that is a function. */
const FUNCTION = { id: 'getSmartCheckout', page: 'payments' };

/** Second names of operations that differ from client to client. */
const ALIASES = { 'transactions.refund': 'transactions.cancelTransaction' };

/** Methods that send the requests of another operation, which also describes their fields. */
const MADE_OF = {
  ...ALIASES,
  'bankTransfers.iterateBankAccounts': 'bankTransfers.retrieveBankAccounts',
  'dataServices.iterateAccountTransactions': 'dataServices.searchAccountTransactions',
  'dataServices.iterateTransactions': 'dataServices.searchTransactions',
  'pos.session.waitForSession': 'pos.session.retrieveSessionById',
  'transactions.iterateTransactions': 'transactions.searchTransactions',
  'transactions.getRemainingAmounts': 'transactions.getLegacyTransactions',
};

const slugOf = (id) => kebab(id).replace(/[.:]/g, '-');

/** Lists the entries. A method that clients share is one entry if it has the same row in the contract. */
function collect() {
  const entries = new Map();
  for (const client of CLIENTS) {
    for (const { id, signature } of methodsOfClient(client)) {
      const row = rows.get(`${client} ${id}`);
      const key = row ?? (id in ALIASES ? `${client} ${id}` : id);
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
    title: id + (TITLE_SUFFIX[clients[0]] ?? ''),
    clients,
    signature,
    row,
    page: page ?? own,
    doc: docOf(signature),
    about: clients.length === 0 ? undefined : aboutArea(clients[0], area),
    madeOf: madeOf(id, clients),
    declaration: declarationOf(row, clients),
    slug,
    example: `${page ?? own}/${slug}.ts`,
  };
}

/** Finds the operation whose requests a method sends. */
function madeOf(id, clients) {
  const other = MADE_OF[id];
  const row = other === undefined ? undefined : rows.get(`${clients[0]} ${other}`);
  return (
    row && {
      id: other,
      slug: slugOf(other.replace(/^\w+\./, '')),
      row,
      declaration: declarationOf(row, clients),
    }
  );
}

/** Finds the declaration. Two clients can have the same ID for different requests or different options. */
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
  if (found === undefined) throw new Error(`No defineOperation matches ${row.id} in contract/.`);
  return found;
}

/** Returns the part of an example that is shown. */
export const shownRegion = (text) =>
  /^\/\/ #region example\n(.*?)^\/\/ #endregion$/ms.exec(text)?.[1]?.trim() ?? '';

/** Returns the shown part of an operation's example, and reports what it lacks. */
function exampleOf({ example, id, clients }) {
  const file = `${EXAMPLES}/${example}`;
  if (!existsSync(join(ROOT, file))) return report(`${id} has no example: write ${file}.`);
  const shown = shownRegion(read(file));
  if (!shown.includes(`${id.replace(/:\w+$/, '')}(`))
    report(`${file} calls no ${id} in its region "example".`);
  if (clients.length > 0 && !clients.some((client) => new RegExp(`\\b${client}\\b`).test(shown)))
    report(`${file} does not show the client, ${clients.join(' or ')}.`);
  return shown;
}

/** Returns all entries, in the order of the contract. */
export function readEntries() {
  const entries = collect().map((entry) => ({ ...entry, shown: exampleOf(entry) }));
  const wanted = entries.map(({ example }) => example);
  for (const file of readdirSync(join(ROOT, EXAMPLES), { recursive: true }))
    if (/^(?!guides).+[/\\].+\.ts$/.test(file) && !wanted.includes(file.replaceAll('\\', '/')))
      report(`${EXAMPLES}/${file} is not the example of any operation.`);
  const had = new Set(entries.flatMap(({ clients, id }) => clients.map((client) => `${client} ${id}`)));
  for (const name of rows.keys())
    if (!/ (getPayAccessToken|getSmartCheckout)$/.test(name) && !had.has(name))
      report(`${name} is not a method of its client.`);
  const order = [...new Set(rows.values())];
  const place = ({ row }) => (row === undefined ? order.length : order.indexOf(row));
  return entries.toSorted((a, b) => place(a) - place(b));
}
