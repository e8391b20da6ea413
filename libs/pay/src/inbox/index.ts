export { durableInbox } from './durable-inbox.js';
export type { DurableInboxOptions } from './durable-inbox.options.js';
export { InboxWorkError, PayInboxFullError, PayInboxStartError, PayInboxStoreError } from './inbox-errors.js';
export type { InboxProblem } from './inbox-errors.js';
export type { DeadLetterFilter, DeadLetterReason, DeadLetterReplay, PayDeadLetter } from './dead-letters.js';
export type {
  ClaimedInboxEntry,
  InboxAttemptKind,
  InboxClaim,
  InboxLease,
  InboxRetry,
  InboxTrimLimits,
  NewInboxEntry,
  PayInboxStats,
  PayInboxStore,
  UnconfirmedCount,
} from './inbox-store.js';
export type {
  PayDelivery,
  PayDeliveryProcessor,
  PayEventSource,
  PayEventWork,
  PayInbox,
  PayInboxNote,
  PayInboxOutcome,
  PaySender,
} from './pay-inbox.js';
export type { PayDurableInbox, PayInboxAttempt, PayInboxStart, PayStoredInbox } from './stored-inbox.js';
