export { bullmqInbox } from './inbox/bullmq/bullmq-inbox.js';
