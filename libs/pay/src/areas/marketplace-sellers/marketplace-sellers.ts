import { operations } from '../define-operation.js';
import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { CreateSellerAccountOptions, UpdateConnectedAccountOptions } from '../options.generated.js';
import type { CreateSellerAccountResponse, SellerAccount } from '../results.generated.js';

/** Creates, reads and changes the sellers of a platform (connected accounts) and their payouts. */
export class MarketPlaceSellers extends Area {
  /**
   * Creates a seller's account and the invitation that starts its onboarding.
   * Send `invitation.redirectUrl` to the seller, because the service does not email it. Event 8193 means that the
   * seller has connected; event 8194 (live only) means that it is verified.
   * Fails with `forbidden` if the credentials are not those of a marketplace.
   * After `outcome: 'unknown'`, a second call without the same call option `idempotencyKey` may create a second account.
   *
   * @example
   * const created = await marketplace.sellers.createAccount({
   *   email,
   *   returnUrl: 'https://www.example.com/sellers/connected',
   *   branding: { partnerName: 'Example Market', logoUrl: 'https://www.example.com/logo.png' },
   *   payouts: {
   *     interval: PayoutInterval.Weekly,
   *     dayOfWeek: PayoutDayOfWeek.Monday,
   *     amountThreshold: 1000, // minor units
   *     bankAccount: { iban, beneficiaryName: 'Example Seller Ltd' },
   *   },
   * });
   * @see https://developer.viva.com/tutorials/marketplace/create-a-connected-account
   */
  createAccount(
    data: CreateSellerAccountOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<CreateSellerAccountResponse>> {
    return this.sender.send(operations['sellers.createAccount'], { options: data }, call);
  }

  /**
   * Reads a seller's account, with its verification state and payouts. Fails with `notfound` if this platform has
   * no such account.
   *
   * @param accountId ID from `createAccount`, or `ConnectedAccountId` from webhooks.
   * @example
   * const account = await marketplace.sellers.retrieveConnectedAccount(accountId);
   * @see https://developer.viva.com/apis-for-payments/marketplace-api/
   */
  retrieveConnectedAccount(accountId: string, call?: CallOptions): Promise<MethodReturn<SellerAccount>> {
    return this.sender.send(operations['sellers.retrieveConnectedAccount'], { path: { accountId } }, call);
  }

  /**
   * Changes the payouts of a seller. Other data of the account cannot be changed. The result has no payload.
   *
   * @example
   * const changed = await marketplace.sellers.updateConnectedAccount(accountId, { payouts: { disable: true } });
   * @see https://developer.viva.com/tutorials/marketplace/manage-transfer-fees-and-payouts
   */
  updateConnectedAccount(
    accountId: string,
    options: UpdateConnectedAccountOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<null>> {
    return this.sender.send(
      operations['sellers.updateConnectedAccount'],
      { path: { accountId }, options },
      call,
    );
  }
}
