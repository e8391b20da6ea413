import assert from 'node:assert/strict';
import type { ClaimedInboxEntry, NewInboxEntry, PayInboxStore } from '../inbox/inbox-store.js';
import { PayEventType } from '../webhooks/event-types.js';
import { NO_ENVELOPE } from '../webhooks/event.types.js';

export const LEASE_MS = 10_000;
const MANY = 100;

interface EntryChanges {
  lane?: string | null;
  fingerprint?: string;
  account?: string | null;
  data?: Record<string, unknown>;
  source?: string | null;
  confirmable?: boolean;
}

/** A made-up event. */
export function entry(
  key: string,
  {
    lane = null,
    fingerprint = 'f',
    account = null,
    data = {},
    source = null,
    confirmable = true,
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
  const about = { key, fingerprint, lane, source, confirmable };
  return { ...about, delivery: { key, endpoint: 'Hook.receive', event, ...origin } };
}

/** All that is due now. */
export function claimAll(store: PayInboxStore, leaseMs = LEASE_MS): Promise<ClaimedInboxEntry[]> {
  return store.claim({ worker: 'case', limit: MANY, leaseMs });
}

/** The only entry that is due now. */
export async function claimOne(store: PayInboxStore): Promise<ClaimedInboxEntry> {
  const [claimed, ...more] = await claimAll(store);
  assert.ok(claimed !== undefined && more.length === 0, 'exactly one entry should be due');
  return claimed;
}

export const keysOf = (entries: readonly ClaimedInboxEntry[]): string[] =>
  entries.map(({ delivery }) => delivery.key);
