import { createHash } from 'node:crypto';
import type { IdempotentCall } from '../core/http/idempotent-call.js';

/** Hashes a request, so that another request under the same key is noticed. Card data is left out: few card numbers exist, and a hash of one can be guessed. */
export function fingerprintOf({
  operation,
  request,
  merchantId,
}: Pick<IdempotentCall, 'operation' | 'request' | 'merchantId'>): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.sort();
  const secret = new Set(operation.options?.secret);
  const sent = Object.entries(request.input).filter(([name]) => !secret.has(name));
  const parts = [
    operation.id,
    // The merchant and not the credentials: credentials may be rotated while a key is open.
    merchantId?.toLowerCase() ?? null,
    pathname,
    searchParams.toString(),
    request.targetMerchantId ?? null,
    Object.fromEntries(sent),
  ];
  return createHash('sha256').update(JSON.stringify(parts, sortMembers)).digest('hex');
}

function sortMembers(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
