import { UUID } from '../core/values/uuid.js';
import { PayEventType } from './event-types.js';
import type { PayWebhookEvent } from './event.types.js';
import { isMissing } from './expectations.js';
import type { PayWebhookIssue } from './webhook-issue.js';
import {
  validatePayOrderUpdatedWebhook,
  validatePayTransactionFailedWebhook,
  validatePayTransactionPaymentCreatedWebhook,
  validatePayTransactionReversalCreatedWebhook,
} from './validation.js';

/**
 * Members without which an event of a type says nothing that could be acted on or confirmed. Only for the types whose
 * members are documented: of the others, a genuine one that looks different must not be lost.
 */
export interface PayNamedMembers {
  [PayEventType.TransactionPaymentCreated]: TransactionMember;
  [PayEventType.TransactionReversalCreated]: TransactionMember;
  [PayEventType.TransactionFailed]: TransactionMember;
  [PayEventType.OrderUpdated]: 'OrderCode' | 'OrderCodeText' | 'IsCancelled';
}
type TransactionMember = 'OrderCode' | 'OrderCodeText' | 'TransactionId' | 'StatusId' | 'Amount';

const REQUIRED: Partial<Record<number, (data: unknown) => { issues: PayWebhookIssue[] }>> = {
  [PayEventType.TransactionPaymentCreated]: (data) => validatePayTransactionPaymentCreatedWebhook(data),
  [PayEventType.TransactionReversalCreated]: (data) => validatePayTransactionReversalCreatedWebhook(data),
  [PayEventType.TransactionFailed]: (data) => validatePayTransactionFailedWebhook(data),
  [PayEventType.OrderUpdated]: (data) => validatePayOrderUpdatedWebhook(data),
};

interface Form {
  isRight: (value: unknown) => boolean;
  expected: string;
}
// An id that is read one way by the path of a call and another way by the key of repeats would be handled twice.
const UUID_TEXT: Form = {
  isRight: (value) => typeof value === 'string' && UUID.test(value),
  expected: 'a UUID, as text',
};
const ORDER_CODE: Form = {
  isRight: (value) =>
    typeof value === 'number'
      ? Number.isSafeInteger(value) && value >= 0
      : typeof value === 'string' && /^\d{1,19}$/.test(value),
  expected: 'a whole number, or digits as text',
};
const NUMBER: Form = { isRight: (value) => Number.isFinite(value), expected: 'a number' };
const BOOLEAN: Form = { isRight: (value) => typeof value === 'boolean', expected: 'true or false' };

const TRANSACTION: Record<string, Form> = {
  TransactionId: UUID_TEXT,
  OrderCode: ORDER_CODE,
  Amount: NUMBER,
};
/** What a member must be where it is there at all. */
const FORMS: Partial<Record<number, Readonly<Record<string, Form>>>> = {
  [PayEventType.TransactionPaymentCreated]: TRANSACTION,
  [PayEventType.TransactionReversalCreated]: TRANSACTION,
  [PayEventType.TransactionFailed]: TRANSACTION,
  [PayEventType.TransactionPriceCalculated]: { TransactionId: UUID_TEXT },
  [PayEventType.TransactionPosEcrSessionCreated]: { TransactionId: UUID_TEXT },
  [PayEventType.TransactionPosEcrSessionFailed]: { TransactionId: UUID_TEXT },
  [PayEventType.OrderUpdated]: { OrderCode: ORDER_CODE, Amount: NUMBER, IsCancelled: BOOLEAN },
};

/** What an event lacks that its type cannot do without, and which members are of another form; empty when all is well. */
export function payEventShapeProblems({
  eventTypeId,
  data,
}: Pick<PayWebhookEvent, 'eventTypeId' | 'data'>): string[] {
  const type = eventTypeId ?? 0;
  const { issues } = REQUIRED[type]?.(data) ?? { issues: [] };
  // A reason that is missing makes a failure no less a failure.
  const missing = issues.map(({ field }) => field).filter((field) => field !== 'ResponseEventId');
  const members: Readonly<Record<string, unknown>> = data;
  const wrong = Object.entries(FORMS[type] ?? {}).filter(
    ([field, { isRight }]) => !isMissing(members[field]) && !isRight(members[field]),
  );
  return [
    ...missing.map((field) => `${field} is missing`),
    ...wrong.map(([field, { expected }]) => `${field} must be ${expected}`),
  ];
}
