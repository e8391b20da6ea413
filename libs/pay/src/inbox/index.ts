export { durableInbox } from './durable-inbox.js';
export type { DurableInboxOptions } from './durable-inbox.options.js';
export { InboxWorkError, PayInboxFullError, PayInboxStartError, PayInboxStoreError } from './inbox-errors.js';
export type { InboxProblem } from './inbox-errors.js';
export type {
  ClaimedInboxEntry,
  DeadLetterFilter,
  DeadLetterReason,
  DeadLetterReplay,
  InboxAttemptKind,
  InboxClaim,
  InboxLease,
  InboxRetry,
  InboxTrimLimits,
  NewInboxEntry,
  PayDeadLetter,
  PayInboxStats,
  PayInboxStore,
  UnconfirmedCount,
} from './inbox-store.js';
export type {
  PayDelivery,
  PayEventSource,
  PayInbox,
  PayInboxOutcome,
  PaySender,
  PayTurn,
} from './pay-inbox.js';
export type {
  PayDeliveryProcessor,
  PayEventWork,
  PayDurableInbox,
  PayInboxStart,
  PayStoredInbox,
} from './stored-inbox.js';
