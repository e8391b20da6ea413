import type { CallLimits } from '../core/call-limits.js';
import type { MethodReturn } from '../core/method-return.js';
import type { RequestSender } from '../core/request-sender.js';
import { GET_ACCESS_TOKEN } from './token.operations.js';
import { TokenRequest } from './token.types.js';
import type { TokenResponse } from './token.types.js';

/** Where OAuth calls get their token, one source for each set of credentials. */
export interface TokenSource {
  /**
   * A token that is valid now, obtained within the call's limits.
   *
   * @param refused the token that the service did not accept: null when there is no newer one.
   */
  getToken(limits: CallLimits, refused?: string): Promise<MethodReturn<TokenResponse, 'tokenerror'> | null>;
}

/** Exchanges the credentials for every call: nothing is kept, nothing is shared. */
export class PerCallTokenSource implements TokenSource {
  readonly #sender: RequestSender;

  /** @param sender a sender that authorises with the client credentials. */
  constructor(sender: RequestSender) {
    this.#sender = sender;
  }

  async getToken(
    limits: CallLimits,
    refused?: string,
  ): Promise<MethodReturn<TokenResponse, 'tokenerror'> | null> {
    if (refused !== undefined) return null;
    return this.#sender.sendWithin(GET_ACCESS_TOKEN, { options: new TokenRequest() }, limits);
  }
}
