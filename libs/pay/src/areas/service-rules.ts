import type { ServiceRules } from '../core/operation/service-rules.js';
import { explainRefusal } from './explanations.js';
import { DIGIT_TEXTS } from './digit-texts.js';
import { ORDER_CODE_TEXTS } from './order-code.js';
import { explainPayEventId } from './transactions/event-descriptions.js';
import { TransactionStatus } from './coded-values.generated.js';

/** Members of responses and webhooks that are more than a number. */
export const EXACT_MEMBERS = { texts: ORDER_CODE_TEXTS, digits: DIGIT_TEXTS } as const;

/** What the library knows about the service besides its operations. */
export const SERVICE_RULES: ServiceRules = {
  exactMembers: EXACT_MEMBERS,
  // The transaction was created, but it failed.
  hasFailed: (body) => body['StatusId'] === TransactionStatus.Error,
  isDecision: ({ eventId, text }) => eventId !== null && text === 'Transaction failed',
  explain: (refusal) => [describeEvent(refusal), explainRefusal(refusal)],
};

function describeEvent({ eventId, operation }: Parameters<ServiceRules['explain']>[0]): string {
  if (eventId === null) return '';
  return `The service's event ID is ${eventId}${explainPayEventId(eventId, operation.auth === 'cloudTerminal')}.`;
}
