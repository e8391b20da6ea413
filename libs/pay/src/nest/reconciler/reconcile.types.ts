import type { PayDataServices } from '../../areas/data-services/data-services.js';
import type { OrderCodeInput } from '../../areas/order-code.js';
import type { PayInboxOutcome } from '../../inbox/pay-inbox.js';

/** Order codes, as a list, an iterator, or a promise of one. */
export type OrderCodes =
  | Iterable<OrderCodeInput>
  | AsyncIterable<OrderCodeInput>
  | Promise<Iterable<OrderCodeInput>>;

/** Lists your open orders: the orders that you know no final state of. */
export interface PayOpenOrders {
  /** Returns their codes in any order. The reconciler begins with the orders that it read longest ago. */
  openOrders(): OrderCodes;
}

/** Selects sale transactions by the time when they were made. */
export interface PayReconcileWindow {
  from: Date;
  /** @default now */
  to?: Date;
  /** Area of a client that has credentials for the data services. @default the account's own client */
  dataServices?: PayDataServices;
}

/** Options of `PayReconciler.reconcile`. */
export interface PayReconcileOptions {
  /** Orders to read, with two reads each. Include orders paid within the last day, to find payments that the service reversed by itself. */
  orders?: PayOpenOrders | OrderCodes;
  /** Also reads the orders of all sale transactions in a window. This finds orders that your database lost, and manual refunds. */
  window?: PayReconcileWindow;
  /** Name of the PayModule. @default the default account, or the only one */
  account?: string;
  /** Controller and method of the webhook whose missed events are read, such as `Hooks.shop`. Required if the account has several. */
  endpoint?: string;
  /** Maximum number of reads of one run. The next run continues with the orders that are left. @default 500 */
  maxReads?: number;
}

/** An order that could not be read, or an event that could not be handled. The next run tries again. */
export interface PayReconcileFailure {
  /** Null if the failure does not belong to one order. */
  orderCode: string | null;
  /** For a log: contains no secrets. */
  message: string;
}

/** Result of a run. */
export type PayReconcileReport = ReturnType<typeof newReport>;

export const newReport = () => ({
  /**
   * `busy`: another run of the endpoint is in progress in this process, and nothing was done. `stopped`: the run ended early, because
   * the service failed several times in a row.
   */
  status: 'done' as 'done' | 'busy' | 'stopped',
  /** Number of orders that were read. */
  orders: 0,
  /** Number of orders that were not read, because no reads were left or the service failed. */
  left: 0,
  /** Number of requests. */
  reads: 0,
  /** Number of events by outcome. No webhook had brought the `handled` and `stored` events. */
  events: { handled: 0, stored: 0, duplicate: 0, ignored: 0 } satisfies Record<
    PayInboxOutcome | 'ignored',
    number
  >,
  /**
   * Number of events that were skipped, because an event that the inbox has forgotten would be handled again. Their transactions are older
   * than the inbox remembers, less an hour: a day in memory, 30 days less an hour in a durable inbox.
   */
  tooOld: 0,
  /**
   * Codes of orders with a handled payment that the service no longer shows: it reversed the payment by itself. Runs read such an order
   * again for a day, also if you do not name it.
   */
  contested: [] as string[],
  failures: [] as PayReconcileFailure[],
});
