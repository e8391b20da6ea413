import { limitsOf, type QueryAndBody, type RequestLimits } from '../http/request-limits.js';
import { REQUEST_SCHEMAS } from './request-schemas.generated.js';

const compiled = new Map<string, QueryAndBody<RequestLimits>>();

/** Returns the limits of an operation's query and body. They are compiled at its first request. */
export function limitsOfOperation(key: string): QueryAndBody<RequestLimits> {
  const known = compiled.get(key);
  if (known) return known;
  const { query = {}, body = {} } = REQUEST_SCHEMAS[key] ?? {};
  const limits = { query: limitsOf(query), body: limitsOf(body) };
  compiled.set(key, limits);
  return limits;
}
