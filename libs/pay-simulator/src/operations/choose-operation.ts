import { SCOPES } from '../domain/contract.generated.js';
import type { Operation } from '../http/operation.js';

/** Conditions of operations that share their URL with another operation. Names in the query are in lower case. Without its condition, the other operation is selected. */
const CONDITIONS: Readonly<Record<string, (query: object, scopes: readonly string[]) => boolean>> = {
  'transactions.octAndPayout': (query) => 'serviceid' in query,
  'transactions.payOutOld': (query) => 'serviceid' in query,
  // A marketplace request without the marketplace scope is rejected instead of misinterpreted.
  'marketplace:transactions.cancelTransaction': (query, scopes) =>
    scopes.includes(SCOPES['payments:core:api:platform']) ||
    'reversetransfers' in query ||
    'refundplatformfee' in query,
};

/** Selects between operations with the same URL: by the client (ISV or merchant), then by query and token scopes. */
export function chooseOperation(
  shared: readonly Operation[],
  byIsv: boolean,
  query: object,
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
