/** Response of the token endpoint. */
export interface TokenResponse {
  /** Opaque bearer token. */
  access_token: string;
  /** Lifetime in seconds (3600 in every source). */
  expires_in: number;
  /** `Bearer`. */
  token_type: string;
  /** Granted scopes, separated by spaces. */
  scope?: string;
}

/** Form of the token request. */
export class TokenRequest {
  grant_type = 'client_credentials';
}
