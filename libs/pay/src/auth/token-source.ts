import type { AuthorizationProblem } from '../core/http/authorizer.js';
import type { CallLimits } from '../core/http/deadline.js';
import type { RequestSender } from '../core/http/request-sender.js';
import { GET_ACCESS_TOKEN } from './token.operations.js';
import { TokenRequest } from './token.types.js';

/** Valid token, or the reason why there is none. */
export type TokenResponse = { token: string } | { problem: AuthorizationProblem };

/** Source of tokens for one credential set. */
export interface TokenSource {
  /** Returns a valid token that needs no request, or null. */
  heldToken(): string | null;

  /**
   * Obtains a token within the call's limits.
   *
   * @param refused Token that the service refused. The result is null if there is no newer one.
   */
  getToken(limits: CallLimits, refused?: string): Promise<TokenResponse | null>;
}

/** Token with its lifetime, or the reason why there is none. */
export type ExchangeResponse = { token: string; lifetimeMs: number } | { problem: AuthorizationProblem };

/**
 * Exchanges the credentials for a token.
 *
 * @param sender Sender that authorizes with the client credentials.
 */
export async function exchangeToken(sender: RequestSender, limits: CallLimits): Promise<ExchangeResponse> {
  const response = await sender.sendWithin(GET_ACCESS_TOKEN, { options: new TokenRequest() }, limits);
  if (response.success) {
    const { access_token: token, expires_in: seconds } = response.data;
    // With an invalid lifetime, the token serves this call only.
    if (isHeaderText(token)) return { token, lifetimeMs: Number(seconds) > 0 ? Number(seconds) * 1_000 : 0 };
    const message = 'the token endpoint responded without a valid access_token.';
    return { problem: { code: 'tokenerror', message } };
  }
  const { code, message, error } = response;
  const { httpStatus, serviceCode, serviceText, retryable } = error;
  return { problem: { code, message, error: { httpStatus, serviceCode, serviceText, retryable } } };
}

function isHeaderText(token: unknown): token is string {
  return typeof token === 'string' && /^[\x21-\x7e]+$/.test(token);
}

/**
 * Exchanges the credentials for a new token at every call.
 *
 * @param sender Sender that authorizes with the client credentials.
 */
export function perCallTokens(sender: RequestSender): TokenSource {
  return {
    heldToken: () => null,
    getToken: async (limits, refused) => (refused === undefined ? exchangeToken(sender, limits) : null),
  };
}
