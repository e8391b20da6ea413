import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import {
  CREATE_SELLER_ACCOUNT,
  RETRIEVE_CONNECTED_ACCOUNT,
  UPDATE_CONNECTED_ACCOUNT,
} from './marketplace-sellers.operations.js';
import type {
  SellerAccount,
  CreateSellerAccountAnswer,
  CreateSellerAccountOptions,
  UpdateConnectedAccountOptions,
} from './marketplace-sellers.types.js';

/** The sellers of a platform: connected accounts, and how they are paid out. */
export class MarketPlaceSellers extends Area {
  /**
   * Creates a seller's account and the invitation that starts its onboarding: pass `invitation.redirectUrl` on, the service
   * does not mail it. Event 8193 says that the seller has connected, 8194 (live only) that it is verified.
   * There is no idempotency key: after `outcome: 'unknown'` a repeat may make a second account.
   * `forbidden`: the credentials are not a marketplace's.
   *
   * @see contract/marketplace.json sellers.createAccount
   */
  createAccount(
    data: CreateSellerAccountOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<CreateSellerAccountAnswer>> {
    return this.sender.send(CREATE_SELLER_ACCOUNT, { options: data }, call);
  }

  /**
   * Reads a seller's account: whether it is verified, and how it is paid out. Fails with `notfound` when this platform has
   * no such account.
   *
   * @param accountId as `createAccount` answered it, and as `ConnectedAccountId` in webhooks.
   * @see contract/marketplace.json sellers.retrieveConnectedAccount
   */
  retrieveConnectedAccount(accountId: string, call?: CallOptions): Promise<MethodReturn<SellerAccount>> {
    return this.sender.send(RETRIEVE_CONNECTED_ACCOUNT, { path: { accountId } }, call);
  }

  /**
   * Changes how a seller is paid out; nothing else of the account can be changed. The answer has no payload.
   *
   * @see contract/marketplace.json sellers.updateConnectedAccount
   */
  updateConnectedAccount(
    accountId: string,
    options: UpdateConnectedAccountOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<null>> {
    return this.sender.send(UPDATE_CONNECTED_ACCOUNT, { path: { accountId }, options }, call);
  }
}
