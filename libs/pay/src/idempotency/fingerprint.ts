import type { IdempotentCall } from '../core/http/idempotent-call.js';
import { sha256 } from '../core/values/sha256.js';

/**
 * Hashes a request, so that another request with the same key is detected. Card data is left out, because a hash of a card number
 * can be guessed.
 */
export function fingerprintOf({
  operation,
  request,
  accountId,
}: Pick<IdempotentCall, 'operation' | 'request' | 'accountId'>): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.sort();
  const secret = new Set(operation.options?.secret);
  const input = Object.entries(request.input).filter(([name]) => !secret.has(name));
  const parts = [
    operation.id,
    // The account instead of the credentials, which may be rotated while a key is open.
    accountId?.toLowerCase() ?? null,
    pathname,
    searchParams.toString(),
    request.onBehalfOf ?? null,
    Object.fromEntries(input),
  ];
  return sha256(JSON.stringify(parts, sortMembers));
}

function sortMembers(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
