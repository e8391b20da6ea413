export { bullmqInbox } from './inbox/bullmq/bullmq-inbox.js';
export type { BullmqInboxOptions } from './inbox/bullmq/bullmq-inbox.options.js';
