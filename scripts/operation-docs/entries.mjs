// Lists every operation that a user can call, with its facts and its example.
import { readContract } from '../contract/read.mjs';
import { docOf, exported, methodsBelow } from '../declarations.mjs';
import { filesIn, read, report } from '../generated.mjs';
import { groupBy, kebab } from '../collections.mjs';
import { declarations } from './library.mjs';

export const EXAMPLES = 'docs/examples';

/** Rows of contract/ by `Client id`. A row in two files is one operation. */
const rows = new Map();
for (const area of Object.values(readContract()))
  for (const operation of area.operations ?? [])
    for (const client of operation.clients) {
      const name = `${client} ${operation.id.replace(/^auth\./, '')}`;
      if (!rows.has(name)) rows.set(name, { ...operation, area });
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

const slugOf = (id) => kebab(id.replace(/^\w+\./, '')).replace(/[.:]/g, '-');

/** Lists the methods of a client. The implementation of overloads is none. A second overload has the contract's suffix. */
const methodsOf = (client) =>
  [...groupBy(methodsBelow(client), ({ id }) => id)].flatMap(([id, same]) =>
    same
      .filter(({ node }) => same.length === 1 || node.body === undefined)
      .map((method, index) => ({ ...method, client, id: index === 0 ? id : `${id}:list` })),
  );

/** Lists the entries. A method that clients share is one entry if it has the same row in the contract. */
function collect() {
  const methods = Object.keys(CLIENTS)
    .flatMap(methodsOf)
    .map((method) => ({ ...method, row: rows.get(`${method.client} ${method.id}`) }));
  const keyOf = ({ id, client, row }) => row?.document ?? (id in ALIASES ? `${client} ${id}` : id);
  const shared = groupBy(methods, keyOf);
  const ofFunction = { id: FUNCTION, node: exported.get(FUNCTION), row: rows.get(`PayWallet ${FUNCTION}`) };
  return [
    ...[...shared.values()].map((same) => entryOf({ ...same[0], clients: same.map(({ client }) => client) })),
    entryOf({ ...ofFunction, client: 'PayWallet', clients: [], page: 'payments' }),
  ];
}

function entryOf({ client, id, row, ...method }) {
  const { start, end } = CLIENTS[client];
  // The methods of a client itself have a page of their own.
  const page = method.page ?? start + (id.includes('.') ? kebab(id.split('.')[0]) : 'client');
  const slug = slugOf(id);
  const base = rows.get(`${client} ${MADE_OF[id]}`);
  return {
    ...{ ...method, client, id, row, page, slug, title: id + end, example: `${page}/${slug}.ts` },
    // The row that describes its fields.
    described: row ?? base ?? {},
    madeOf: base && { id: base.id, slug: slugOf(base.id), declaration: declarationOf(base) },
    doc: docOf(method.node),
    declaration: declarationOf(row),
  };
}

/** Finds the declaration. Clients that share an ID sign in differently. */
const declarationOf = (row) =>
  row && declarations.find(({ id, path, auth }) => id === row.id && path === row.path && auth === row.auth);

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
  const order = [...rows.values()].map(({ document }) => document);
  const place = ({ row }) => (row === undefined ? order.length : order.indexOf(row.document));
  return entries.toSorted((a, b) => place(a) - place(b));
}
