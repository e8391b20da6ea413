import type { IdempotentCall } from '../core/http/idempotent-call.js';
import { compiledCheck } from '../core/options/compiled-check.js';
import { sha256 } from '../core/values/sha256.js';
import { UUID } from '../core/values/uuid.js';

type FingerprintedCall = Pick<IdempotentCall, 'operation' | 'request' | 'accountId'>;
type Members = Record<string, unknown>;

/**
 * Hashes a request as it is sent, so that another request with the same key is detected. UUIDs have no letter case. Card data is
 * left out, because a hash of a card number can be guessed.
 */
export function fingerprintOf(call: FingerprintedCall): string {
  return hashOf(call, sentMembers(call), (text) => (UUID.test(text) ? text.toLowerCase() : text));
}

/**
 * Returns the fingerprint that earlier versions stored. It also contains members that are not sent, and the letter case of
 * UUIDs. For other requests, it is the fingerprint of {@link fingerprintOf}, so that both versions can run side by side.
 */
export function formerFingerprintOf(call: FingerprintedCall): string {
  return hashOf(call, call.request.input, (text) => text);
}

function hashOf(
  { operation, request, accountId }: FingerprintedCall,
  input: Members,
  normalize: (text: string) => string,
): string {
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
    Object.fromEntries(Object.entries(input).filter(([name]) => !secret.has(name))),
  ];
  return sha256(
    JSON.stringify(parts, (_name, value: unknown) =>
      typeof value === 'string' ? normalize(value) : withSortedMembers(value),
    ),
  );
}

/** Returns the members that the request contains. A query or a form has texts only, and no members without a value. */
function sentMembers({ operation, request }: FingerprintedCall): Members {
  const { in: place, dto, constants } = operation.options ?? {};
  if (place === undefined || place === 'json') return request.input;
  const declared = dto === undefined ? new Set<string>() : compiledCheck(dto).names;
  // Other members have one type in any call, so they keep it, as in former versions.
  const mayBeText = (name: string): boolean =>
    name === 'currencyCode' || !(declared.has(name) || Object.hasOwn(constants ?? {}, name));
  return Object.fromEntries(
    Object.entries(request.input)
      .filter((member): member is [string, string | number | boolean | bigint] =>
        ['string', 'number', 'boolean', 'bigint'].includes(typeof member[1]),
      )
      .map(([name, value]) => [name, mayBeText(name) ? String(value) : value]),
  );
}

function withSortedMembers(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
