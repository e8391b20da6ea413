import { MarketplaceTransfersMethods } from '../methods.generated.js';
import { operations } from '../define-operation.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { TransferReversalOptions } from '../options.generated.js';
import type { TransferResponse } from '../results.generated.js';

/** Transfers money between the platform and its sellers. */
export class MarketPlaceTransfers extends MarketplaceTransfersMethods {
  /**
   * Reverses a transfer to a connected account in full (no options, or `amount: null`) or in part.
   * The reversal is separate from the customer's refund: see `transactions.cancelTransaction`.
   * Fails with `rejected` if the seller's balance is too low (HTTP 452), or the amount exceeds what is left to reverse
   * (400).
   * Pass the call option `idempotencyKey`, so that no second call reverses again. No read shows what happened after
   * `outcome: 'unknown'`: look for event 8448 with `ParentId`.
   *
   * @param transferId ID from `sendFunds`, or from event 8448 for the automatic transfer of an order.
   * @param options `amount` is in minor units.
   * @example
   * const reversed = await marketplace.transfers.createTransferReversal(transferId, { amount });
   * @see https://developer.viva.com/apis-for-payments/marketplace-api/
   */
  createTransferReversal(
    transferId: string,
    options?: TransferReversalOptions | null,
    call?: CallOptions,
  ): Promise<MethodReturn<TransferResponse>> {
    return this.sender.send(
      operations['transfers.createTransferReversal'],
      { path: { transferId }, options: options ?? { amount: null } },
      call,
    );
  }
}
