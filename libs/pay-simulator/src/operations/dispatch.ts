import { SCOPES } from '../domain/contract.generated.js';
import type { Fields } from '../http/fields.js';
import type { Operation } from './operation.js';

/** Operations that share a URL with another and are meant only when the query or the token says so. */
const MEANT_WHEN: Readonly<Record<string, (query: Fields, scopes: readonly string[]) => boolean>> = {
  'transactions.octAndPayout': (query) => query.has('serviceId'),
  'transactions.payOutOld': (query) => query.has('serviceId'),
  // A marketplace request without the marketplace scope is rejected instead of misinterpreted.
  'marketplace:transactions.cancelTransaction': (query, scopes) =>
    scopes.includes(SCOPES['payments:core:api:platform']) ||
    query.has('reverseTransfers') ||
    query.has('refundPlatformFee'),
};

/** Which of the operations behind one URL a request means: by whether an ISV asks, then by its query and the scopes of its token. */
export function chooseOperation(
  shared: readonly Operation[],
  byIsv: boolean,
  query: Fields,
  scopes: readonly string[] = [],
): Operation {
  const fitting = shared.filter(({ clients }) => clients.every((client) => client === 'PayISV') === byIsv);
  const candidates = fitting.length > 0 ? fitting : shared;
  const chosen =
    candidates.find(({ key }) => MEANT_WHEN[key]?.(query, scopes)) ??
    candidates.find(({ key }) => !(key in MEANT_WHEN)) ??
    candidates[0];
  if (!chosen) throw new Error('a route has at least one operation');
  return chosen;
}
