import type { SplitPlan } from '../areas/marketplace-transfers/split-plan.js';
import type { PaySplit, PaySplitExternal, PaySplitMovement } from './split.types.js';

export type Movement = { -readonly [Member in keyof PaySplitMovement]: PaySplitMovement[Member] } & {
  /** Set if an earlier database may have sent it, so that only event 8448 or a person can tell its outcome. */
  held?: { by: 'refund' } | { by: 'event'; serviceId: string };
  /** Idempotency key after its amount was reduced, because a key has one amount. @default its ID */
  key?: string;
};

/** `reference` is that of a refund. */
type External = PaySplitExternal & { reference?: string | null };

/** Goods that came back. Reversals are planned from all of them, in their order. */
interface ReturnedGoods {
  /** Your ID of the refund or reversal, or the service's ID of what moved externally. */
  refundId: string;
  /** Minor units. */
  amount: number;
  /** Null for goods of all sellers. */
  connectedAccountId: string | null;
  /** Whether the customer got the money in another way than with a refund of `PaySplits`. */
  isReversal: boolean;
}

/** A stored split. The store writes it after each change. */
export interface SplitRecord {
  readonly transactionId: string;
  readonly plan: SplitPlan;
  movements: Movement[];
  goods: ReturnedGoods[];
  external: External[];
  /** Whether the payment was voided externally, so that no transfer runs. */
  isVoided: boolean;
}

/** A movement of money that happened, for the books. */
export interface SplitEntry {
  serviceId: string;
  kind: 'payment' | PaySplitMovement['kind'];
  connectedAccountId: string | null;
  amount: number;
  /** Whether it replaces an entry with the same ID, which was booked as made externally. */
  isRebooked?: boolean;
}

export const NOT_SENT = { state: 'open', serviceId: null, message: null } as const;

/** Creates the record of a new split. */
export function newRecord(transactionId: string, plan: SplitPlan): SplitRecord {
  const movements = plan.transfers.map(({ connectedAccountId, amount }): Movement => {
    const id = `split:${transactionId}:transfer:${connectedAccountId}`;
    return { ...NOT_SENT, id, kind: 'transfer', connectedAccountId, amount, refundId: null };
  });
  return { transactionId, plan, movements, goods: [], external: [], isVoided: false };
}

/** Returns the refunds that happened or can still happen. */
export function refundsOf({ movements }: Pick<SplitRecord, 'movements'>): Movement[] {
  return movements.filter(({ kind, state }) => kind === 'refund' && state !== 'rejected');
}

/** Returns the transfer to the seller of a reversal. */
export function transferOf({ movements }: SplitRecord, { connectedAccountId }: Movement): Movement {
  const transfer = movements.find(
    (one) => one.kind === 'transfer' && one.connectedAccountId === connectedAccountId,
  );
  if (transfer === undefined) throw new Error(`${connectedAccountId} has no share of this payment`);
  return transfer;
}

/** Copies a record for the application. */
export function splitOf(record: SplitRecord): PaySplit {
  const { transactionId, plan } = record;
  const movements = record.movements.map(({ held: _, key: __, ...movement }) => movement);
  const external = record.external.map(({ reference: _, ...movement }) => movement);
  const unattributed = unattributedOf(record);
  return { transactionId, plan, movements, external, unattributed, isOpen: isOpen(record) };
}

/** Adds up what went to the customer or to a seller without `PaySplits`, and what no seller has returned. */
export function unattributedOf(record: SplitRecord): number {
  const { external } = record;
  const ofUnknown = (wanted: PaySplitExternal['kind']): number =>
    sumOf(external.filter(({ kind, connectedAccountId }) => kind === wanted && connectedAccountId === null));
  return Math.max(lossOf(record), 0) + Math.max(ofUnknown('transfer') - ofUnknown('reversal'), 0);
}

export function isOpen({ movements }: Pick<SplitRecord, 'movements'>): boolean {
  return movements.some(({ state }) => state === 'open' || state === 'sent');
}

/**
 * Returns what the customer got for goods that no seller has returned. If negative, sellers have returned goods whose money the customer
 * has not got.
 */
export function lossOf(record: SplitRecord): number {
  return lostOf(record) + sumOf(refundsOf(record)) - sumOf(record.goods);
}

/** Returns what the customer got without `PaySplits`. */
export function lostOf({ external }: SplitRecord): number {
  return sumOf(external.filter(({ kind }) => kind === 'refund' || kind === 'dispute'));
}

/** Returns what the seller still has of its share, after all reversals. */
export function leftOf({ plan, movements, external }: SplitRecord, seller: string | null): number {
  const share = plan.transfers.find((one) => one.connectedAccountId === seller)?.amount ?? 0;
  return share - reversedOf([...movements, ...external], seller);
}

/** Adds up reversals of a seller. */
export function reversedOf(all: readonly (Movement | External)[], seller: string | null): number {
  return sumOf(all.filter((one) => one.kind === 'reversal' && one.connectedAccountId === seller));
}

export function sumOf(all: readonly { amount: number }[]): number {
  return all.reduce((sum, { amount }) => sum + amount, 0);
}
