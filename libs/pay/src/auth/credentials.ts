import { createRedactor } from '../core/values/redaction.js';
import type { Redactor } from '../core/values/redaction.js';

/** OAuth client ID and secret, which tokens are exchanged for. */
export interface ClientCredentials {
  clientId: string;
  clientSecret: string;
}

/** Credentials of a client. Each authentication scheme uses some of them. */
export interface Credentials {
  clientId?: string;
  clientSecret?: string;
  merchantId?: string;
  apikey?: string;
  resellerId?: string;
  resellerApiKey?: string;
  /** Separate pair for the cloud terminal, if the account has one. */
  cloudTerminal?: Partial<ClientCredentials>;
}

/** Returns what is wrong with a text such as a client ID or a secret, as the end of a sentence that does not show it, or null. */
export function textProblem(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return 'must be a non-empty string';
  if (value !== value.trim())
    return 'must not begin or end with white space, such as the line break at the end of a file';
  return /\p{Cc}/u.test(value) ? 'must not contain control characters' : null;
}

/** Returns an HTTP Basic header. A reseller's user name contains a colon. */
export function basicHeader(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

/** Returns all secrets, also in their encoded form, so that they can be hidden. */
export function secretsOf(credentials: Credentials): (string | undefined)[] {
  const { clientId, clientSecret, merchantId, apikey, resellerApiKey, cloudTerminal } = credentials;
  const pairs: [string | undefined, string | undefined][] = [
    [clientId, clientSecret],
    [merchantId, apikey],
    [cloudTerminal?.clientId, cloudTerminal?.clientSecret],
  ];
  const encoded = pairs.map(([name, secret]) =>
    name === undefined || secret === undefined ? undefined : basicHeader(name, secret).slice('Basic '.length),
  );
  return [clientSecret, apikey, resellerApiKey, cloudTerminal?.clientSecret, ...encoded];
}

/** Number of credential sets to hide. Rotated secrets may still appear in responses. */
const REMEMBERED_SETS = 8;

/** Recent secrets of a client, which its redactor hides. */
export class KnownSecrets {
  readonly #sets: Credentials[] = [];
  redact: Redactor = (text) => text;

  constructor(credentials: Credentials) {
    this.add(credentials);
  }

  add(credentials: Credentials): void {
    this.#sets.unshift(credentials);
    this.#sets.splice(REMEMBERED_SETS);
    this.redact = createRedactor(this.#sets.flatMap(secretsOf));
  }
}
