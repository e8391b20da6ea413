/** The transaction that an answer names; null where it names none. */
export function transactionIdIn(data: unknown): string | null {
  if (typeof data !== 'object' || data === null) return null;
  const { TransactionId, transactionId } = data as Record<string, unknown>;
  const id = TransactionId ?? transactionId;
  return typeof id === 'string' ? id : null;
}
