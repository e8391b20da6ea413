import type { IdempotentCall } from '../core/http/idempotent-call.js';
import { sha256 } from '../core/values/sha256.js';
import { UUID } from '../core/values/uuid.js';

type FingerprintedCall = Pick<IdempotentCall, 'operation' | 'request' | 'accountId'>;
type Members = Record<string, unknown>;

/**
 * Hashes a request as it is sent, so that another request with the same key is detected. UUIDs have no letter case. Card data is
 * left out, because a hash of a card number can be guessed.
 */
export function fingerprintOf(call: FingerprintedCall): string {
  const { operation, request, accountId } = call;
  const { pathname, searchParams } = new URL(request.url);
  const query = new URLSearchParams([...searchParams].map(([name, value]) => [name, normalize(value)]));
  query.sort();
  const secret = new Set(operation.options?.secret);
  const parts = [
    operation.id,
    // The account instead of the credentials, which may be rotated while a key is open.
    accountId?.toLowerCase() ?? null,
    pathname.split('/').map(normalize).join('/'),
    query.toString(),
    request.onBehalfOf === undefined ? null : normalize(request.onBehalfOf),
    Object.fromEntries(Object.entries(sentMembers(call)).filter(([name]) => !secret.has(name))),
  ];
  return sha256(
    JSON.stringify(parts, (_name, value: unknown) =>
      typeof value === 'string' ? normalize(value) : withSortedMembers(value),
    ),
  );
}

/** Returns the members that the request contains. A query or a form has texts only, and no members without a value. */
function sentMembers({ operation, request }: FingerprintedCall): Members {
  const place = operation.options?.in;
  if (place === undefined || place === 'json') return request.input;
  return Object.fromEntries(
    Object.entries(request.input)
      .filter(([, value]) => ['string', 'number', 'boolean', 'bigint'].includes(typeof value))
      .map(([name, value]) => [name, String(value)]),
  );
}

function normalize(text: string): string {
  return UUID.test(text) ? text.toLowerCase() : text;
}

function withSortedMembers(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
