import { hash } from 'node:crypto';
import type { MerchantBasics } from './merchant-basics.js';
import { oauthClients } from './merchant.js';
import { Table } from './table.js';

/** Lifetime of a token on the virtual clock, in seconds. @see contract/openapi/auth.yaml */
export const TOKEN_LIFETIME_SECONDS = 3600;

/** An issued bearer token. */
interface AccessToken {
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly expiresAt: number;
}

/** A new token with its bearer value. */
type IssuedToken = AccessToken & { readonly value: string };

/** Error code of the token endpoint. */
type TokenRefusal = 'invalid_client' | 'invalid_scope';

const digestOf = (value: string): string => hash('sha256', value, 'base64url');

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns the client that a token names, without checking the token. */
export function clientIdOf(token: string): string | undefined {
  const claims = Buffer.from(token.split('.', 2)[1] ?? '', 'base64url').toString('utf8');
  return /"client_id":"([^"]+)"/.exec(claims)?.[1];
}

/** Issues and validates bearer tokens of the account's OAuth clients. */
export class AccessTokens {
  /** Tokens by the digest of their value, so that no token is stored. */
  private readonly issued = new Table<AccessToken>('tokens');
  private readonly clients = oauthClients(this.core.account);
  /** The digest of the last value that was looked up, because most requests have the token of the one before. */
  private latest = { value: '', digest: '' };

  constructor(private readonly core: Pick<MerchantBasics, 'account' | 'clock' | 'ids'>) {}

  /**
   * Issues a token for a client. Without `scope`, the token has the client's usual scopes.
   *
   * @param scope - Space-separated subset of the client's scopes, with those that a token has on request only.
   * @returns The token, or the error code if the credentials or the scope are invalid.
   */
  issue(clientId: string, clientSecret: string, scope?: string): IssuedToken | TokenRefusal {
    const client = this.clients.find((one) => one.clientId === clientId && one.clientSecret === clientSecret);
    if (!client) return 'invalid_client';
    const scopes = scope?.split(/\s+/).filter(Boolean) ?? [];
    const known = [...client.scopes, ...client.scopesOnRequest];
    if (scopes.some((one) => !known.includes(one))) return 'invalid_scope';
    this.removeExpired();
    const token = this.sign(client.clientId, scopes.length > 0 ? scopes : client.scopes);
    const { value, ...rest } = token;
    this.issued.set(digestOf(value), rest);
    return token;
  }

  /** Finds the token with a bearer value. Expired tokens are not found. */
  find(value: string): AccessToken | undefined {
    if (this.latest.value !== value) this.latest = { value, digest: digestOf(value) };
    const token = this.issued.get(this.latest.digest);
    return token && this.core.clock.now() < token.expiresAt ? token : undefined;
  }

  private sign(clientId: string, scopes: readonly string[]): IssuedToken {
    const expiresAt = this.core.clock.now() + TOKEN_LIFETIME_SECONDS * 1000;
    const seconds = Math.floor(expiresAt / 1000);
    const head = base64url({ alg: 'RS256', typ: 'at+jwt' });
    const claims = base64url({
      client_id: clientId,
      scope: scopes,
      exp: seconds,
      jti: this.core.ids.hex(32),
    });
    // Random bytes replace the signature, because clients treat tokens as opaque.
    const signature = Buffer.concat(Array.from({ length: 8 }, () => this.core.ids.bytes(32))).toString(
      'base64url',
    );
    return { value: `${head}.${claims}.${signature}`, clientId, scopes, expiresAt };
  }

  private removeExpired(): void {
    for (const [digest, token] of this.issued) {
      if (token.expiresAt > this.core.clock.now()) return;
      this.issued.delete(digest);
    }
  }
}
