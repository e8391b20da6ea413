import { isDeepStrictEqual } from 'node:util';
import type { SplitPlan } from '../areas/marketplace-transfers/split-plan.js';
import { planReversals } from '../areas/marketplace-transfers/split-refund.js';
import { PaySplitError } from './pay-split-error.js';
import type { PayRefundSplit, PaySplit, PaySplitMovement } from './split.types.js';

export type Movement = { -readonly [Member in keyof PaySplitMovement]: PaySplitMovement[Member] };

/** A stored split. The store writes it after each change. */
export interface SplitRecord {
  readonly transactionId: string;
  readonly plan: SplitPlan;
  movements: Movement[];
}

/** A movement of money that happened, for the books. */
export interface SplitEntry {
  serviceId: string;
  kind: 'payment' | PaySplitMovement['kind'];
  connectedAccountId: string | null;
  amount: number;
}

/** What became of a movement. `failed` is certain, `unknown` is not. */
export type MovementOutcome = { done: string } | { failed: string } | { unknown: string };

const NOT_SENT = { state: 'open', serviceId: null, message: null } as const;

/** Creates the record of a new split. */
export function newRecord(transactionId: string, plan: SplitPlan): SplitRecord {
  const movements = plan.transfers.map(({ connectedAccountId, amount }): Movement => {
    const id = `split:${transactionId}:transfer:${connectedAccountId}`;
    return { ...NOT_SENT, id, kind: 'transfer', connectedAccountId, amount, refundId: null };
  });
  return { transactionId, plan, movements };
}

/** Adds a refund and its reversals, unless the refund is stored. */
export function addRefund(record: SplitRecord, { id: refundId, ...wanted }: PayRefundSplit): void {
  const refunds = record.movements.filter(({ kind, state }) => kind === 'refund' && state !== 'rejected');
  const known = refunds.find((one) => one.refundId === refundId);
  if (known !== undefined) {
    if (isDeepStrictEqual(refundOf(known), refundOf({ connectedAccountId: null, ...wanted }))) return;
    throw new PaySplitError(
      'conflict',
      `refund ${refundId} is stored with ${known.amount} minor units of ${known.connectedAccountId ?? 'all sellers'}: ` +
        'use another ID for another refund',
    );
  }
  const open = refunds.find(({ state }) => state !== 'done');
  if (open !== undefined)
    throw new PaySplitError(
      'refund-open',
      `refund ${open.refundId} of this payment is not finished: call resume() until it is, then refund again`,
    );
  const { reversals } = planReversals(record.plan, wanted, refunds.map(refundOf));
  const { amount, connectedAccountId = null } = wanted;
  const key = (kind: string): string => `split:${record.transactionId}:${kind}:${refundId}`;
  record.movements = [
    // A rejected refund with this ID is planned again, because other refunds may have come between.
    ...record.movements.filter((one) => one.refundId !== refundId),
    { ...NOT_SENT, id: key('refund'), kind: 'refund', connectedAccountId, amount, refundId },
    ...reversals.map((reversal): Movement => {
      const id = `${key('reversal')}:${reversal.connectedAccountId}`;
      return { ...NOT_SENT, id, kind: 'reversal', ...reversal, refundId };
    }),
  ];
}

/**
 * Marks the next movement as sent, and returns it. A sent movement without a known outcome comes first, and nothing follows it.
 *
 * @param tried - IDs of movements that this run has sent.
 */
export function beginNext(record: SplitRecord, tried: ReadonlySet<string>): Movement | null {
  reduceOpenTransfers(record);
  const { movements } = record;
  const sent = movements.find(({ state }) => state === 'sent');
  if (sent !== undefined) return tried.has(sent.id) ? null : sent;
  const next = (['refund', 'transfer', 'reversal'] as const)
    .flatMap((kind) => movements.filter((one) => one.kind === kind))
    .find((one) => one.state === 'open' && !tried.has(one.id) && isReady(record, one));
  if (next === undefined) return null;
  next.state = 'sent';
  return next;
}

/** Records the outcome of a sent movement. Returns its entry if it happened. */
export function recordOutcome(record: SplitRecord, id: string, outcome: MovementOutcome): SplitEntry[] {
  const movement = record.movements.find((one) => one.id === id);
  if (movement?.state !== 'sent') return [];
  if ('done' in outcome) {
    Object.assign(movement, { state: 'done', serviceId: outcome.done.toLowerCase(), message: null });
    const { kind, connectedAccountId, amount } = movement;
    return [{ serviceId: outcome.done.toLowerCase(), kind, connectedAccountId, amount }];
  }
  if ('unknown' in outcome) {
    movement.message = outcome.unknown;
    return [];
  }
  movement.message = outcome.failed;
  movement.state = movement.kind === 'refund' ? 'rejected' : 'open';
  if (movement.kind === 'refund')
    record.movements = record.movements.filter(
      ({ kind, refundId }) => kind !== 'reversal' || refundId !== movement.refundId,
    );
  return [];
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
export function splitOf({ transactionId, plan, movements }: SplitRecord): PaySplit {
  return { transactionId, plan, movements, isOpen: isOpen({ movements }) };
}

export function isOpen({ movements }: Pick<SplitRecord, 'movements'>): boolean {
  return movements.some(({ state }) => state === 'open' || state === 'sent');
}

/** Reduces transfers that were not sent by the parts that the seller would have to return. */
function reduceOpenTransfers(record: SplitRecord): void {
  for (const reversal of record.movements) {
    if (reversal.kind !== 'reversal' || reversal.state !== 'open' || !isRefunded(record, reversal)) continue;
    const transfer = transferOf(record, reversal);
    if (transfer.state !== 'open') continue;
    transfer.amount -= reversal.amount;
    reversal.state = 'done';
    if (transfer.amount === 0) transfer.state = 'done';
  }
}

function isReady(record: SplitRecord, movement: Movement): boolean {
  return (
    movement.kind !== 'reversal' ||
    (isRefunded(record, movement) && transferOf(record, movement).state === 'done')
  );
}

function isRefunded({ movements }: SplitRecord, { refundId }: Movement): boolean {
  return movements.some((one) => one.kind === 'refund' && one.refundId === refundId && one.state === 'done');
}

function refundOf({ amount, connectedAccountId }: Pick<Movement, 'amount' | 'connectedAccountId'>) {
  return { amount, ...(connectedAccountId !== null && { connectedAccountId }) };
}
