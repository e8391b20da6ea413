import assert from 'node:assert/strict';
import type { ClaimedInboxEntry, NewInboxEntry, PayInboxStore } from '../inbox/inbox-store.js';
import { PayEventType } from '../webhooks/event-types.js';
import { NO_ENVELOPE } from '../webhooks/event.types.js';

/** An empty store for one test case, with a clock that only `advance` moves. */
export interface StoreUnderTest<Transaction = unknown> {
  /** The store, already migrated. */
  store: PayInboxStore<Transaction>;
  /** A second store with the same entries, as in another process. The same store if processes cannot share it. */
  other: PayInboxStore<Transaction>;
  /** Moves the clock of both stores, in milliseconds. */
  advance: (ms: number) => void;
  /** Writes a text in a transaction. Required for a transactional store. */
  write?: (transaction: Transaction, text: string) => Promise<void>;
  /** Reads the committed texts. Required for a transactional store. */
  written?: () => Promise<string[]>;
  /** Deletes the entries and closes the store. */
  close: () => Promise<void>;
}

/** A test case that runs against any store. */
export type StoreTrial = [name: string, run: <T>(under: StoreUnderTest<T>) => Promise<void>];

export const LEASE_MS = 10_000;
const MAX_CLAIMED = 100;

interface EntryChanges {
  orderingKey?: string | null;
  fingerprint?: string;
  account?: string | null;
  data?: Record<string, unknown>;
  source?: string | null;
  confirmable?: boolean;
  ordered?: boolean;
}

/** Creates an entry with a test event. */
export function entry(
  key: string,
  {
    orderingKey = null,
    fingerprint = 'f',
    account = null,
    data = {},
    source = null,
    confirmable = true,
    ordered = true,
  }: EntryChanges = {},
): NewInboxEntry {
  const event = {
    ...NO_ENVELOPE,
    eventTypeId: PayEventType.TransactionPaymentCreated,
    name: 'TransactionPaymentCreated' as const,
    data: { MerchantTrns: key, ...data },
    idempotencyKey: key,
  };
  const origin = { account, client: 'wallet', signed: false, source: 'webhook' } as const;
  const properties = { key, fingerprint, orderingKey, source, confirmable, ordered };
  return { ...properties, delivery: { key, endpoint: 'Hook.receive', event, ...origin } };
}

/** Claims all due entries. */
export function claimAll(store: PayInboxStore, leaseMs = LEASE_MS): Promise<ClaimedInboxEntry[]> {
  return store.claim({ worker: 'case', limit: MAX_CLAIMED, leaseMs });
}

/** Claims the only due entry. */
export async function claimOne(store: PayInboxStore): Promise<ClaimedInboxEntry> {
  const [claimed, ...more] = await claimAll(store);
  assert.ok(claimed !== undefined && more.length === 0, 'exactly one entry should be due');
  return claimed;
}

export const keysOf = (entries: readonly ClaimedInboxEntry[]): string[] =>
  entries.map(({ delivery }) => delivery.key);
