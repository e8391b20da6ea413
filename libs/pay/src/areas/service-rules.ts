import type { ServiceRules } from '../core/operation/service-rules.js';
import { explainRefusal } from './explanations.js';
import { ORDER_CODE_TEXTS } from './order-code.js';
import { explainPayEventId } from './transactions/event-descriptions.js';
import { TransactionStatus } from './coded-values.generated.js';

/** What the library knows about the service besides its operations. */
export const SERVICE_RULES: ServiceRules = {
  exactTexts: ORDER_CODE_TEXTS,
  // The transaction was created, but it failed.
  hasFailed: (body) => body['StatusId'] === TransactionStatus.Error,
  isDecision: ({ eventId, text }) => eventId !== null && text === 'Transaction failed',
  explain: (refusal) => [describeEvent(refusal), explainRefusal(refusal)],
};

function describeEvent({ eventId, operation }: Parameters<ServiceRules['explain']>[0]): string {
  if (eventId === null) return '';
  return `The service's event id is ${eventId}${explainPayEventId(eventId, operation.auth === 'cloudTerminal')}.`;
}
