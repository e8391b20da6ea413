import { SCOPES } from '../domain/contract.generated.js';
import type { Fields } from '../http/fields.js';
import type { Operation } from '../http/operation.js';

/** Conditions of operations that share their URL with another operation. Without its condition, the other operation is selected. */
const CONDITIONS: Readonly<Record<string, (query: Fields, scopes: readonly string[]) => boolean>> = {
  'transactions.octAndPayout': (query) => query.has('serviceId'),
  'transactions.payOutOld': (query) => query.has('serviceId'),
  // A marketplace request without the marketplace scope is rejected instead of misinterpreted.
  'marketplace:transactions.cancelTransaction': (query, scopes) =>
    scopes.includes(SCOPES['payments:core:api:platform']) ||
    query.has('reverseTransfers') ||
    query.has('refundPlatformFee'),
};

/** Selects between operations with the same URL: by the client (ISV or merchant), then by query and token scopes. */
export function chooseOperation(
  shared: readonly Operation[],
  byIsv: boolean,
  query: Fields,
  scopes: readonly string[] = [],
): Operation {
  const fitting = shared.filter(({ clients }) => clients.every((client) => client === 'PayISV') === byIsv);
  const candidates = fitting.length > 0 ? fitting : shared;
  const chosen =
    candidates.find(({ key }) => CONDITIONS[key]?.(query, scopes)) ??
    candidates.find(({ key }) => !(key in CONDITIONS)) ??
    candidates[0];
  if (!chosen) throw new Error('a route has at least one operation');
  return chosen;
}
