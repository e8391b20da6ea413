export { durableInbox } from './durable-inbox.js';
export type { DurableInboxOptions } from './durable-inbox.options.js';
export { PayInboxFullError, PayInboxStartError, PayInboxStoreError } from './inbox-errors.js';
export type { PayDeadLetter } from './dead-letters.js';
export type { PayInboxStats, PayInboxStore } from './inbox-store.js';
export type { PayInbox } from './pay-inbox.js';
export type { PayDurableInbox } from './stored-inbox.js';
