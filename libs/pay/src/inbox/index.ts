export { durableInbox } from './durable-inbox.js';
export type { DurableInboxOptions } from './durable-inbox.options.js';
export { InboxWorkError, PayInboxStoreError } from './inbox-errors.js';
export type { InboxProblem } from './inbox-errors.js';
export type {
  ClaimedInboxEntry,
  DeadLetterFilter,
  DeadLetterReason,
  InboxClaim,
  InboxLease,
  InboxRetry,
  NewInboxEntry,
  PayDeadLetter,
  PayInboxStats,
  PayInboxStore,
} from './inbox-store.js';
export type { PayDelivery, PayEventSource, PayInbox, PayInboxOutcome } from './pay-inbox.js';
export type { PayDeliveryProcessor, PayEventWork, PayInboxStart, PayStoredInbox } from './stored-inbox.js';
