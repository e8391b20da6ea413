import type { Authorization, AuthorizationProblem, Authorizer, AccountOf } from '../core/http/authorizer.js';
import type { CallLimits } from '../core/http/deadline.js';
import { CredentialsUnavailable } from './credential-source.js';
import type { CredentialSource } from './credential-source.js';
import { basicHeader, textProblem } from './credentials.js';
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

/** Creates the header of each scheme that needs no token. */
const BASIC = {
  clientBasic: ({ clientId, clientSecret }: Partial<ClientCredentials>) =>
    basic({ clientId, clientSecret }, clientId, clientSecret),
  basic: ({ merchantId, apikey }: Credentials) => basic({ merchantId, apikey }, merchantId, apikey),
  reseller({ resellerId, resellerApiKey }: Credentials, onBehalfOf: string | undefined) {
    if (onBehalfOf === undefined) throw new TypeError('a reseller call needs an account');
    return basic({ resellerId, resellerApiKey }, `${resellerId}:${onBehalfOf}`, resellerApiKey);
  },
};

/** Authorizes token exchanges: HTTP Basic with the client credentials. */
export function createTokenAuthorizer(source: CredentialSource, pairOf: PairOf): Authorizer {
  return (_scheme, _onBehalfOf, limits, refused) =>
    withCredentials(source, limits, refused, (credentials) => BASIC.clientBasic(pairOf(credentials)));
}

/** Authorizes all other calls as their operations declare. */
export function createAuthorizer(source: CredentialSource, tokens: TokenSources): Authorizer {
  return (scheme, onBehalfOf, limits, refused) => {
    if (scheme === 'none') return refused === undefined ? { header: null } : null;
    if (scheme !== 'oauth' && scheme !== 'cloudTerminal')
      return withCredentials(source, limits, refused, (credentials) =>
        BASIC[scheme](credentials, onBehalfOf),
      );
    const token = refused === undefined ? tokens[scheme].heldToken() : null;
    if (token !== null) return { header: BEARER + token };
    return unlessUnavailable(limits, async () => {
      const response = await tokens[scheme].getToken(limits, refused?.slice(BEARER.length));
      return response === null || 'problem' in response ? response : { header: BEARER + response.token };
    });
  };
}

/** Reads the ID of the client's account from its credentials. An ISV has no merchant ID, and not every ISV has a reseller ID. */
export function createAccountOf(source: CredentialSource): AccountOf {
  return (limits) =>
    unlessUnavailable(limits, async () => {
      const { merchantId, resellerId, clientId } = await source.current(limits.deadline);
      return { accountId: [merchantId, resellerId, clientId].find(isText) ?? null };
    });
}

/** Creates a header from the credentials. They are read again if the service refused the header made from the last ones. */
function withCredentials(
  source: CredentialSource,
  limits: CallLimits,
  refused: string | undefined,
  headerOf: (credentials: Credentials) => Authorization,
): Promise<Authorization | null> {
  return unlessUnavailable(limits, async () => {
    const { deadline } = limits;
    const authorization = headerOf(
      await (refused === undefined ? source.current(deadline) : source.newer(deadline)),
    );
    // A file may have been read while it was written.
    if ('problem' in authorization) source.forget();
    return 'header' in authorization && authorization.header === refused ? null : authorization;
  });
}

/** Converts unavailable credentials into a problem of the call. Throws any other error, because it is a defect. */
async function unlessUnavailable<Result>(
  { deadline }: CallLimits,
  work: () => Promise<Result>,
): Promise<Result | { problem: AuthorizationProblem }> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CredentialsUnavailable)) throw error;
    const { cause } = deadline;
    const details = {
      httpStatus: null,
      serviceCode: null,
      serviceText: null,
      retryable: cause !== 'aborted',
    };
    return { problem: { code: cause ?? 'initerror', message: `${error.message}.`, error: details } };
  }
}

/** @param needed Options that the header consists of, by name. */
function basic(needed: Record<string, string | undefined>, username = '', password = ''): Authorization {
  const missing = Object.keys(needed).filter((name) => !isText(needed[name]));
  const wrong = Object.keys(needed).find((name) => textProblem(needed[name]) !== null);
  if (wrong === undefined) return { header: basicHeader(username, password) };
  const message =
    missing.length > 0
      ? `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing in the client’s options.`
      : `${wrong} ${textProblem(needed[wrong])}.`;
  return { problem: { code: 'initerror', message } };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
