import type { PaymentReturns } from '../areas/transactions/payment-returns.js';
import {
  endVoidedTransfers,
  recordExternal,
  recordExternalTransfer,
  recordOutcome,
} from './split-progress.js';
import { reversedOf } from './split-record.js';
import type { Movement, SplitEntry, SplitRecord } from './split-record.js';
import { holdReversals } from './split-returns.js';

/**
 * Records what the service shows of a payment's refunds and disputes.
 *
 * @returns Refunds of the record that the service shows, by their movement.
 */
export function recordReturns(
  record: SplitRecord,
  entries: SplitEntry[],
  { returns, reclaimed }: PaymentReturns,
): { movementId: string; serviceId: string }[] {
  const found: { movementId: string; serviceId: string }[] = [];
  for (const { transactionId: serviceId, amount, merchantTrns, isVoid } of returns) {
    if (isKnown(record, serviceId)) continue;
    const unfinished = record.movements.find(
      ({ kind, state }) => kind === 'refund' && (state === 'open' || state === 'sent'),
    );
    if (unfinished?.refundId === merchantTrns && unfinished.amount === amount) {
      if (unfinished.state === 'open') holdReversals(record, unfinished.refundId);
      unfinished.state = 'sent';
      entries.push(...recordOutcome(record, unfinished.id, { done: serviceId }));
      found.push({ movementId: unfinished.id, serviceId });
      continue;
    }
    // Without a reference of its own, it may be the refund whose outcome is unknown.
    const isUnclear = merchantTrns === null && unfinished?.state === 'sent' && unfinished.amount === amount;
    if (isUnclear) continue;
    const refund = { serviceId, kind: 'refund', connectedAccountId: null, amount } as const;
    entries.push(recordExternal(record, { ...refund, reference: merchantTrns }));
    if (isVoid) record.isVoided = true;
  }
  const serviceId = `${record.transactionId}:dispute`;
  const dispute = { serviceId, kind: 'dispute', connectedAccountId: null, amount: reclaimed } as const;
  const known = record.external.find((one) => one.serviceId === serviceId);
  // The amount is known when the service lists the claim.
  if (reclaimed > 0 && reclaimed !== known?.amount) {
    record.external = record.external.filter((one) => one !== known);
    entries.push({ ...recordExternal(record, dispute), isRebooked: known !== undefined });
  }
  entries.push(...endVoidedTransfers(record));
  return found;
}

/**
 * Records a transfer or a reversal that event 8448 reports. The event is unconfirmed, so an amount that cannot be is ignored.
 *
 * @param parentId - Transfer that the reversal reverses; null for a transfer.
 * @returns The movement whose unknown outcome it resolves; null for none.
 */
export function recordTransfer(
  record: SplitRecord,
  entries: SplitEntry[],
  { serviceId, amount, parentId }: { serviceId: string; amount: number; parentId: string | null },
): Movement | null {
  const { movements, external, plan } = record;
  const kind = parentId === null ? 'transfer' : 'reversal';
  const parent = movements.find(
    (one) => one.kind === 'transfer' && one.serviceId !== null && one.serviceId === parentId,
  );
  const connectedAccountId = parent?.connectedAccountId ?? null;
  const done = [...movements, ...external].filter((one) => one.serviceId !== null);
  const most = parent === undefined ? plan.amount : parent.amount - reversedOf(done, connectedAccountId);
  if (amount > most || isKnown(record, serviceId)) return null;
  const fitting = movements.filter(
    (one) =>
      one.amount === amount &&
      one.kind === kind &&
      (parentId === null || one.connectedAccountId === connectedAccountId),
  );
  if (fitting.some(({ held }) => held?.by === 'event' && held.serviceId === serviceId)) return null;
  // At most one movement of a payment has an unknown outcome, so its amount and its parent identify it.
  const sent = fitting.find(({ state, held }) => state === 'sent' && held?.by !== 'event');
  if (sent !== undefined) {
    entries.push(...recordOutcome(record, sent.id, { done: serviceId }));
    return sent;
  }
  // After a restore, the database may not know that it has sent a movement.
  const unsent = fitting.filter(({ state }) => state === 'open');
  const message = `Event 8448 reports transfer ${serviceId} of this amount, which may be this movement. Look into the account, then call resolve().`;
  for (const one of unsent) Object.assign(one, { state: 'sent', held: { by: 'event', serviceId }, message });
  // The void has already taken the transfer out of the books.
  if (unsent.length > 0 || record.isVoided) return null;
  entries.push(recordExternalTransfer(record, { serviceId, kind, connectedAccountId, amount }));
  return null;
}

function isKnown({ movements, external }: SplitRecord, serviceId: string): boolean {
  return [...movements, ...external].some((one) => one.serviceId === serviceId);
}
