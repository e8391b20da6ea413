import type { Authorization, AuthorizationProblem, Authorizer, MerchantOf } from '../core/http/authorizer.js';
import type { CallLimits } from '../core/http/call-limits.js';
import type { AuthScheme } from '../core/operation/operation.js';
import { CredentialsUnavailable } from './credential-source.js';
import type { CredentialSource } from './credential-source.js';
import { basicHeader } from './credentials.js';
import type { ClientCredentials, Credentials } from './credentials.js';
import type { TokenSource } from './token-source.js';

/** Where the two kinds of bearer token come from. */
export interface TokenSources {
  oauth: TokenSource;
  cloudTerminal: TokenSource;
}

/** The pair that tokens are exchanged for, among a client's credentials. */
export type PairOf = (credentials: Credentials) => Partial<ClientCredentials>;

/** Authorises token exchanges: HTTP Basic with the client credentials. */
export function createTokenAuthorizer(credentials: CredentialSource, pairOf: PairOf): Authorizer {
  return withNewest(credentials, (scheme, _merchant, all) => {
    if (scheme !== 'clientBasic') throw new TypeError(`a token exchange cannot be authorised by ${scheme}`);
    const { clientId, clientSecret } = pairOf(all);
    return basic({ clientId, clientSecret }, clientId, clientSecret);
  });
}

/** Authorises every other call with what its scheme asks for; says which option is missing. */
export function createAuthorizer(credentials: CredentialSource, tokens: TokenSources): Authorizer {
  const byCredentials = withNewest(credentials, (scheme, targetMerchantId, all) => {
    const { merchantId, apikey, resellerId, resellerApiKey } = all;
    if (scheme === 'basic') return basic({ merchantId, apikey }, merchantId, apikey);
    if (scheme !== 'reseller') throw new TypeError('clientBasic authorises token exchanges only');
    if (targetMerchantId === undefined) throw new TypeError('a reseller acts for a merchant');
    return basic({ resellerId, resellerApiKey }, `${resellerId}:${targetMerchantId}`, resellerApiKey);
  });
  const byToken = caught(async (scheme, _merchant, limits, refused) => {
    const source = scheme === 'oauth' ? tokens.oauth : tokens.cloudTerminal;
    const answer = await source.getToken(limits, refused?.slice(BEARER.length));
    return answer === null || 'problem' in answer ? answer : { header: BEARER + answer.token };
  });
  return async (scheme: AuthScheme, targetMerchantId, limits, refused) => {
    if (scheme === 'none') return refused === undefined ? { header: null } : null;
    const isByToken = scheme === 'oauth' || scheme === 'cloudTerminal';
    return (isByToken ? byToken : byCredentials)(scheme, targetMerchantId, limits, refused);
  };
}

/** Says whose client it is, where its options or what gives its credentials say. */
export function createMerchantOf(credentials: CredentialSource): MerchantOf {
  return async (limits) => {
    try {
      const { merchantId } = await credentials.current(limits.deadline);
      return { merchantId: isText(merchantId) ? merchantId : null };
    } catch (error) {
      return unavailable(error, limits);
    }
  };
}

const BEARER = 'Bearer ';

/** A header that was refused is made anew of credentials that are read anew. */
function withNewest(
  credentials: CredentialSource,
  make: (
    scheme: AuthScheme,
    targetMerchantId: string | undefined,
    credentials: Credentials,
  ) => Exclude<Authorization, null>,
): Authorizer {
  return caught(async (scheme, targetMerchantId, { deadline }, refused) => {
    const all = await (refused === undefined ? credentials.current(deadline) : credentials.newer(deadline));
    const made = make(scheme, targetMerchantId, all);
    return 'header' in made && made.header === refused ? null : made;
  });
}

/** Credentials that cannot be had are a problem of the call, no defect. */
function caught(authorizer: Authorizer): Authorizer {
  return async (scheme, targetMerchantId, limits, refused) => {
    try {
      return await authorizer(scheme, targetMerchantId, limits, refused);
    } catch (error) {
      return unavailable(error, limits);
    }
  };
}

/** Throws what is a defect. */
function unavailable(error: unknown, { deadline: { cause } }: CallLimits): { problem: AuthorizationProblem } {
  if (!(error instanceof CredentialsUnavailable)) throw error;
  const said = { httpStatus: null, serviceCode: null, serviceText: null, retryable: cause !== 'aborted' };
  return { problem: { code: cause ?? 'initerror', message: `${error.message}.`, error: said } };
}

/** @param needed the options that the header is made of, by name. */
function basic(needed: Record<string, string | undefined>, username = '', password = ''): Authorization {
  const absent = Object.keys(needed).filter((name) => !isText(needed[name]));
  if (absent.length > 0) return missing(absent);
  return { header: basicHeader(username, password) };
}

function missing(names: string[]): Authorization {
  const are = names.length > 1 ? 'are' : 'is';
  return {
    problem: {
      code: 'initerror',
      message: `${names.join(' and ')} ${are} missing in the client’s options.`,
    },
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
