import { leftOf, transferOf } from './split-record.js';
import type { Movement, SplitEntry, SplitRecord } from './split-record.js';
import { addGoods } from './split-returns.js';
import type { PaySplitExternal } from './split.types.js';

/** What became of a movement. `failed` is certain, `unknown` is not. */
export type MovementOutcome = { done: string } | { failed: string } | { unknown: string };

/**
 * Marks the next movement as sent, and returns it. A sent movement without a known outcome comes first, and nothing follows it.
 *
 * @param tried - IDs of movements that this run has sent.
 */
export function beginNext(record: SplitRecord, tried: ReadonlySet<string>): Movement | null {
  reduceOpen(record);
  const { movements } = record;
  const sent = movements.find(({ state }) => state === 'sent');
  if (sent !== undefined) return tried.has(sent.id) || sent.held !== undefined ? null : sent;
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
  const { kind, connectedAccountId, amount, refundId, held } = movement;
  delete movement.held;
  const other =
    held?.by === 'event' && !('unknown' in outcome) ? recordOther(record, movement, held, outcome) : [];
  if ('done' in outcome) {
    const serviceId = outcome.done.toLowerCase();
    Object.assign(movement, { state: 'done', serviceId, message: null });
    // An event or a read was faster, and did not recognize it.
    const isRebooked = record.external.some((one) => one.serviceId === serviceId);
    record.external = record.external.filter((one) => one.serviceId !== serviceId);
    record.goods = record.goods.filter((one) => one.refundId !== serviceId);
    return [
      ...other,
      { serviceId, kind, connectedAccountId, amount, isRebooked },
      ...endVoidedTransfers(record),
    ];
  }
  movement.message = 'failed' in outcome ? outcome.failed : outcome.unknown;
  if ('unknown' in outcome) return [];
  movement.state = kind === 'refund' ? 'rejected' : 'open';
  if (kind === 'refund') {
    record.movements = record.movements.filter((one) => one === movement || one.refundId !== refundId);
    record.goods = record.goods.filter((one) => one.refundId !== refundId);
  }
  return [...other, ...endVoidedTransfers(record)];
}

/** Records the transfer of an event as made externally if a person found that it is none of the movements that it looked like. */
function recordOther(
  record: SplitRecord,
  { kind, connectedAccountId, amount }: Movement,
  { serviceId }: { serviceId: string },
  outcome: MovementOutcome,
): SplitEntry[] {
  const isSame = (one: string | null): boolean => one?.toLowerCase() === serviceId;
  const isKnown = [...record.movements, ...record.external].some((one) => isSame(one.serviceId));
  if (kind === 'refund' || isKnown || ('done' in outcome && isSame(outcome.done))) return [];
  const account = kind === 'transfer' ? null : connectedAccountId;
  return [recordExternalTransfer(record, { serviceId, kind, connectedAccountId: account, amount })];
}

/** Records a transfer or reversal that was made externally, and the goods of a reversal. Returns its entry. */
export function recordExternalTransfer(record: SplitRecord, movement: PaySplitExternal): SplitEntry {
  const { serviceId, connectedAccountId, amount } = movement;
  const share = record.plan.transfers.find((one) => one.connectedAccountId === connectedAccountId);
  if (share !== undefined) {
    const goods = (BigInt(amount) * BigInt(share.amount + share.platformFee)) / BigInt(share.amount);
    addGoods(record, serviceId, Number(goods), connectedAccountId, true);
  }
  return recordExternal(record, movement);
}

/** Records a movement that was made externally. Returns its entry. */
export function recordExternal(record: SplitRecord, movement: SplitRecord['external'][number]): SplitEntry {
  record.external.push(movement);
  const { serviceId, kind, connectedAccountId, amount } = movement;
  return { serviceId, kind: kind === 'dispute' ? 'refund' : kind, connectedAccountId, amount };
}

/**
 * Takes transfers of a voided payment out of the books: a transfer waits until its payment clears, which a voided payment never does.
 */
export function endVoidedTransfers(record: SplitRecord): SplitEntry[] {
  if (!record.isVoided) return [];
  addGoods(record, `${record.transactionId}:void`, Infinity, null, true);
  // Such a transfer never moved money, so there is nothing to reverse.
  for (const one of record.movements)
    if (one.kind === 'reversal' && one.state === 'open')
      Object.assign(one, { state: 'done', amount: 0, message: null });
  const ended = new Set(record.external.map(({ serviceId }) => serviceId));
  const others = record.external.filter(
    ({ kind, serviceId }) => kind === 'transfer' && !ended.has(`${serviceId}:void`),
  );
  const own = record.movements.flatMap((transfer) => {
    const { kind, state, connectedAccountId } = transfer;
    if (kind !== 'transfer') return [];
    if (state === 'open') Object.assign(transfer, { state: 'done', amount: 0, message: null });
    const amount = leftOf(record, connectedAccountId);
    return amount > 0 ? [{ serviceId: transfer.serviceId, connectedAccountId, amount }] : [];
  });
  return [...others, ...own].flatMap(({ serviceId, connectedAccountId, amount }) => {
    const end = { kind: 'reversal', connectedAccountId, amount } as const;
    return serviceId === null ? [] : [recordExternal(record, { ...end, serviceId: `${serviceId}:void` })];
  });
}

/** Reduces transfers that were not sent by what the seller would have to return, and reversals by what came back externally. */
function reduceOpen(record: SplitRecord): void {
  for (const reversal of record.movements) {
    if (reversal.kind !== 'reversal' || reversal.state !== 'open') continue;
    const transfer = transferOf(record, reversal);
    const excess = -leftOf(record, reversal.connectedAccountId);
    if (excess > 0) reduce(reversal, Math.min(excess, reversal.amount));
    else if (transfer.state === 'open' && isRefunded(record, reversal)) {
      reduce(transfer, reversal.amount);
      reversal.state = 'done';
    }
  }
}

function reduce(movement: Movement, by: number): void {
  movement.amount -= by;
  movement.key = `${movement.id}:${movement.amount}`;
  if (movement.amount === 0) movement.state = 'done';
}

function isReady(record: SplitRecord, movement: Movement): boolean {
  return (
    movement.kind !== 'reversal' ||
    (isRefunded(record, movement) && transferOf(record, movement).state === 'done')
  );
}

/** Returns whether the customer has the money of a reversal. */
function isRefunded({ movements, goods }: SplitRecord, { refundId }: Movement): boolean {
  return (
    movements.some((one) => one.kind === 'refund' && one.refundId === refundId && one.state === 'done') ||
    goods.some((one) => one.isReversal && one.refundId === refundId)
  );
}
