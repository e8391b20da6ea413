import { limitsOf, NO_LIMITS, type RequestLimits } from '../http/request-limits.js';
import { REQUEST_SCHEMAS } from './request-schemas.generated.js';

const compiled = new Map<string, { readonly query: RequestLimits; readonly body: RequestLimits }>();

/** Returns the limits of an operation's query and body. They are compiled at its first request. */
export function limitsOfOperation(key: string): {
  readonly query: RequestLimits;
  readonly body: RequestLimits;
} {
  const known = compiled.get(key);
  if (known) return known;
  const { query, body } = REQUEST_SCHEMAS[key] ?? {};
  const limits = {
    query: query ? limitsOf(query) : NO_LIMITS,
    body: body ? limitsOf(body) : NO_LIMITS,
  };
  compiled.set(key, limits);
  return limits;
}
