import type { Authorization, AuthorizationProblem, Authorizer, AccountOf } from '../core/http/authorizer.js';
import type { CallLimits } from '../core/http/deadline.js';
import type { AuthScheme } from '../core/operation/operation.js';
import { CredentialsUnavailable } from './credential-source.js';
import type { CredentialSource } from './credential-source.js';
import { basicHeader } from './credentials.js';
import type { ClientCredentials, Credentials } from './credentials.js';
import type { TokenSource } from './token-source.js';

/** Sources of the two kinds of bearer token. */
export interface TokenSources {
  oauth: TokenSource;
  cloudTerminal: TokenSource;
}

/** Selects the client ID and secret that a token is exchanged for. */
export type PairOf = (credentials: Credentials) => Partial<ClientCredentials>;

const BEARER = 'Bearer ';

/** Authorizes token exchanges: HTTP Basic with the client credentials. */
export function createTokenAuthorizer(source: CredentialSource, pairOf: PairOf): Authorizer {
  return async (scheme, _onBehalfOf, limits, refused) => {
    if (scheme !== 'clientBasic') throw new TypeError(`a token exchange cannot be authorized by ${scheme}`);
    try {
      const { clientId, clientSecret } = pairOf(await readCredentials(source, limits, refused));
      return unlessRefused(basic({ clientId, clientSecret }, clientId, clientSecret), refused);
    } catch (error) {
      return unavailable(error, limits);
    }
  };
}

/** Authorizes all other calls as their operations declare. */
export function createAuthorizer(source: CredentialSource, tokens: TokenSources): Authorizer {
  return (scheme, onBehalfOf, limits, refused) => {
    const token =
      refused === undefined && (scheme === 'oauth' || scheme === 'cloudTerminal')
        ? tokens[scheme].heldToken()
        : null;
    return token === null
      ? authorize(source, tokens, scheme, onBehalfOf, limits, refused)
      : { header: BEARER + token };
  };
}

async function authorize(
  source: CredentialSource,
  tokens: TokenSources,
  scheme: AuthScheme,
  onBehalfOf: string | undefined,
  limits: CallLimits,
  refused: string | undefined,
): Promise<Authorization | null> {
  if (scheme === 'none') return refused === undefined ? { header: null } : null;
  try {
    if (scheme === 'oauth' || scheme === 'cloudTerminal') {
      const response = await tokens[scheme].getToken(limits, refused?.slice(BEARER.length));
      return response === null || 'problem' in response ? response : { header: BEARER + response.token };
    }
    const credentials = await readCredentials(source, limits, refused);
    const { merchantId, apikey, resellerId, resellerApiKey } = credentials;
    if (scheme === 'basic') return unlessRefused(basic({ merchantId, apikey }, merchantId, apikey), refused);
    if (scheme !== 'reseller') throw new TypeError('clientBasic authorizes token exchanges only');
    if (onBehalfOf === undefined) throw new TypeError('a reseller call needs an account');
    const username = `${resellerId}:${onBehalfOf}`;
    return unlessRefused(basic({ resellerId, resellerApiKey }, username, resellerApiKey), refused);
  } catch (error) {
    return unavailable(error, limits);
  }
}

/** Reads the ID of the client's account from its credentials. An ISV has no merchant ID, and not every ISV has a reseller ID. */
export function createAccountOf(source: CredentialSource): AccountOf {
  return async (limits) => {
    try {
      const { merchantId, resellerId, clientId } = await source.current(limits.deadline);
      return { accountId: [merchantId, resellerId, clientId].find(isText) ?? null };
    } catch (error) {
      return unavailable(error, limits);
    }
  };
}

/** Reads the credentials, again if the service refused the header made from the last ones. */
function readCredentials(
  source: CredentialSource,
  { deadline }: CallLimits,
  refused: string | undefined,
): Promise<Credentials> {
  return refused === undefined ? source.current(deadline) : source.newer(deadline);
}

function unlessRefused(authorization: Authorization, refused: string | undefined): Authorization | null {
  return 'header' in authorization && authorization.header === refused ? null : authorization;
}

/** Converts unavailable credentials into a problem of the call. Throws any other error, because it is a defect. */
function unavailable(error: unknown, { deadline: { cause } }: CallLimits): { problem: AuthorizationProblem } {
  if (!(error instanceof CredentialsUnavailable)) throw error;
  const details = { httpStatus: null, serviceCode: null, serviceText: null, retryable: cause !== 'aborted' };
  return { problem: { code: cause ?? 'initerror', message: `${error.message}.`, error: details } };
}

/** @param needed Options that the header consists of, by name. */
function basic(needed: Record<string, string | undefined>, username = '', password = ''): Authorization {
  const missing = Object.keys(needed).filter((name) => !isText(needed[name]));
  if (missing.length === 0) return { header: basicHeader(username, password) };
  const message = `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing in the client’s options.`;
  return { problem: { code: 'initerror', message } };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
