import type { Control } from '../control/control.js';
import type { PageRequest } from '../http/page.js';
import { allBooks } from './books.model.js';
import { CONSOLE_ACTIONS } from './console.actions.js';
import { isFailure, outcomeOf } from './deliveries.model.js';
import { shownRequests } from './requests.model.js';

/** Parts of the query of the orders. Links of earlier versions have no view. */
const ORDER_QUERY = ['q', 'merchant', 'page'];

const isInDrawer = (view: string | undefined): boolean => view === 'clock' || view === 'faults';

/** What the pages of the console show. Each section reads the rest of what it shows. */
export type ConsoleModel = ReturnType<typeof consoleModel>;

/** Reads what all pages of the console show. @param shown - View other than that of the query, and the message of a failed action. */
export function consoleModel(
  { origin, read }: Control,
  { form, query }: PageRequest,
  shown: { readonly view?: string; readonly problem?: string | undefined } = {},
) {
  const { problem } = shown;
  const done = CONSOLE_ACTIONS.find(({ path }) => path === query.get('done'));
  const first = ORDER_QUERY.some((name) => query.has(name)) ? 'orders' : 'overview';
  const view = shown.view ?? query.get('view') ?? done?.section ?? first;
  const { clock, nextDecline, orders, webhooks } = read('getState');
  const { environment, world } = read('getAccount');
  const { isHolding, next: nextDelivery } = read('getDeliverySettings');
  const faults = read('listFaults');
  const books = allBooks({ read });
  const merchants = books.map(({ merchant }) => merchant);
  const deliveries = read('listDeliverySummaries');
  const failed = deliveries.filter((delivery) => isFailure(outcomeOf(delivery)));
  return {
    ...{ origin, read, query, view, clock, isHolding, faults, nextDelivery, nextDecline },
    ...{ books, merchants, deliveries, failed, environment },
    now: clock.ms,
    merchantName: merchants[0]?.name ?? '',
    /** Message at the top. */
    notice:
      problem === undefined
        ? done && ({ kind: 'done', text: done.done } as const)
        : ({ kind: 'problem', text: problem } as const),
    /** Fields of a form with an error. */
    typed: form,
    /** Whether the clock and the faults are visible. The script of the page says that it shows them. */
    isDrawerOpen: [view, done?.section].some(isInDrawer) || query.get('drawer') === 'open',
    world: {
      id: world,
      /** IDs of the worlds beside `default` and the one that is shown, oldest first. */
      others: read('listWorlds')
        .map(({ id }) => id)
        .filter((id) => id !== 'default' && id !== world),
    },
    /** Number of all items of each section. */
    counts: {
      orders: books.slice(1).reduce((sum, connected) => sum + connected.orders().length, orders),
      deliveries: deliveries.length,
      requests: shownRequests(read).length,
      webhooks,
      accounts: read('listAccounts').length,
      passwords: read('listPasswords').length,
    },
    /** Number of faults, with those of the next payment and the next delivery. */
    activeFaults: faults.length + [nextDelivery, nextDecline].filter((next) => next !== null).length,
  };
}
