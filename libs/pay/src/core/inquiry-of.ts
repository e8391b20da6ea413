import type { Asked } from './answer-members.js';
import type { PayInquiry } from './inquiry.js';
import type { PayErrorDetails } from './method-return.js';
import type { Operation } from './operation.js';

/** What was asked, and when. */
export interface SentRequest {
  asked: Asked;
  targetMerchantId?: string | undefined;
  /** Milliseconds since 1970, by this machine's clock. */
  sentAt: number;
}

/** Whether something is left to ask: the outcome is not known, or a refusal says that an earlier request arrived. */
export function leavesDoubt(
  { settledBy }: Pick<Operation<unknown, string>, 'settledBy'>,
  { outcome, eventId }: Pick<PayErrorDetails, 'outcome' | 'eventId'>,
): boolean {
  if (outcome === 'unknown') return true;
  if (eventId === null || settledBy === undefined || 'nothing' in settledBy) return false;
  return settledBy.arrivedBefore?.includes(eventId) === true;
}

/** What settles a call; null where no read can tell. */
export function inquiryOf(
  { id: operation, settledBy }: Operation<unknown, string>,
  { asked, targetMerchantId, sentAt }: SentRequest,
  serviceOffsetMs: number | null,
): PayInquiry | null {
  if (settledBy === undefined || 'nothing' in settledBy) return null;
  const { read, about, from, client = 'merchant' } = settledBy;
  const { amount, merchantTrns } = asked;
  return {
    operation,
    read,
    about,
    client,
    id: String(asked[from]),
    targetMerchantId: targetMerchantId ?? null,
    amount: typeof amount === 'number' ? amount : null,
    merchantTrns: typeof merchantTrns === 'string' && merchantTrns.trim() !== '' ? merchantTrns : null,
    sentAt: new Date(sentAt + (serviceOffsetMs ?? 0)).toISOString(),
    clock: serviceOffsetMs === null ? 'own' : 'service',
  };
}
