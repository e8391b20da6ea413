import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { CREATE_CONNECTED_ACCOUNT, GET_CONNECTED_ACCOUNT } from './isv-connected-accounts.operations.js';
import type {
  IsvConnectedAccount,
  IsvConnectedAccountOptions,
  CreateConnectedAccountInput,
  IsvInvitedAccount,
} from './isv-connected-accounts.types.js';

/** The merchants that an ISV invites. */
export class IsvConnectedAccounts extends Area {
  /**
   * Invites a merchant. Send it to `invitation.redirectUrl`: it types its data in there and is sent to `returnUrl`.
   * Event 8193 tells that it is connected, 8194 that its identity was checked; read the account then, for neither event
   * names the merchant id. Never repeat it blindly: each call makes another account, and none can be listed or deleted.
   *
   * @see contract/isv.json connectedAccounts.create
   */
  create(options: CreateConnectedAccountInput, call?: CallOptions): Promise<MethodReturn<IsvInvitedAccount>> {
    return this.sender.send(CREATE_CONNECTED_ACCOUNT, { options }, call);
  }

  /**
   * Reads a connected account. `merchantId` is null until the merchant is connected; take payments for it once
   * `acquiringEnabled` is true. Fails with `notfound` when the ISV has no such account.
   *
   * @see contract/isv.json connectedAccounts.getAccountDatas
   */
  getAccountDatas(
    options: IsvConnectedAccountOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<IsvConnectedAccount>> {
    return this.sender.send(GET_CONNECTED_ACCOUNT, { options }, call);
  }
}
