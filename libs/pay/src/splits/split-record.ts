import { isDeepStrictEqual } from 'node:util';
import type { SplitPlan } from '../areas/marketplace-transfers/split-plan.js';
import type { PaymentReturns } from '../areas/transactions/payment-returns.js';
import { requirePositive } from '../areas/marketplace-transfers/split-input.js';
import { planReversals, refundStates } from '../areas/marketplace-transfers/split-refund.js';
import type { SplitRefund } from '../areas/marketplace-transfers/split-refund.js';
import { PaySplitError } from './pay-split-error.js';
import type { PayRefundSplit, PaySplit, PaySplitExternal, PaySplitMovement } from './split.types.js';

export type Movement = { -readonly [Member in keyof PaySplitMovement]: PaySplitMovement[Member] } & {
  /** Set if an earlier database may have sent it, so that only event 8448 or a person can tell its outcome. */
  held?: { by: 'refund' } | { by: 'event'; serviceId: string };
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

type StoredRecord = Pick<SplitRecord, 'transactionId' | 'plan' | 'movements'> & Partial<SplitRecord>;

/** Adds what records of earlier versions do not have. */
export function completeRecord(record: StoredRecord): SplitRecord {
  const refunds = record.movements.filter(({ kind, state }) => kind === 'refund' && state !== 'rejected');
  const {
    goods = refunds.map((one) => ({ ...goodsOf(one), refundId: one.refundId ?? '', isReversal: false })),
    external = [],
    isVoided = false,
  } = record;
  return { ...record, goods, external, isVoided };
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

/** What became of a movement. `failed` is certain, `unknown` is not. */
export type MovementOutcome = { done: string } | { failed: string } | { unknown: string };

const NOT_SENT = { state: 'open', serviceId: null, message: null } as const;

/** Creates the record of a new split. */
export function newRecord(transactionId: string, plan: SplitPlan): SplitRecord {
  const movements = plan.transfers.map(({ connectedAccountId, amount }): Movement => {
    const id = `split:${transactionId}:transfer:${connectedAccountId}`;
    return { ...NOT_SENT, id, kind: 'transfer', connectedAccountId, amount, refundId: null };
  });
  return completeRecord({ transactionId, plan, movements });
}

/** Adds a refund and its reversals, or reversals without a refund, unless they are stored. */
export function addReturn(record: SplitRecord, request: PayRefundSplit, isReversal: boolean): void {
  const { id: refundId, ...wanted } = request;
  const { plan } = record;
  const { amount, connectedAccountId } = wanted;
  const refunds = record.movements.filter(({ kind, state }) => kind === 'refund' && state !== 'rejected');
  // They check the values of the request.
  planReversals(plan, { ...wanted, amount: 1 });
  requirePositive('amount', amount);
  const refund = refunds.find((one) => one.refundId === refundId);
  const known = refund ?? record.goods.find((one) => one.refundId === refundId);
  if (known !== undefined) {
    const isSame = isDeepStrictEqual(goodsOf(known), {
      amount,
      connectedAccountId: connectedAccountId ?? null,
    });
    if (isSame && isReversal === (refund === undefined)) return;
    throw new PaySplitError(
      'conflict',
      `${refund === undefined ? 'reversal' : 'refund'} ${refundId} is stored with ${known.amount} minor units of ` +
        `${known.connectedAccountId ?? 'all sellers'}: use another ID for another one`,
    );
  }
  const open = refunds.find(({ state }) => state !== 'done');
  if (open !== undefined)
    throw new PaySplitError(
      'refund-open',
      `refund ${open.refundId} of this payment is not finished: call resume() until it is, then try again`,
    );
  const earlier = record.goods.map(optionsOf);
  const goods = refundableGoods(plan, connectedAccountId, earlier);
  // An earlier database has made this refund, and it was noticed before it was repeated.
  const made = record.external.find(
    (one) => !isReversal && one.reference === refundId && one.amount === amount,
  );
  // Goods whose seller has already returned its share can still be refunded to the customer.
  const most = isReversal
    ? goods
    : Math.min(
        refundableGoods(
          plan,
          connectedAccountId,
          earlier.filter((_, index) => !record.goods[index]?.isReversal),
        ),
        plan.amount - sumOf(refunds) - sumOf(record.external.filter(isLoss)) + (made?.amount ?? 0),
      );
  const left = Math.max(most, 0);
  if (amount > left)
    throw new PaySplitError(
      'over-refund',
      `amount is ${amount}, but only ${left} minor units are left to ${isReversal ? 'reverse' : 'refund'}`,
    );
  record.external = record.external.filter((one) => one !== made);
  const rest = isReversal ? amount : amount - Math.min(amount, unrefundedGoods(record, connectedAccountId));
  const returned = rest > goods ? goods : rest;
  const key = (kind: string): string => `split:${record.transactionId}:${kind}:${refundId}`;
  const sent = { ...NOT_SENT, id: key('refund'), kind: 'refund', amount, refundId } as const;
  // A rejected refund with this ID is planned again, because other refunds may have come between.
  record.movements = record.movements.filter((one) => one.refundId !== refundId);
  if (!isReversal)
    record.movements.push({
      ...sent,
      connectedAccountId: connectedAccountId ?? null,
      ...(made !== undefined && { state: 'done', serviceId: made.serviceId }),
    });
  addGoods(record, refundId, returned, connectedAccountId ?? null, isReversal);
  for (const seller of refundStates(plan, record.goods.map(optionsOf))) {
    if (!isAccount(connectedAccountId, seller.connectedAccountId)) continue;
    const share = plan.transfers.find((one) => one.connectedAccountId === seller.connectedAccountId);
    const due = seller.reversed - ((share?.amount ?? 0) - leftOf(record, seller.connectedAccountId));
    const id = `${key('reversal')}:${seller.connectedAccountId}`;
    const reversal = { ...NOT_SENT, id, kind: 'reversal', refundId } as const;
    if (returned > 0 && due > 0)
      record.movements.push({ ...reversal, connectedAccountId: seller.connectedAccountId, amount: due });
  }
  if (made !== undefined) holdReversals(record, refundId);
}

const isAccount = (wanted: string | undefined, account: string): boolean =>
  wanted === undefined || wanted.toLowerCase() === account.toLowerCase();

/** Returns the goods that can still be refunded, in minor units. @param connectedAccountId - Their seller; undefined for all. */
function refundableGoods(
  plan: SplitPlan,
  connectedAccountId: string | undefined,
  earlier: readonly SplitRefund[],
): number {
  const states = refundStates(plan, earlier).filter((one) =>
    isAccount(connectedAccountId, one.connectedAccountId),
  );
  return states.reduce((sum, { refundable }) => sum + refundable, 0);
}

/** Holds the reversals of a refund that an earlier database has made, because it may have sent them, too. */
function holdReversals({ movements }: SplitRecord, refundId: string | null): void {
  for (const reversal of movements)
    if (reversal.kind === 'reversal' && reversal.refundId === refundId && reversal.state === 'open')
      Object.assign(reversal, { state: 'sent', held: { by: 'refund' }, message: HELD_BY_REFUND });
}

/**
 * Records what the service shows of a payment's refunds and disputes.
 *
 * @param except - ID of a refund that is about to be added: a transaction with this reference is not made externally.
 * @returns Refunds of the record that the service shows, by their movement.
 */
export function recordReturns(
  record: SplitRecord,
  entries: SplitEntry[],
  { returns, reclaimed }: PaymentReturns,
  except: string | null,
): { movementId: string; serviceId: string }[] {
  const found: { movementId: string; serviceId: string }[] = [];
  for (const { transactionId: serviceId, amount, merchantTrns, isVoid } of returns) {
    const isOwn = record.movements.some((one) => one.kind === 'refund' && one.serviceId === serviceId);
    const unfinished = record.movements.find(
      ({ kind, state }) => kind === 'refund' && (state === 'open' || state === 'sent'),
    );
    if (isOwn || record.external.some((one) => one.serviceId === serviceId)) continue;
    if (unfinished?.refundId === merchantTrns && unfinished.amount === amount) {
      if (unfinished.state === 'open') holdReversals(record, unfinished.refundId);
      unfinished.state = 'sent';
      entries.push(...recordOutcome(record, unfinished.id, { done: serviceId }));
      found.push({ movementId: unfinished.id, serviceId });
      continue;
    }
    // Without a reference of its own, it may be the refund whose outcome is unknown.
    const isUnclear = merchantTrns === null && unfinished?.state === 'sent' && unfinished.amount === amount;
    if (isUnclear || (except !== null && merchantTrns === except)) continue;
    const refund = { serviceId, kind: 'refund', connectedAccountId: null, amount } as const;
    entries.push(recordExternal(record, { ...refund, reference: merchantTrns }));
    if (isVoid) record.isVoided = true;
  }
  const serviceId = `${record.transactionId}:dispute`;
  if (reclaimed > 0 && !record.external.some((one) => one.serviceId === serviceId))
    entries.push(
      recordExternal(record, { serviceId, kind: 'dispute', connectedAccountId: null, amount: reclaimed }),
    );
  entries.push(...endVoidedTransfers(record));
  return found;
}

/** Records a transfer or a reversal that event 8448 reports and no movement explains. Returns its entries; none if a movement may be it. */
export function recordTransfer(
  record: SplitRecord,
  serviceId: string,
  amount: number,
  parentId: string | null,
): SplitEntry[] {
  const transfer = record.movements.find((one) => one.kind === 'transfer' && one.serviceId === parentId);
  const connectedAccountId = (parentId !== null && transfer?.connectedAccountId) || null;
  const fitting = record.movements.filter(
    (one) =>
      one.amount === amount &&
      one.kind === (parentId === null ? 'transfer' : 'reversal') &&
      (parentId === null || one.connectedAccountId === connectedAccountId),
  );
  if (fitting.some(({ held }) => held?.by === 'event' && held.serviceId === serviceId)) return [];
  const reversal = fitting.find(({ held }) => held?.by === 'refund');
  if (reversal !== undefined) return recordOutcome(record, reversal.id, { done: serviceId });
  // After a restore, the database may not know that it has sent a movement.
  const unsent = fitting.filter(({ state }) => state === 'open');
  for (const movement of unsent)
    Object.assign(movement, {
      state: 'sent',
      held: { by: 'event', serviceId },
      message: heldText(serviceId),
    });
  if (unsent.length > 0) return [];
  // The void has already taken the transfer out of the books.
  if (record.isVoided) return [];
  const kind = parentId === null ? 'transfer' : 'reversal';
  const entry = recordExternal(record, { serviceId, kind, connectedAccountId, amount });
  if (connectedAccountId === null || transfer === undefined) return [entry];
  const planned = record.plan.transfers.find((one) => one.connectedAccountId === connectedAccountId);
  if (planned !== undefined) {
    const sold = planned.amount + planned.platformFee;
    const goods = Number((BigInt(amount) * BigInt(sold)) / BigInt(planned.amount));
    addGoods(record, serviceId, goods, connectedAccountId, true);
  }
  reduceOpenReversals(record, connectedAccountId);
  return [entry];
}

const HELD_BY_REFUND =
  'The refund was made before, so this reversal may have been sent before, too. Look into the account, then call resolve().';
const heldText = (serviceId: string): string =>
  `Event 8448 reports transfer ${serviceId} of this amount, which may be this movement. Look into the account, then call resolve().`;

/**
 * Marks the next movement as sent, and returns it. A sent movement without a known outcome comes first, and nothing follows it.
 *
 * @param tried - IDs of movements that this run has sent.
 */
export function beginNext(record: SplitRecord, tried: ReadonlySet<string>): Movement | null {
  reduceOpenTransfers(record);
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
  delete movement.held;
  if ('done' in outcome) {
    const serviceId = outcome.done.toLowerCase();
    Object.assign(movement, { state: 'done', serviceId, message: null });
    const { kind, connectedAccountId, amount } = movement;
    // An event or a read was faster, and did not recognize it.
    const isRebooked = record.external.some((one) => one.serviceId === serviceId);
    record.external = record.external.filter((one) => one.serviceId !== serviceId);
    record.goods = record.goods.filter(({ refundId }) => refundId !== serviceId);
    return [{ serviceId, kind, connectedAccountId, amount, isRebooked }, ...endVoidedTransfers(record)];
  }
  if ('unknown' in outcome) {
    movement.message = outcome.unknown;
    return [];
  }
  movement.message = outcome.failed;
  movement.state = movement.kind === 'refund' ? 'rejected' : 'open';
  if (movement.kind === 'refund') {
    record.movements = record.movements.filter(
      ({ kind, refundId }) => kind !== 'reversal' || refundId !== movement.refundId,
    );
    record.goods = record.goods.filter(({ refundId }) => refundId !== movement.refundId);
  }
  return endVoidedTransfers(record);
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
  const movements = record.movements.map(({ held: _, ...movement }) => movement);
  const external = record.external.map(({ reference: _, ...movement }) => movement);
  return {
    transactionId,
    plan,
    movements,
    external,
    unattributed: unattributedOf(record),
    isOpen: isOpen(record),
  };
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

/** Returns whether the customer has the money of a reversal. */
function isRefunded({ movements, goods }: SplitRecord, { refundId }: Movement): boolean {
  return (
    movements.some((one) => one.kind === 'refund' && one.refundId === refundId && one.state === 'done') ||
    goods.some((one) => one.isReversal && one.refundId === refundId)
  );
}

type Amount = Pick<Movement, 'amount' | 'connectedAccountId'>;

const goodsOf = ({ amount, connectedAccountId }: Amount): Amount => ({ amount, connectedAccountId });
const optionsOf = ({ amount, connectedAccountId }: Amount) => ({
  amount,
  ...(connectedAccountId !== null && { connectedAccountId }),
});
const sumOf = (all: readonly { amount: number }[]): number =>
  all.reduce((sum, { amount }) => sum + amount, 0);
/** Returns whether the customer has the money. */
const isLoss = ({ kind }: PaySplitExternal): boolean => kind === 'refund' || kind === 'dispute';

function recordExternal(record: SplitRecord, movement: External): SplitEntry {
  record.external.push(movement);
  const { serviceId, kind, connectedAccountId, amount } = movement;
  return { serviceId, kind: kind === 'dispute' ? 'refund' : kind, connectedAccountId, amount };
}

/**
 * Returns what the customer got for goods that no seller has returned. If negative, sellers have returned goods whose money the customer
 * has not got.
 */
function lossOf({ goods, external, movements }: SplitRecord): number {
  const refunds = movements.filter(({ kind, state }) => kind === 'refund' && state !== 'rejected');
  return sumOf(external.filter(isLoss)) + sumOf(refunds) - sumOf(goods);
}

/** Returns the goods that a seller has returned, and whose money the customer has not got. */
function unrefundedGoods(record: SplitRecord, connectedAccountId: string | undefined): number {
  const ofSeller = record.goods.filter(
    (one) =>
      one.isReversal &&
      (connectedAccountId === undefined ||
        (one.connectedAccountId ?? connectedAccountId) === connectedAccountId),
  );
  return Math.max(Math.min(-lossOf(record), sumOf(ofSeller)), 0);
}

/** Adds goods, at most those that are left. */
function addGoods(
  record: SplitRecord,
  refundId: string,
  amount: number,
  connectedAccountId: string | null,
  isReversal: boolean,
): void {
  const left = refundableGoods(record.plan, connectedAccountId ?? undefined, record.goods.map(optionsOf));
  const most = Math.min(amount, left);
  if (most > 0) record.goods.push({ refundId, amount: most, connectedAccountId, isReversal });
}

/** Returns what the seller still has of its share, after all reversals. */
function leftOf({ plan, movements, external }: SplitRecord, connectedAccountId: string): number {
  const isOfSeller = (one: { kind: string; connectedAccountId: string | null }): boolean =>
    one.kind === 'reversal' && one.connectedAccountId === connectedAccountId;
  const share = plan.transfers.find((one) => one.connectedAccountId === connectedAccountId)?.amount ?? 0;
  return share - sumOf(movements.filter(isOfSeller)) - sumOf(external.filter(isOfSeller));
}

/** Reduces reversals that were not sent by what came back externally. */
function reduceOpenReversals(record: SplitRecord, connectedAccountId: string): void {
  for (const reversal of record.movements) {
    const excess = -leftOf(record, connectedAccountId);
    if (excess <= 0) return;
    if (reversal.kind !== 'reversal' || reversal.state !== 'open') continue;
    if (reversal.connectedAccountId !== connectedAccountId) continue;
    reversal.amount -= Math.min(excess, reversal.amount);
    if (reversal.amount === 0) reversal.state = 'done';
  }
}

/**
 * Takes transfers of a voided payment out of the books: a transfer waits until its payment clears, which a voided payment never does.
 */
function endVoidedTransfers(record: SplitRecord): SplitEntry[] {
  if (!record.isVoided) return [];
  const goods = refundableGoods(record.plan, undefined, record.goods.map(optionsOf));
  addGoods(record, `${record.transactionId}:void`, goods, null, true);
  const known = new Set(record.external.map(({ serviceId }) => serviceId));
  const others = record.external.filter(
    ({ kind, serviceId }) => kind === 'transfer' && !known.has(`${serviceId}:void`),
  );
  const ended = others.map(({ serviceId, amount }) =>
    recordExternal(record, {
      serviceId: `${serviceId}:void`,
      kind: 'reversal',
      connectedAccountId: null,
      amount,
    }),
  );
  const own = record.movements.flatMap((transfer) => {
    const { kind, state, connectedAccountId } = transfer;
    if (kind !== 'transfer' || connectedAccountId === null) return [];
    if (state === 'open') Object.assign(transfer, { state: 'done', amount: 0, message: null });
    const amount = leftOf(record, connectedAccountId);
    if (transfer.serviceId === null || amount <= 0) return [];
    const serviceId = `${transfer.serviceId}:void`;
    return [recordExternal(record, { serviceId, kind: 'reversal', connectedAccountId, amount })];
  });
  return [...ended, ...own];
}
