import type { Authorization, Authorizer } from '../core/authorizer.js';
import type { CallLimits } from '../core/call-limits.js';
import type { AuthScheme } from '../core/operation.js';
import { basicHeader } from './credentials.js';
import type { ClientCredentials, Credentials } from './credentials.js';
import type { TokenSource } from './token-source.js';

/** Where the two kinds of bearer token come from. */
export interface TokenSources {
  oauth: TokenSource;
  cloudTerminal: TokenSource;
}

/** Authorises token exchanges: HTTP Basic with the client credentials. */
export function createTokenAuthorizer(
  credentials: Partial<ClientCredentials> | undefined,
  prefix = '',
): Authorizer {
  return (scheme, _merchant, _limits, refused) => {
    if (refused !== undefined) return Promise.resolve(null);
    if (scheme !== 'clientBasic') throw new TypeError(`a token exchange cannot be authorised by ${scheme}`);
    const { clientId, clientSecret } = credentials ?? {};
    const needed = { [`${prefix}clientId`]: clientId, [`${prefix}clientSecret`]: clientSecret };
    return Promise.resolve(basic(needed, clientId, clientSecret));
  };
}

/** Authorises every other call with what its scheme asks for; says which option is missing. */
export function createAuthorizer(credentials: Credentials, tokens: TokenSources): Authorizer {
  return async (scheme: AuthScheme, targetMerchantId, limits, refused): Promise<Authorization | null> => {
    switch (scheme) {
      case 'none':
        return { header: null };
      case 'oauth':
        return bearer(tokens.oauth, limits, refused);
      case 'cloudTerminal':
        return bearer(tokens.cloudTerminal, limits, refused);
      case 'basic': {
        if (refused !== undefined) return null;
        const { merchantId, apikey } = credentials;
        return basic({ merchantId, apikey }, merchantId, apikey);
      }
      case 'reseller': {
        if (refused !== undefined) return null;
        const { resellerId, resellerApiKey } = credentials;
        if (targetMerchantId === undefined) throw new TypeError('a reseller acts for a merchant');
        return basic({ resellerId, resellerApiKey }, `${resellerId}:${targetMerchantId}`, resellerApiKey);
      }
      case 'clientBasic':
        throw new TypeError('clientBasic authorises token exchanges only');
    }
  };
}

async function bearer(
  source: TokenSource,
  limits: CallLimits,
  refused: string | undefined,
): Promise<Authorization | null> {
  const token = await source.getToken(limits, refused?.slice('Bearer '.length));
  if (token === null) return null;
  if (token.success) {
    const { access_token: text } = token.data;
    if (isText(text) && !/[^\x21-\x7e]/.test(text)) return { header: `Bearer ${text}` };
    return {
      problem: {
        code: 'tokenerror',
        message: 'the token endpoint answered with something that is no token.',
      },
    };
  }
  const { httpStatus, serviceCode, serviceText, retryable } = token.error;
  return {
    problem: {
      code: token.code,
      message: token.message,
      error: { httpStatus, serviceCode, serviceText, retryable },
    },
  };
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
