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
  'no-transactions': {
    operation: 'transactions.getLegacyTransactions:list',
    text: 'The list of an order’s transactions is empty, although the order is paid',
    issue: 2580,
  },
  'redirect-without-transaction': {
    operation: 'getSmartCheckout',
    text: 'The redirect to the success page lacks the transaction ID (t)',
    issue: 2448,
  },
  'session-in-progress': {
    operation: 'pos.session.retrieveSessionById',
    text: 'A terminal session stays in progress (202), although it was aborted or has ended',
    issue: 2434,
  },
  'abort-ignored': {
    operation: 'pos.session.abortSession',
    text: 'An abort is accepted (200) and has no effect, as while the terminal shows a QR code',
    issue: 2422,
  },
  'webhook-first': {
    operation: 'pos.transactions.initiateSaleRequest',
    text: 'The webhook of a terminal sale arrives before the response to the POST',
    issue: 2374,
  },
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
