import { AccountTransactionSubType } from '../coded-values.generated.js';

const NAMES = new Map<number, string>(
  Object.entries(AccountTransactionSubType).map(([name, id]) => [id, name]),
);

/**
 * Returns the name of a type of movement: 83 is `ClearanceCards`. Returns the number as text if the type is unknown.
 *
 * @example accountTransactionName(row.subTypeId); // 'ClearanceCards'
 */
export function accountTransactionName(subTypeId: number): string {
  return NAMES.get(subTypeId) ?? String(subTypeId);
}
