import type { ResellerTransaction } from '../results.generated.js';

/** Reads a list, a single transaction or a list in the older envelope, because the form is not documented. */
export function readResellerTransactions(
  items: Record<string, unknown>[],
): ResellerTransaction[] | undefined {
  const [first] = items;
  const listed = items.length === 1 ? first?.['Transactions'] : undefined;
  const rows = (Array.isArray(listed) ? listed : items) as ResellerTransaction[];
  return rows.every((row) => typeof row?.TransactionId === 'string') ? rows : undefined;
}
