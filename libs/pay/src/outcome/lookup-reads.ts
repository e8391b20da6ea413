import { operations } from '../areas/define-operation.js';
import { isSameId } from '../core/values/uuid.js';
import type { CallLimits } from '../core/http/deadline.js';
import type { PayOutcomeLookup } from '../core/operation/outcome-lookup.js';
import type { MethodReturn } from '../core/operation/method-return.js';
import type { Operation, OperationInput } from '../core/operation/operation.js';
import type { RequestSender } from '../core/http/request-sender.js';
import { LIST_LEGACY_TRANSACTIONS } from '../areas/transactions/legacy-transaction.operations.js';
import type { LegacyTransaction, Order, PosSession, Transaction } from '../areas/results.generated.js';

/** Reads for outcome lookups. */
export type LookupReads = ReturnType<typeof createLookupReads>;

/** The service's clock may be ahead of the times of its transactions, and a stated time is not exact. */
const SINCE_SLACK_MS = 3_600_000;

/**
 * Creates the reads of a lookup, within a call's limits.
 *
 * @param madeSince - Leaves out transactions before this time, except the one that the call is about.
 */
export function createLookupReads(
  sender: RequestSender,
  limits: CallLimits,
  outcomeLookup: PayOutcomeLookup,
  madeSince: Date | null = null,
) {
  const { id, about, client, targetMerchantId } = outcomeLookup;
  const isIsv = client === 'isv';
  const send = <Data>(operation: Operation<Data>, input: OperationInput): Promise<MethodReturn<Data>> =>
    sender.sendWithin(operation, input, limits);
  const transaction = (): Promise<MethodReturn<Transaction>> =>
    isIsv
      ? send(operations['transactions.retrieveTransactionById'], {
          options: { transactionId: id, targetMerchantId },
        })
      : send(operations['transactions.getTransactionById'], { path: { transactionId: id } });
  const ofOrder = (orderCode: string) =>
    isIsv
      ? send(operations['transactions.retrieveTransactionsByOrderCode'], {
          options: { orderCode, targetMerchantId },
        })
      : send(LIST_LEGACY_TRANSACTIONS, { options: { orderCode } });
  let orderCode = about === 'order-charge' ? id : null;
  return {
    order: (): Promise<MethodReturn<Order>> =>
      isIsv
        ? send(operations['isv:payments.getOrder'], { options: { orderCode: id, targetMerchantId } })
        : send(operations['payments.getOrder'], { path: { orderCode: id } }),
    session: (): Promise<MethodReturn<PosSession | null>> =>
      send<PosSession | null>(
        operations[isIsv ? 'isv:pos.session.retrieveSessionById' : 'pos.session.retrieveSessionById'],
        { options: { sessionId: id } },
      ),
    /** Reads all transactions of the lookup's order. If the lookup names a transaction, its order is read once. */
    transactions: async (): Promise<MethodReturn<LegacyTransaction[]>> => {
      if (orderCode === null) {
        const one = await transaction();
        if (!one.success) return one;
        orderCode = one.data.orderCodeText;
      }
      const all = await ofOrder(orderCode);
      if (!all.success) return all;
      const isOld = ({ InsDate }: LegacyTransaction): boolean =>
        madeSince !== null && Date.parse(InsDate) < madeSince.getTime() - SINCE_SLACK_MS;
      return {
        ...all,
        data: all.data.Transactions.filter((one) => isSameId(one.TransactionId, id) || !isOld(one)),
      };
    },
  };
}
