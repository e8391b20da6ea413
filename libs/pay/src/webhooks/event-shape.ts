import { PayEventType } from './event-types.js';
import type { PayWebhookEvent } from './event.types.js';
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

const SHAPES: Partial<Record<number, (data: unknown) => { issues: PayWebhookIssue[] }>> = {
  [PayEventType.TransactionPaymentCreated]: (data) => validatePayTransactionPaymentCreatedWebhook(data),
  [PayEventType.TransactionReversalCreated]: (data) => validatePayTransactionReversalCreatedWebhook(data),
  [PayEventType.TransactionFailed]: (data) => validatePayTransactionFailedWebhook(data),
  [PayEventType.OrderUpdated]: (data) => validatePayOrderUpdatedWebhook(data),
};

/** The members that an event lacks and that its type cannot do without; empty when it has them all. */
export function missingPayEventMembers({ eventTypeId, data }: PayWebhookEvent): string[] {
  const { issues } = SHAPES[eventTypeId ?? 0]?.(data) ?? { issues: [] };
  // A reason that is missing makes a failure no less a failure.
  return issues.map(({ field }) => field).filter((field) => field !== 'ResponseEventId');
}
