import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { SharedTransactions } from '../transactions/transactions.js';
import { CANCEL_MARKETPLACE_TRANSACTION } from './marketplace-transactions.operations.js';
import type { MarketplaceRefundAnswer, MarketplaceRefundOptions } from './marketplace-transactions.types.js';

/** Reads, charges, refunds and voids transactions of a platform's orders. */
export class MarketPlaceTransactions extends SharedTransactions {
  /**
   * Refunds a customer's payment in full or in part, or voids it. Can also reverse the seller's share of an
   * automatic `transfer`.
   * After a split with `transfers.sendFunds`, leave the flags out and reverse each transfer yourself.
   * The platform's balance must cover the refund, even with `reverseTransfers`; otherwise the service answers HTTP
   * 452. HTTP 423 means that a call with the same `idempotencyKey` is still running.
   *
   * @param refundOptions `amount` is in minor units.
   * @see https://developer.vivawallet.com/tutorials/marketplace/issue-a-marketplace-refund/
   */
  cancelTransaction(
    transactionId: string,
    refundOptions: MarketplaceRefundOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<MarketplaceRefundAnswer>> {
    return this.sender.send(
      CANCEL_MARKETPLACE_TRANSACTION,
      { path: { transactionId }, options: refundOptions },
      call,
    );
  }
}
