export { durableInbox } from './durable-inbox.js';
export type { DurableInboxOptions } from './durable-inbox.options.js';
export { PayInboxFullError, PayInboxStartError, PayInboxStoreError } from './inbox-errors.js';
export type { DeadLetterFilter, DeadLetterReason, DeadLetterReplay, PayDeadLetter } from './dead-letters.js';
export type { PayInboxStats, PayInboxStore } from './inbox-store.js';
export type { PayEventWork, PayInbox, PayInboxOutcome, PayInboxSteps } from './pay-inbox.js';
export type { PayDurableInbox, PayInboxAttempt, PayInboxStart, PayStoredInbox } from './stored-inbox.js';
