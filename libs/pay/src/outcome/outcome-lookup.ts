import type { Operation } from '../core/operation/operation.js';
import type { SentRequest } from '../core/operation/open-outcome.js';
import type { PayOutcomeLookup } from '../core/operation/outcome-lookup.js';

/** Describes how to look up what became of a call, or returns null if no read can tell. */
export function outcomeLookupOf(
  { id: operation, outcomeLookup }: Operation<unknown, string>,
  { input, onBehalfOf, sentAt }: SentRequest,
  serviceOffsetMs: number | null,
): PayOutcomeLookup | null {
  if (outcomeLookup === undefined || 'nothing' in outcomeLookup) return null;
  const { read, about, from, client = 'merchant' } = outcomeLookup;
  const { amount, merchantTrns } = input;
  return {
    operation,
    read,
    about,
    client,
    id: String(input[from]),
    targetMerchantId: onBehalfOf ?? null,
    amount: typeof amount === 'number' ? amount : null,
    merchantTrns: typeof merchantTrns === 'string' && merchantTrns.trim() !== '' ? merchantTrns : null,
    sentAt: new Date(sentAt + (serviceOffsetMs ?? 0)).toISOString(),
    clock: serviceOffsetMs === null ? 'own' : 'service',
  };
}
