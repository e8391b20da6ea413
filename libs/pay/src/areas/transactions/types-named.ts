import { TransactionType } from './transactions.enums.js';

/** The types of transaction whose name says it: what a payment method adds is found by its name, too. */
export function typesNamed(name: RegExp): ReadonlySet<number> {
  return new Set(Object.entries(TransactionType).flatMap(([key, type]) => (name.test(key) ? [type] : [])));
}
