/** A fault of the service that somebody reported, or that follows from such a report. */
export interface ReportedFaultFacts {
  /** Operation that the fault affects unless the rule names another one. */
  readonly operation: string;
  /** What happens, for the console and the pages. */
  readonly text: string;
  /** Number of the thread at github.com/VivaPayments/API/issues. Null: inferred. */
  readonly issue: number | null;
}

/** Faults seen in production, by the name that is their `kind`. */
export const REPORTED_FAULTS = {
  /** Returns HTTP 200 with an empty list of transactions, without executing the request. The service did so for paid orders. */
  'no-transactions': {
    operation: 'transactions.getLegacyTransactions:list',
    text: 'The list of an order’s transactions is empty, although the order is paid',
    issue: 2580,
  },
  /** Removes the transaction ID from the redirect after a payment at the checkout page. */
  'redirect-without-transaction': {
    operation: 'getSmartCheckout',
    text: 'The redirect to the success page lacks the transaction ID (t)',
    issue: 2448,
  },
  /** Returns HTTP 202 for a terminal session, without executing the request. */
  'session-in-progress': {
    operation: 'pos.session.retrieveSessionById',
    text: 'A terminal session stays in progress (202), although it was aborted or has ended',
    issue: 2434,
  },
  /** Returns HTTP 200 for the abort of a terminal session, without executing the request. */
  'abort-ignored': {
    operation: 'pos.session.abortSession',
    text: 'An abort is accepted (200) and has no effect, as while the terminal shows a QR code',
    issue: 2422,
  },
  /** Executes the request, and sends the response after the next webhook got its response, or after 60 seconds of real time. */
  'webhook-first': {
    operation: 'pos.transactions.initiateSaleRequest',
    text: 'The webhook of a terminal sale arrives before the response to the POST',
    issue: 2374,
  },
  /** Executes the request, and returns the order with the state pending. */
  'order-pending': {
    operation: 'payments.getOrder',
    text: 'The order reads as pending, although its list of transactions has the payment',
    issue: null,
  },
} as const satisfies Readonly<Record<string, ReportedFaultFacts>>;

/** Name of a reported fault. */
export type ReportedFaultName = keyof typeof REPORTED_FAULTS;

export const isReportedFault = (kind: string): kind is ReportedFaultName =>
  Object.hasOwn(REPORTED_FAULTS, kind);
