import type { BasicCredentials } from '../http/authentication.js';
import type { Fields } from '../http/fields.js';
import type { Operation } from './operation.js';

/** Operations that share a URL with another and are meant only when the query says so. */
const MEANT_WHEN: Readonly<Record<string, (query: Fields) => boolean>> = {
  'transactions.octAndPayout': (query) => query.has('serviceId'),
  'transactions.payOutOld': (query) => query.has('serviceId'),
};

/** Which of the operations behind one URL a request means: by the kind of credentials, then by its query. */
export function chooseOperation(
  shared: readonly Operation[],
  basic: BasicCredentials | undefined,
  query: Fields,
): Operation {
  const reseller = basic?.user.includes(':') === true;
  const fitting = shared.filter((operation) => (operation.auth === 'reseller') === reseller);
  const candidates = fitting.length > 0 ? fitting : shared;
  const chosen =
    candidates.find(({ key }) => MEANT_WHEN[key]?.(query)) ??
    candidates.find(({ key }) => !(key in MEANT_WHEN)) ??
    candidates[0];
  if (!chosen) throw new Error('a route has at least one operation');
  return chosen;
}
