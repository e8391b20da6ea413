import { MarketplaceTransactionsMethods } from '../methods.generated.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { REFUND } from './marketplace-transactions.operations.js';
import type { MarketplaceRefundOptions } from '../options.generated.js';
import type { MarketplaceRefundResponse } from '../results.generated.js';

/** Reads, charges, refunds and voids transactions of a platform's orders. */
export class MarketPlaceTransactions extends MarketplaceTransactionsMethods {
  /**
   * Refunds a customer's payment in full or in part, or voids it. This is `cancelTransaction` under another name.
   * With `reverseTransfers`, the seller returns the share of an automatic `transfer`. After a split with
   * `transfers.sendFunds`, leave the flags out and reverse each transfer yourself.
   * Pass the call option `idempotencyKey`: the same key never refunds twice.
   * Fails with `rejected` if the platform's balance does not cover the refund (HTTP 452), or a call with the same key is
   * still running (423).
   *
   * @param transactionId ID of the payment.
   * @param options `amount` is in minor units and required.
   * @returns ID of the refund, which is a new transaction.
   * @example
   * const refund = { amount: 500, reverseTransfers: true };
   * const result = await market.transactions.refund(paymentId, refund, { idempotencyKey: 'refund-17' });
   * @see https://developer.vivawallet.com/tutorials/marketplace/issue-a-marketplace-refund/
   */
  refund(
    transactionId: string,
    options: MarketplaceRefundOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<MarketplaceRefundResponse>> {
    return this.sender.send(REFUND, { path: { transactionId }, options }, call);
  }
}
