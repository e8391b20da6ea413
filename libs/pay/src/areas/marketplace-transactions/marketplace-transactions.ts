import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { SharedTransactions } from '../transactions/transactions.js';
import { CANCEL_MARKETPLACE_TRANSACTION } from './marketplace-transactions.operations.js';
import type { MarketplaceRefundAnswer, MarketplaceRefundOptions } from './marketplace-transactions.types.js';

/** Attempts to pay a platform's orders, and how they are given back. */
export class MarketPlaceTransactions extends SharedTransactions {
  /**
   * Voids or refunds a customer's payment, wholly or in part, and on demand takes the seller's share of an order's automatic
   * `transfer` back with it. After a split by `transfers.sendFunds` leave the flags out and reverse each transfer yourself.
   * The platform's balance must cover the refund, also with `reverseTransfers`: HTTP 452 when it does not.
   * HTTP 423: a call with the same `idempotencyKey` is still running.
   *
   * @param refundOptions `amount` in minor units.
   * @see contract/marketplace.json transactions.cancelTransaction
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
