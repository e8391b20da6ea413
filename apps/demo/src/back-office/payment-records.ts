import { Injectable } from '@nestjs/common';
import { PayPayments, PayTransactions, remainingAmounts } from 'nestjs-pay';
import type { LegacyTransaction, MethodFailure, Order as ServiceOrder, RemainingAmounts } from 'nestjs-pay';

/** A transaction with everything on its order, read together. */
export interface TransactionRecords {
  readonly transaction: LegacyTransaction;
  /** All transactions of its order, itself among them. */
  readonly ofOrder: readonly LegacyTransaction[];
  /** MINOR units; null where the service's list does not have the transaction (yet): then nothing is to be done with it. */
  readonly remaining: RemainingAmounts | null;
}

/** An order of the payment service, the shop's or another's, with every attempt on it. */
export interface OrderRecords {
  readonly order: ServiceOrder;
  readonly transactions: readonly LegacyTransaction[];
}

/** What was made of a transaction: its refunds, its void, its capture. */
export function relatedTo(
  transactionId: string,
  ofOrder: readonly LegacyTransaction[],
): readonly LegacyTransaction[] {
  return ofOrder.filter(({ ParentId }) => ParentId?.toLowerCase() === transactionId.toLowerCase());
}

/** What was read, or why it could not be. */
export type Reading<Records> = { readonly success: true; readonly data: Records } | MethodFailure;

/** Reads the payment service's own records. The back office keeps no copy: what it shows is what the service says now. */
@Injectable()
export class PaymentRecords {
  constructor(
    private readonly payments: PayPayments,
    private readonly transactions: PayTransactions,
  ) {}

  /** Fails with `notfound` for an unknown id. */
  async ofTransaction(transactionId: string): Promise<Reading<TransactionRecords>> {
    const one = await this.transactions.getLegacyTransactions(transactionId);
    if (!one.success) return one;
    const [transaction] = one.data.Transactions;
    if (transaction === undefined) return notFound(one.message, one.meta);
    const orderCode = transaction.Order.OrderCodeText;
    const list = await this.transactions.getLegacyTransactions(undefined, { orderCode });
    if (!list.success) return list;
    const ofOrder = list.data.Transactions;
    // From the same list as is shown: what is left and what was given back cannot contradict each other.
    const remaining = remainingAmounts(transaction.TransactionId, ofOrder) ?? null;
    return { success: true, data: { transaction, ofOrder, remaining } };
  }

  /** Fails with `notfound` for an unknown code. */
  async ofOrder(orderCode: string): Promise<Reading<OrderRecords>> {
    const order = await this.payments.getOrder(orderCode);
    if (!order.success) return order;
    const list = await this.transactions.getLegacyTransactions(undefined, { orderCode });
    if (!list.success) return list;
    return { success: true, data: { order: order.data, transactions: list.data.Transactions } };
  }

  /** The transactions of several orders, by order code. One that cannot be read is left out. */
  async ofOrders(
    orderCodes: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, readonly LegacyTransaction[]>> {
    const lists = await Promise.all(
      [...orderCodes].map(async (orderCode) => {
        const list = await this.transactions.getLegacyTransactions(undefined, { orderCode });
        return list.success ? [[orderCode, list.data.Transactions] as const] : [];
      }),
    );
    return new Map(lists.flat());
  }
}

/** The service answered with an empty list where it should say that there is none. */
function notFound(message: string, meta: MethodFailure['meta']): MethodFailure {
  const error: MethodFailure['error'] = {
    httpStatus: meta.httpStatus,
    serviceCode: null,
    serviceText: null,
    eventId: null,
    fields: [],
    outcome: 'rejected',
    outcomeLookup: null,
    retryable: false,
  };
  return { success: false, data: null, code: 'notfound', message, error, meta };
}
