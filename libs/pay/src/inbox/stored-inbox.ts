import type { PayLogger } from '../core/http/logger.js';
import type { DeadLetterReplay } from './dead-letters.js';
import type { PayInboxStore } from './inbox-store.js';
import type { PayDelivery } from '../webhooks/delivery.types.js';
import type { PayInbox, PayInboxSteps } from './pay-inbox.js';

/** How an attempt at a stored event ended. `error` is why the event is not handled yet, if an error was the reason. */
export type PayInboxAttempt = { isHandled: true } | { isHandled: false; error?: unknown };

/** Options to start a stored inbox. */
export interface PayInboxStart extends PayInboxSteps {
  logger: PayLogger;
  /** Wraps each attempt, for example in a span. `attempt` starts at 1, and `work` does not reject if the event fails. */
  around?(delivery: PayDelivery, attempt: number, work: () => Promise<PayInboxAttempt>): Promise<void>;
  /** Whether any handler writes in the store's transaction. @default false */
  usesTransactions?: boolean;
}

/** An inbox that stores deliveries and processes them later, without their request. */
export interface PayStoredInbox extends PayInbox {
  /** Whether handlers can use `@PayTransaction()`. */
  readonly transactional: boolean;
  /** Starts processing. Called at boot. @throws PayInboxStartError that says how to fix the problem. */
  start(start: PayInboxStart): Promise<void>;
  /** Claims no more events, waits for running handlers, and releases the remaining events. */
  stop(): Promise<void>;
  /** Resolves when no event is being handled or due now. Events that wait for a later attempt do not count. */
  idle?(): Promise<void>;
}

/** A stored inbox whose dead letters and backlog are managed through `PayInboxService`. */
export interface PayDurableInbox
  extends PayStoredInbox, Pick<PayInboxStore, 'deadLetters' | 'deadLetter' | 'replay' | 'discard' | 'stats'> {
  /** Retries all dead letters of a reason, oldest first. Resolves with their number. */
  replayAll(filter: DeadLetterReplay): Promise<number>;
}

/** Whether an inbox stores deliveries and processes them later. */
export function isStoredInbox(inbox: PayInbox): inbox is PayStoredInbox {
  return 'start' in inbox && typeof inbox.start === 'function';
}

/** Whether an inbox manages its own dead letters. */
export function isDurableInbox(inbox: PayInbox): inbox is PayDurableInbox {
  return isStoredInbox(inbox) && 'deadLetters' in inbox;
}
