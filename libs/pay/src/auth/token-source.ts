import type { AuthorizationProblem } from '../core/http/authorizer.js';
import type { CallLimits } from '../core/http/deadline.js';
import type { RequestSender } from '../core/http/request-sender.js';
import { GET_ACCESS_TOKEN } from './token.operations.js';
import { TokenRequest } from './token.types.js';

/** A token that is valid now, or why there is none. */
export type TokenAnswer = { token: string } | { problem: AuthorizationProblem };

/** Where calls get their token, one source for each set of credentials. */
export interface TokenSource {
  /**
   * A token, obtained within the call's limits.
   *
   * @param refused the token that the service did not accept: null when there is no newer one.
   */
  getToken(limits: CallLimits, refused?: string): Promise<TokenAnswer | null>;
}

/** A token with its lifetime, or why there is none. */
export type ExchangeAnswer = { token: string; lifetimeMs: number } | { problem: AuthorizationProblem };

/**
 * Exchanges the credentials for a token.
 *
 * @param sender a sender that authorises with the client credentials.
 */
export async function exchangeToken(sender: RequestSender, limits: CallLimits): Promise<ExchangeAnswer> {
  const answer = await sender.sendWithin(GET_ACCESS_TOKEN, { options: new TokenRequest() }, limits);
  if (answer.success) {
    const { access_token: token, expires_in: seconds } = answer.data;
    // A lifetime that is none: the token is good for this call only.
    if (isHeaderText(token)) return { token, lifetimeMs: Number(seconds) > 0 ? Number(seconds) * 1_000 : 0 };
    return {
      problem: {
        code: 'tokenerror',
        message: 'the token endpoint answered with something that is no token.',
      },
    };
  }
  const { httpStatus, serviceCode, serviceText, retryable } = answer.error;
  return {
    problem: {
      code: answer.code,
      message: answer.message,
      error: { httpStatus, serviceCode, serviceText, retryable },
    },
  };
}

function isHeaderText(token: unknown): token is string {
  return typeof token === 'string' && /^[\x21-\x7e]+$/.test(token);
}

/** Exchanges the credentials for every call: nothing is kept, nothing is shared. */
export class PerCallTokenSource implements TokenSource {
  readonly #sender: RequestSender;

  /** @param sender a sender that authorises with the client credentials. */
  constructor(sender: RequestSender) {
    this.#sender = sender;
  }

  async getToken(limits: CallLimits, refused?: string): Promise<TokenAnswer | null> {
    return refused === undefined ? exchangeToken(this.#sender, limits) : null;
  }
}
