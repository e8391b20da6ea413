import { createHash } from 'node:crypto';
import type { GatedCall } from '../core/call-gate.js';

/** Tells requests apart without saying what is in them; what is secret is left out, for few cards are there to be tried. */
export function fingerprintOf({
  operation,
  request,
  merchantId,
}: Pick<GatedCall, 'operation' | 'request' | 'merchantId'>): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.sort();
  const secret = new Set(operation.options?.secret);
  const asked = Object.entries(request.asked).filter(([name]) => !secret.has(name));
  const parts = [
    operation.id,
    // Not the credentials: they may be replaced while a key is open.
    merchantId?.toLowerCase() ?? null,
    pathname,
    searchParams.toString(),
    request.targetMerchantId ?? null,
    Object.fromEntries(asked),
  ];
  return createHash('sha256').update(JSON.stringify(parts, inOrder)).digest('hex');
}

/** The order in which members were written says nothing. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
