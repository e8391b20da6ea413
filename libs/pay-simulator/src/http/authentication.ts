import type { AccessTokens } from '../domain/access-tokens.js';
import type { MerchantAccount } from '../domain/merchant.js';
import type { Operation } from '../operations/operation.js';

/** A user and a password from HTTP Basic. */
export interface BasicCredentials {
  readonly user: string;
  readonly password: string;
}

/** The pair in a Basic header; split on the last colon, because a reseller's user name contains one. */
export function basicCredentials(authorization: string | undefined): BasicCredentials | undefined {
  const [, encoded] = /^Basic\s+(\S+)$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.lastIndexOf(':');
  return colon < 0 ? undefined : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** A reseller's proof: its own id, the merchant whom it acts for, and its key. */
export interface ResellerCredentials {
  readonly resellerId: string;
  readonly targetMerchantId: string;
  readonly password: string;
}

/** The reseller's credentials in a Basic header; the user name is both ids, joined by a colon. */
export function resellerCredentials(authorization: string | undefined): ResellerCredentials | undefined {
  const { user = '', password = '' } = basicCredentials(authorization) ?? {};
  const [resellerId, targetMerchantId, ...more] = user.split(':');
  if (!resellerId || !targetMerchantId || more.length > 0) return undefined;
  return { resellerId, targetMerchantId, password };
}

/** Whether an ISV asks: with a reseller's user name, or with a token of the ISV's OAuth client. */
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

/** What the bearer token opens, while it is valid. */
export function bearerScopes(authorization: string | undefined, tokens: AccessTokens): readonly string[] {
  return tokens.find(bearerOf(authorization) ?? '')?.scopes ?? [];
}

function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
}

/** Whether a caller may do an operation: undefined, or the HTTP status of the refusal. */
export function refuseCaller(
  operation: Operation,
  authorization: string | undefined,
  { account, tokens }: { readonly account: MerchantAccount; readonly tokens: AccessTokens },
): 401 | 403 | undefined {
  if (operation.auth === 'basic') {
    const { merchantId, apikey } = account.credentials.merchant;
    const given = basicCredentials(authorization);
    // The merchant id is a UUID: its letter case does not matter.
    return given?.user.toLowerCase() === merchantId.toLowerCase() && given.password === apikey
      ? undefined
      : 401;
  }
  if (operation.auth === 'oauth' || operation.auth === 'cloudTerminal') {
    const bearer = bearerOf(authorization);
    const token = bearer === undefined ? undefined : tokens.find(bearer);
    if (!token) return 401;
    return operation.scope === null || token.scopes.includes(operation.scope) ? undefined : 403;
  }
  if (operation.auth === 'reseller') {
    const { resellerId, resellerApiKey } = account.credentials.isv;
    const given = resellerCredentials(authorization);
    return given?.resellerId.toLowerCase() === resellerId.toLowerCase() && given.password === resellerApiKey
      ? undefined
      : 401;
  }
  return undefined;
}
