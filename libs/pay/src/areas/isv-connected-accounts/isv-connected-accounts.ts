import { IsvConnectedAccountsMethods } from '../methods.generated.js';
import { operations } from '../define-operation.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { CreateConnectedAccountInput } from './isv-connected-accounts.types.js';
import type { IsvInvitedAccount } from '../results.generated.js';

/** Invites merchants to an ISV, and reads their accounts. */
export class IsvConnectedAccounts extends IsvConnectedAccountsMethods {
  /**
   * Invites a merchant. Send the merchant to `invitation.redirectUrl`, which leads back to `returnUrl` after
   * onboarding.
   * Event 8193 means that the merchant is connected, event 8194 that its identity was checked. Neither event
   * carries the merchant ID, so read the account then.
   * Each call creates another account, and accounts cannot be listed or deleted. Calls with the same call option
   * `idempotencyKey` create one.
   *
   * @example
   * const invited = await isv.connectedAccounts.create({
   *   email,
   *   returnUrl: 'https://www.example.com/onboarding/done',
   *   branding: {
   *     partnerName: 'Example Software',
   *     logoUrl: 'https://www.example.com/logo.png',
   *     primaryColor: '#3366ff',
   *   },
   * });
   * @see https://developer.viva.com/isv-partner-program
   */
  create(options: CreateConnectedAccountInput, call?: CallOptions): Promise<MethodReturn<IsvInvitedAccount>> {
    return this.sender.send(operations['connectedAccounts.create'], { options }, call);
  }
}
