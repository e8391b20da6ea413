import type { AccessTokens } from '../domain/access-tokens.js';
import type { MerchantAccount } from '../domain/merchant.js';
import type { Operation } from './operation.js';

/** User name and password of HTTP Basic authentication. */
interface BasicCredentials {
  readonly user: string;
  readonly password: string;
}

/** Parses a Basic header. It splits at the last colon, because the user name of a reseller contains a colon. */
export function basicCredentials(authorization: string | undefined): BasicCredentials | undefined {
  const [, encoded] = /^Basic\s+(\S+)$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.lastIndexOf(':');
  return colon < 0 ? undefined : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Credentials of a reseller that acts for a merchant. */
interface ResellerCredentials {
  readonly resellerId: string;
  readonly targetMerchantId: string;
  readonly password: string;
}

/** Parses reseller credentials from a Basic header. The user name contains both IDs, joined by a colon. */
export function resellerCredentials(authorization: string | undefined): ResellerCredentials | undefined {
  const { user = '', password = '' } = basicCredentials(authorization) ?? {};
  const [resellerId, targetMerchantId, ...more] = user.split(':');
  if (!resellerId || !targetMerchantId || more.length > 0) return undefined;
  return { resellerId, targetMerchantId, password };
}

/** Returns whether the request has a reseller's user name or a token of the ISV's OAuth client. */
export function isIsv(
  authorization: string | undefined,
  { account, tokens }: { readonly account: MerchantAccount; readonly tokens: AccessTokens },
): boolean {
  const token = tokens.find(bearerOf(authorization) ?? '');
  return (
    token?.clientId === account.credentials.isv.clientId ||
    basicCredentials(authorization)?.user.includes(':') === true
  );
}

/** Returns the scopes of a valid bearer token. */
export function bearerScopes(authorization: string | undefined, tokens: AccessTokens): readonly string[] {
  return tokens.find(bearerOf(authorization) ?? '')?.scopes ?? [];
}

function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
}

/** The APIs that a token is issued for, by the scopes of its client. */
type Audience = 'core' | 'biservices';

const audienceOf = (scope: string): Audience => (scope.includes(':biservices:') ? 'biservices' : 'core');

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
  operation: Operation,
  authorization: string | undefined,
  { account, tokens }: { readonly account: MerchantAccount; readonly tokens: AccessTokens },
): 401 | 403 | 'audience' | undefined {
  if (operation.auth === 'basic') {
    const { merchantId, apikey } = account.credentials.merchant;
    const credentials = basicCredentials(authorization);
    // UUIDs are case-insensitive.
    return credentials?.user.toLowerCase() === merchantId.toLowerCase() && credentials.password === apikey
      ? undefined
      : 401;
  }
  if (operation.auth === 'oauth' || operation.auth === 'cloudTerminal') {
    const bearer = bearerOf(authorization);
    const token = bearer === undefined ? undefined : tokens.find(bearer);
    if (!token) return 401;
    const audience: Audience = operation.path.startsWith('/dataservices/') ? 'biservices' : 'core';
    if (!token.scopes.some((scope) => audienceOf(scope) === audience)) return 'audience';
    return operation.scope === null || token.scopes.includes(operation.scope) ? undefined : 403;
  }
  if (operation.auth === 'reseller') {
    const { resellerId, resellerApiKey } = account.credentials.isv;
    const credentials = resellerCredentials(authorization);
    return credentials?.resellerId.toLowerCase() === resellerId.toLowerCase() &&
      credentials.password === resellerApiKey
      ? undefined
      : 401;
  }
  return undefined;
}
