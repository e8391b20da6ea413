import { requirePositive } from '../areas/marketplace-transfers/split-input.js';
import { planReversals, refundStates } from '../areas/marketplace-transfers/split-refund.js';
import { PaySplitError } from './pay-split-error.js';
import { leftOf, lossOf, lostOf, NOT_SENT, refundsOf, sumOf } from './split-record.js';
import type { SplitRecord } from './split-record.js';
import type { PayRefundSplit } from './split.types.js';

const HELD_BY_REFUND =
  'The refund was made before, so this reversal may have been sent before, too. Look into the account, then call resolve().';

/** Adds a refund and its reversals, or reversals without a refund, unless they are stored. */
export function addReturn(record: SplitRecord, request: PayRefundSplit, isReversal: boolean): void {
  const { id: refundId, ...wanted } = request;
  const { plan, transactionId } = record;
  const { amount } = wanted;
  // They check the values of the request.
  planReversals(plan, { ...wanted, amount: 1 });
  requirePositive('amount', amount);
  const account = wanted.connectedAccountId?.toLowerCase();
  const seller =
    plan.transfers.map((one) => one.connectedAccountId).find((one) => one.toLowerCase() === account) ?? null;
  const refunds = refundsOf(record);
  const refund = refunds.find((one) => one.refundId === refundId);
  const known = refund ?? record.goods.find((one) => one.refundId === refundId);
  if (known !== undefined) {
    const isSame = known.amount === amount && known.connectedAccountId === seller;
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
  const goods = refundableGoods(record, seller);
  // An earlier database has made this refund, and it was noticed before it was repeated.
  const made = record.external.find(
    (one) => !isReversal && one.reference === refundId && one.amount === amount,
  );
  // Goods whose seller has already returned its share can still be refunded to the customer.
  const most = isReversal
    ? goods
    : Math.min(
        refundableGoods({ plan, goods: record.goods.filter((one) => !one.isReversal) }, seller),
        plan.amount - sumOf(refunds) - lostOf(record) + (made?.amount ?? 0),
      );
  const left = Math.max(most, 0);
  if (amount > left)
    throw new PaySplitError(
      'over-refund',
      `amount is ${amount}, but only ${left} minor units are left to ${isReversal ? 'reverse' : 'refund'}`,
    );
  record.external = record.external.filter((one) => one !== made);
  const rest = isReversal ? amount : amount - Math.min(amount, unrefundedGoods(record, seller));
  const returned = Math.min(rest, goods);
  const key = (kind: string): string => `split:${transactionId}:${kind}:${refundId}`;
  // A rejected refund with this ID is planned again, because other refunds may have come between.
  record.movements = record.movements.filter((one) => one.refundId !== refundId);
  if (!isReversal)
    record.movements.push({
      ...{ ...NOT_SENT, id: key('refund'), kind: 'refund', amount, refundId, connectedAccountId: seller },
      ...(made !== undefined && { state: 'done', serviceId: made.serviceId }),
    });
  addGoods(record, refundId, returned, seller, isReversal);
  for (const { connectedAccountId, reversed } of returned > 0 ? statesOf(record, seller) : []) {
    const share = plan.transfers.find((one) => one.connectedAccountId === connectedAccountId)?.amount ?? 0;
    const due = reversed - (share - leftOf(record, connectedAccountId));
    const id = `${key('reversal')}:${connectedAccountId}`;
    if (due > 0)
      record.movements.push({ ...NOT_SENT, id, kind: 'reversal', refundId, connectedAccountId, amount: due });
  }
  if (made !== undefined) holdReversals(record, refundId);
}

/** Holds the reversals of a refund that an earlier database has made, because it may have sent them, too. */
export function holdReversals({ movements }: SplitRecord, refundId: string | null): void {
  for (const reversal of movements)
    if (reversal.kind === 'reversal' && reversal.refundId === refundId && reversal.state === 'open')
      Object.assign(reversal, { state: 'sent', held: { by: 'refund' }, message: HELD_BY_REFUND });
}

/** Adds goods, at most those that are left. @param seller - Null for those of all sellers. */
export function addGoods(
  record: SplitRecord,
  refundId: string,
  amount: number,
  seller: string | null,
  isReversal: boolean,
): void {
  const most = Math.min(amount, refundableGoods(record, seller));
  if (most > 0) record.goods.push({ refundId, amount: most, connectedAccountId: seller, isReversal });
}

type Goods = Pick<SplitRecord, 'plan' | 'goods'>;

/** Returns the goods that can still be refunded, in minor units. */
function refundableGoods(record: Goods, seller: string | null): number {
  return statesOf(record, seller).reduce((sum, { refundable }) => sum + refundable, 0);
}

function statesOf({ plan, goods }: Goods, seller: string | null): ReturnType<typeof refundStates> {
  const earlier = goods.map(({ amount, connectedAccountId }) => ({
    amount,
    ...(connectedAccountId !== null && { connectedAccountId }),
  }));
  return refundStates(plan, earlier).filter(
    ({ connectedAccountId }) => seller === null || connectedAccountId === seller,
  );
}

/** Returns the goods that a seller has returned, and whose money the customer has not got. */
function unrefundedGoods(record: SplitRecord, seller: string | null): number {
  const ofSeller = record.goods.filter(
    (one) => one.isReversal && (seller === null || (one.connectedAccountId ?? seller) === seller),
  );
  return Math.max(Math.min(-lossOf(record), sumOf(ofSeller)), 0);
}
