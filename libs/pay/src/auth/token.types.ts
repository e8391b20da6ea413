/** What the token endpoint answers. */
export interface TokenResponse {
  /** Bearer token; opaque. */
  access_token: string;
  /** Lifetime in seconds (3600 in every source). */
  expires_in: number;
  /** `Bearer`. */
  token_type: string;
  /** Granted scopes, separated by spaces: what the token may be used for. */
  scope?: string;
}

/** The form of the token request. */
export class TokenRequest {
  grant_type = 'client_credentials';
}
