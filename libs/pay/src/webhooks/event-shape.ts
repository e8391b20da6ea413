import { UUID } from '../core/values/uuid.js';
import { PayEventType } from './event-types.js';
import type { PayWebhookEvent } from './event.types.js';
import { isMissing } from './expectations.js';
import { validatePayWebhook } from './validation.js';

/**
 * Members that an event of a type must have, because a handler cannot use or confirm it without them. Types with
 * undocumented members are not listed, so that a genuine event with other members is not lost.
 */
export interface PayNamedMembers {
  [PayEventType.TransactionPaymentCreated]: TransactionMember;
  [PayEventType.TransactionReversalCreated]: TransactionMember;
  [PayEventType.TransactionFailed]: TransactionMember;
  [PayEventType.OrderUpdated]: 'OrderCode' | 'OrderCodeText' | 'IsCancelled';
}
type TransactionMember = 'OrderCode' | 'OrderCodeText' | 'TransactionId' | 'StatusId' | 'Amount';

const HAVE_REQUIRED: ReadonlySet<PayEventType> = new Set<keyof PayNamedMembers>([
  PayEventType.TransactionPaymentCreated,
  PayEventType.TransactionReversalCreated,
  PayEventType.TransactionFailed,
  PayEventType.OrderUpdated,
]);

interface MemberRule {
  isValid: (value: unknown) => boolean;
  expected: string;
}
// An ID must have one spelling only: otherwise the deduplication key and the path of a read could mean different IDs.
const UUID_TEXT: MemberRule = {
  isValid: (value) => typeof value === 'string' && UUID.test(value),
  expected: 'a UUID string',
};
const ORDER_CODE: MemberRule = {
  isValid: (value) =>
    typeof value === 'number'
      ? Number.isSafeInteger(value) && value >= 0
      : typeof value === 'string' && /^\d{1,19}$/.test(value),
  expected: 'an integer or a string of digits',
};
const NUMBER: MemberRule = { isValid: (value) => Number.isFinite(value), expected: 'a number' };
const BOOLEAN: MemberRule = { isValid: (value) => typeof value === 'boolean', expected: 'true or false' };

const TRANSACTION: Record<string, MemberRule> = {
  TransactionId: UUID_TEXT,
  OrderCode: ORDER_CODE,
  Amount: NUMBER,
};
/** Rules for members that are present. */
const RULES: Partial<Record<number, Readonly<Record<string, MemberRule>>>> = {
  [PayEventType.TransactionPaymentCreated]: TRANSACTION,
  [PayEventType.TransactionReversalCreated]: TRANSACTION,
  [PayEventType.TransactionFailed]: TRANSACTION,
  [PayEventType.TransactionPriceCalculated]: { TransactionId: UUID_TEXT },
  [PayEventType.TransactionPosEcrSessionCreated]: { TransactionId: UUID_TEXT },
  [PayEventType.TransactionPosEcrSessionFailed]: { TransactionId: UUID_TEXT },
  [PayEventType.OrderUpdated]: { OrderCode: ORDER_CODE, Amount: NUMBER, IsCancelled: BOOLEAN },
};

/**
 * Returns the problems of an event's payload: missing required members, and members with an invalid value. Returns an empty
 * array if there are none.
 */
export function payEventShapeProblems({
  eventTypeId,
  data,
}: Pick<PayWebhookEvent, 'eventTypeId' | 'data'>): string[] {
  const type = eventTypeId ?? 0;
  const isKnown = HAVE_REQUIRED.has(type as PayEventType);
  const issues = isKnown ? validatePayWebhook(type as PayEventType, data).issues : [];
  // A failed payment without a reason is still a failed payment.
  const missing = issues.map(({ field }) => field).filter((field) => field !== 'ResponseEventId');
  const members: Readonly<Record<string, unknown>> = data;
  const invalid = Object.entries(RULES[type] ?? {}).filter(
    ([field, { isValid }]) => !isMissing(members[field]) && !isValid(members[field]),
  );
  return [
    ...missing.map((field) => `${field} is missing`),
    ...invalid.map(([field, { expected }]) => `${field} must be ${expected}`),
  ];
}
