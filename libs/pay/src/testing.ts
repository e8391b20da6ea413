export { MemoryInboxStore } from './inbox/memory-store.js';
export { inboxStoreCases } from './testing/inbox-store-cases.js';
export type { InboxStoreCase, StoreUnderTest } from './testing/inbox-store-case.js';
