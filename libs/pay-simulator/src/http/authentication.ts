import type { AccessTokens } from '../domain/access-tokens.js';
import type { MerchantAccount } from '../domain/merchant.js';
import type { Operation } from './operation.js';

/** User name and password of HTTP Basic authentication. */
interface BasicCredentials {
  readonly user: string;
  readonly password: string;
}

/** Returns the token of a Bearer header. */
export const bearerToken = (authorization: string): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];

/** Parses a Basic header. It splits at the last colon, because the user name of a reseller contains a colon. */
export function basicCredentials(authorization: string | undefined): BasicCredentials | undefined {
  const [, encoded] = /^Basic\s+(\S+)$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.lastIndexOf(':');
  return colon < 0 ? undefined : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Reads the credentials of a reseller that acts for a merchant. The user name contains both IDs, joined by a colon. */
export function resellerCredentials({ basic }: Caller) {
  const { user = '', password = '' } = basic ?? {};
  const [resellerId, targetMerchantId, ...more] = user.split(':');
  if (!resellerId || !targetMerchantId || more.length > 0) return undefined;
  return { resellerId, targetMerchantId, password };
}

/** What a request's Authorization header proves. */
export interface Caller {
  /** The valid bearer token. */
  readonly token: ReturnType<AccessTokens['find']>;
  readonly basic: BasicCredentials | undefined;
}

/** Reads the Authorization header. */
export function callerOf(authorization = '', tokens: AccessTokens): Caller {
  const bearer = bearerToken(authorization);
  if (bearer !== undefined) return { token: tokens.find(bearer), basic: undefined };
  return { token: undefined, basic: basicCredentials(authorization) };
}

/** Returns whether the request has a reseller's user name or a token of the ISV's OAuth client. */
export const isIsv = ({ token, basic }: Caller, { credentials }: MerchantAccount): boolean =>
  token?.clientId === credentials.isv.clientId || basic?.user.includes(':') === true;

const EXPECTED: Readonly<Record<Operation['auth'], string>> = {
  oauth: 'a valid bearer token',
  cloudTerminal: 'a valid bearer token',
  basic: 'the merchant ID and its API key',
  reseller: 'the reseller ID, the ID of its merchant and the reseller API key',
  clientBasic: 'a client ID and its secret',
  none: 'none',
};

/** Explains why {@link refuseCaller} rejects the credentials. */
export function problemOfCaller({ auth, scope }: Operation, refused: 401 | 403 | 'audience'): string {
  if (refused === 403) return `authorization: expected a token with the scope ${scope}`;
  return refused === 401
    ? `authorization: expected ${EXPECTED[auth]}`
    : 'authorization: expected a token of a client for this API';
}

/** Checks the credentials for an operation. Returns the HTTP status of the rejection, `audience` for a token of other APIs, or undefined. */
export function refuseCaller(
  { auth, path, scope }: Operation,
  caller: Caller,
  account: MerchantAccount,
): 401 | 403 | 'audience' | undefined {
  const { isv, merchant } = account.credentials;
  if (auth === 'basic') {
    const { user = '', password } = caller.basic ?? {};
    return isSameId(user, merchant.merchantId) && password === merchant.apikey ? undefined : 401;
  }
  if (auth === 'reseller') {
    const { resellerId = '', password } = resellerCredentials(caller) ?? {};
    return isSameId(resellerId, isv.resellerId) && password === isv.resellerApiKey ? undefined : 401;
  }
  if (auth !== 'oauth' && auth !== 'cloudTerminal') return undefined;
  const { token } = caller;
  if (!token) return 401;
  // A token is issued for the data services or for the other APIs.
  const isForData = path.startsWith('/dataservices/');
  if (!token.scopes.some((one) => one.includes(':biservices:') === isForData)) return 'audience';
  return scope === null || token.scopes.includes(scope) ? undefined : 403;
}

/** UUIDs are case-insensitive. */
const isSameId = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
