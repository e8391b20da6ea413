import { operations } from '../define-operation.js';
import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { SendFundsOptions, TransferReversalOptions } from '../options.generated.js';
import type { TransferResponse } from '../results.generated.js';

/** Transfers money between the platform and its sellers. */
export class MarketPlaceTransfers extends Area {
  /**
   * Sends funds from the platform to a connected account: at once, or when the named payment clears.
   * Until the payment clears, `executed` is null; event 2054 then reports the transfer.
   * Fails with `forbidden` if transfers between accounts are disabled, or the credentials are not those of a
   * marketplace. Fails with `rejected` if the platform's available balance is too low (HTTP 452).
   * Pass the call option `idempotencyKey`, so that no second call sends the funds again. No read shows what happened
   * after `outcome: 'unknown'`: look for event 8448.
   *
   * @param data `amount` is in minor units. Event 8448 carries it in MAJOR units.
   * @example
   * const sent = await marketplace.transfers.sendFunds({ connectedAccountId: seller, amount, transactionId });
   * @see https://developer.viva.com/apis-for-payments/marketplace-api/
   */
  sendFunds(data: SendFundsOptions, call?: CallOptions): Promise<MethodReturn<TransferResponse>> {
    return this.sender.send(operations['transfers.sendFunds'], { options: data }, call);
  }

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
