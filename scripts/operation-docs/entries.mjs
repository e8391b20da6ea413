// Lists every operation that a user can call, with its facts and its example.
import { readContract } from '../contract/read.mjs';
import { filesIn, read, report } from '../generated.mjs';
import { kebab } from '../collections.mjs';
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

/** The clients: their title, the start of the names of their pages, and the end of the titles of their operations, because IDs repeat. */
export const CLIENTS = {
  PayWallet: { title: 'Merchant', start: '', end: '' },
  PayISV: { title: 'ISV', start: 'isv-', end: ' (ISV)' },
  Marketplace: { title: 'Marketplace', start: 'marketplace-', end: ' (marketplace)' },
};
/** The only operation that is a function. */
const FUNCTION = 'getSmartCheckout';

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
  for (const client of Object.keys(CLIENTS))
    for (const { id, signature } of methodsOfClient(client)) {
      const row = rows.get(`${client} ${id}`);
      const key = row ?? (id in ALIASES ? `${client} ${id}` : id);
      if (entries.has(key)) entries.get(key).clients.push(client);
      else entries.set(key, entryOf({ clients: [client], id, signature, row }));
    }
  const ofFunction = {
    id: FUNCTION,
    signature: functionNamed(FUNCTION),
    row: rows.get(`PayWallet ${FUNCTION}`),
  };
  return [...entries.values(), entryOf({ clients: [], ...ofFunction, page: 'payments' })];
}

function entryOf({ clients, id, signature, row, page }) {
  const [area, ...rest] = id.split('.');
  const { start, end } = CLIENTS[clients[0] ?? 'PayWallet'];
  // The methods of a client itself have a page of their own.
  const own = page ?? start + (rest.length === 0 ? 'client' : kebab(area));
  const slug = slugOf(rest.join('.') || area);
  const base = madeOf(MADE_OF[id], clients);
  return {
    ...{ id, clients, signature, row, page: own, slug, madeOf: base },
    // The row that describes its fields.
    described: row ?? base?.row ?? {},
    title: id + end,
    doc: docOf(signature),
    about: clients.length === 0 ? undefined : aboutArea(clients[0], area),
    declaration: declarationOf(row, clients),
    example: `${own}/${slug}.ts`,
  };
}

/** Finds the operation whose requests a method sends. */
function madeOf(id, clients) {
  const row = rows.get(`${clients[0]} ${id}`);
  return row && { id, slug: slugOf(id.replace(/^\w+\./, '')), row, declaration: declarationOf(row, clients) };
}

/** Finds the declaration. Two clients can have the same ID for different requests or different options. */
function declarationOf(row, [client]) {
  if (row === undefined || row.http === null || row.id === FUNCTION) return undefined;
  const fitting = declarations.filter(
    ({ id, method, path, auth }) =>
      id === row.id && method === row.http && path === row.path && auth === row.auth,
  );
  const { start } = CLIENTS[client];
  return fitting.find(({ area }) => start !== '' && area.startsWith(start)) ?? fitting[0];
}

/** Returns the part of an example that is shown. */
export const shownRegion = (text) =>
  /^\/\/ #region example\n(.*?)^\/\/ #endregion$/ms.exec(text)?.[1]?.trim() ?? '';

/** Returns the shown part of an operation's example, and reports what it lacks. */
function exampleOf({ example, id, clients }) {
  const file = `${EXAMPLES}/${example}`;
  const shown = shownRegion(read(file));
  if (!shown.includes(`${id.replace(/:\w+$/, '')}(`))
    report(`${file} calls no ${id} in its region "example".`);
  if (clients.length > 0 && !clients.some((client) => new RegExp(`\\b${client}\\b`).test(shown)))
    report(`${file} does not show the client, ${clients.join(' or ')}.`);
  return shown;
}

/** Returns all entries, in the order of the contract. `contract.spec` finds operations without a method or an example. */
export function readEntries() {
  const entries = collect().map((entry) => ({ ...entry, shown: exampleOf(entry) }));
  const wanted = entries.map(({ example }) => example);
  for (const file of filesIn(EXAMPLES))
    if (/^(?!guides).+\/.+\.ts$/.test(file) && !wanted.includes(file))
      report(`${EXAMPLES}/${file} is not the example of any operation.`);
  const order = [...new Set(rows.values())];
  const place = ({ row }) => (row === undefined ? order.length : order.indexOf(row));
  return entries.toSorted((a, b) => place(a) - place(b));
}
