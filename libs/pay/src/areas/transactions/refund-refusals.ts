/** The only form that says that nothing is left to refund: ErrorCode and EventId. @see contract/behaviour/transactions.yaml already-refunded */
export const NOTHING_LEFT = { '403/2055': 'alreadycanceled' } as const;

/** Advice after a 409 of a refund. It has no known meaning, so it must not count as a refund that was made. */
export const READ_THE_PAYMENT =
  'This does not show whether the payment was refunded. Read the transactions of its order before you refund it again.';
