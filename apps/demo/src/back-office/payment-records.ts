import { Injectable } from '@nestjs/common';
import { PayPayments, PayTransactions, remainingAmounts } from 'nestjs-pay';
import type { LegacyTransaction, MethodFailure, Order as ServiceOrder, RemainingAmounts } from 'nestjs-pay';

/** A transaction with all transactions of its order, read together. */
export interface TransactionRecords {
  readonly transaction: LegacyTransaction;
  readonly ofOrder: readonly LegacyTransaction[];
  /** Minor units; null if the service's list does not contain the transaction yet. Then nothing can be done with it. */
  readonly remaining: RemainingAmounts | null;
}

/** An order of the payment service with its transactions. */
export interface OrderRecords {
  readonly order: ServiceOrder;
  readonly transactions: readonly LegacyTransaction[];
}

/** Records, or why they could not be read; the failure is null if the service has no such record. */
export type Reading<Records> =
  | { readonly success: true; readonly data: Records }
  | { readonly success: false; readonly failure: MethodFailure | null };

/** Returns the refunds, voids and captures of a transaction. */
export function relatedTo(
  transactionId: string,
  ofOrder: readonly LegacyTransaction[],
): readonly LegacyTransaction[] {
  return ofOrder.filter(({ ParentId }) => ParentId?.toLowerCase() === transactionId.toLowerCase());
}

/** Reads the payment service's records. The back office keeps no copy of them. */
@Injectable()
export class PaymentRecords {
  constructor(
    private readonly payments: PayPayments,
    private readonly transactions: PayTransactions,
  ) {}

  async ofTransaction(transactionId: string): Promise<Reading<TransactionRecords>> {
    const one = await this.transactions.getLegacyTransactions(transactionId);
    if (!one.success) return failed(one);
    const [transaction] = one.data.Transactions;
    if (transaction === undefined) return { success: false, failure: null };
    const list = await this.listOf(transaction.Order.OrderCodeText);
    if (!list.success) return failed(list);
    const ofOrder = list.data.Transactions;
    // The amounts come from the list that the page shows, so they never contradict each other.
    const remaining = remainingAmounts(transaction.TransactionId, ofOrder) ?? null;
    return { success: true, data: { transaction, ofOrder, remaining } };
  }

  async ofOrder(orderCode: string): Promise<Reading<OrderRecords>> {
    const order = await this.payments.getOrder(orderCode);
    if (!order.success) return failed(order);
    const list = await this.listOf(orderCode);
    return list.success
      ? { success: true, data: { order: order.data, transactions: list.data.Transactions } }
      : failed(list);
  }

  /** Returns the transactions of several orders by order code, without orders that cannot be read. */
  async ofOrders(
    orderCodes: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, readonly LegacyTransaction[]>> {
    const lists = await Promise.all(
      [...orderCodes].map(async (orderCode) => {
        const list = await this.listOf(orderCode);
        return list.success ? [[orderCode, list.data.Transactions] as const] : [];
      }),
    );
    return new Map(lists.flat());
  }

  private listOf(orderCode: string): ReturnType<PayTransactions['getLegacyTransactions']> {
    return this.transactions.getLegacyTransactions(undefined, { orderCode });
  }
}

function failed(failure: MethodFailure): Reading<never> {
  // The service also rejects codes and IDs of a wrong format.
  const isUnknown = failure.code === 'notfound' || failure.code === 'validationerror';
  return { success: false, failure: isUnknown ? null : failure };
}
