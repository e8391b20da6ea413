import type { PayLogger } from '../core/http/logger.js';
import type { DeadLetterFilter, DeadLetterReplay, PayDeadLetter, PayInboxStats } from './inbox-store.js';
import type { PayDelivery, PayDeliveryProcessor, PayInbox } from './pay-inbox.js';

/** What an inbox needs to begin. */
export interface PayInboxStart {
  /** Rejects with an `InboxWorkError` if the service does not confirm the event. */
  process: PayDeliveryProcessor;
  logger: PayLogger;
  /** Runs around each attempt at a delivery, from 1: `work` never rejects for what became of the event. */
  around?(delivery: PayDelivery, attempt: number, work: () => Promise<void>): Promise<void>;
  /** Whether any handler writes in the store's transaction. @default false */
  usesTransactions?: boolean;
}

/** An inbox that stores deliveries and processes them later, without their request. */
export interface PayStoredInbox extends PayInbox {
  /** Whether handlers may have the open transaction. */
  readonly transactional: boolean;
  /** Begins to work: called at boot. @throws PayInboxStartError saying the fix. */
  start(start: PayInboxStart): Promise<void>;
  /** Takes no more work, waits for what is under way, hands the rest back. */
  stop(): Promise<void>;
}

/** A stored inbox whose dead letters and backlog are managed through `PayInboxService`. */
export interface PayDurableInbox extends PayStoredInbox {
  /** Dead letters, the newest first. */
  deadLetters(filter?: DeadLetterFilter): Promise<PayDeadLetter[]>;
  /** One dead letter, null when there is none with this id. */
  deadLetter(id: string): Promise<PayDeadLetter | null>;
  /** Has a dead letter tried again. False when there is none with this id. */
  replay(id: string): Promise<boolean>;
  /** Has all dead letters of a reason tried again, the oldest first. Answers how many. */
  replayAll(filter: DeadLetterReplay): Promise<number>;
  /** Takes a dead letter as settled. False when there is none with this id. */
  discard(id: string): Promise<boolean>;
  /** How full the inbox is. */
  stats(account?: string | null): Promise<PayInboxStats>;
}

/** Whether an inbox stores what it receives. */
export function isStoredInbox(inbox: PayInbox): inbox is PayStoredInbox {
  return 'start' in inbox && typeof inbox.start === 'function';
}

/** Whether an inbox has dead letters of its own to manage. */
export function isDurableInbox(inbox: PayInbox): inbox is PayDurableInbox {
  return isStoredInbox(inbox) && 'deadLetters' in inbox;
}
