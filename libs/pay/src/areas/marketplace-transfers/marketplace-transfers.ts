import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { CREATE_TRANSFER_REVERSAL, SEND_FUNDS } from './marketplace-transfers.operations.js';
import type {
  SendFundsOptions,
  TransferAnswer,
  TransferReversalOptions,
} from './marketplace-transfers.types.js';

/** Money between the platform and its sellers. */
export class MarketPlaceTransfers extends Area {
  /**
   * Sends funds from the platform to a connected account: at once, or when the named payment settles (`executed` is null
   * until then, and event 2054 tells of it). There is no idempotency key: after `outcome: 'unknown'` look for event 8448
   * before repeating. `forbidden`: transfers between accounts are switched off, or the credentials are not a marketplace's.
   * HTTP 452: the platform's available balance is too low.
   *
   * @param data `amount` in minor units; event 8448 carries it in MAJOR units.
   * @see contract/marketplace.json transfers.sendFunds
   */
  sendFunds(data: SendFundsOptions, call?: CallOptions): Promise<MethodReturn<TransferAnswer>> {
    return this.sender.send(SEND_FUNDS, { options: data }, call);
  }

  /**
   * Takes a transfer back from a connected account, wholly (no options, or `amount: null`) or in part. It is apart from the
   * customer's refund, which `transactions.cancelTransaction` makes. HTTP 452: the seller's balance is too low; 400: nothing,
   * or less than that, is left to take back. After `outcome: 'unknown'` look for event 8448 with `ParentId` before repeating.
   *
   * @param transferId as `sendFunds` answered it, or from event 8448 for the automatic transfer of an order.
   * @param options `amount` in minor units.
   * @see contract/marketplace.json transfers.createTransferReversal
   */
  createTransferReversal(
    transferId: string,
    options?: TransferReversalOptions | null,
    call?: CallOptions,
  ): Promise<MethodReturn<TransferAnswer>> {
    return this.sender.send(
      CREATE_TRANSFER_REVERSAL,
      { path: { transferId }, options: options ?? { amount: null } },
      call,
    );
  }
}
