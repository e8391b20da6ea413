import type { PayDataServices } from '../../areas/data-services/data-services.js';
import type { OrderCodeInput } from '../../core/values/order-code.js';
import type { PayInboxOutcome } from '../../inbox/pay-inbox.js';

/** Order codes, in whatever way an application has them. */
export type OrderCodes =
  Iterable<OrderCodeInput> | AsyncIterable<OrderCodeInput> | Promise<Iterable<OrderCodeInput>>;

/** What an application implements to say which of its orders are open: those whose end it does not know. */
export interface PayOpenOrders {
  /** Their codes. Those that were looked at longest ago come first, whatever the order here. */
  openOrders(): OrderCodes;
}

/** Which sale transactions are looked through, by the time when they were made. */
export interface PayReconcileWindow {
  from: Date;
  /** @default now */
  to?: Date;
  /** Of a client with the data services' own credentials. @default the account's own client */
  dataServices?: PayDataServices;
}

/** Options of `PayReconciler.reconcile`. */
export interface PayReconcileOptions {
  /** Orders to ask about: two reads each. */
  orders?: PayOpenOrders | OrderCodes;
  /** Also the orders of all sale transactions in a window: orders that the application forgot, refunds made by hand. */
  window?: PayReconcileWindow;
  /** The PayModule's name. @default the one without a name, or the only one */
  account?: string;
  /** Controller and method of the webhook whose events are made up for, such as `Hooks.shop`. Needed where the account has several. */
  endpoint?: string;
  /** Reads of one run at most: what is left waits for the next one. @default 500 */
  maxReads?: number;
  /**
   * Transactions that were made longer ago are left alone and counted (`tooOld`): what the inbox has forgotten would be handled a
   * second time.
   * @default an hour less than the inbox remembers: a day in memory, 30 days less an hour in a durable inbox
   */
  maxAgeMs?: number;
}

/** Something that could not be read or handled. The next run tries again. */
export interface PayReconcileFailure {
  /** Null where it was not about one order. */
  orderCode: string | null;
  /** For a log: no secrets. */
  message: string;
}

/** What a run came to. */
export interface PayReconcileReport {
  /**
   * `busy`: another run of the endpoint is under way in this process, so that nothing was done; `stopped`: the service failed
   * several times one after another, so that it was left alone.
   */
  status: 'done' | 'busy' | 'stopped';
  /** Orders that were looked at. */
  orders: number;
  /** Orders that were not, because there were no reads left or the service failed. */
  left: number;
  /** Requests that were made. */
  reads: number;
  /** What became of the events: `handled` and `stored` are those that no webhook had brought. */
  events: Record<PayInboxOutcome | 'ignored', number>;
  /** Events that were not passed on, because their transactions were made longer than `maxAgeMs` ago. */
  tooOld: number;
  failures: PayReconcileFailure[];
}
