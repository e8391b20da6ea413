import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long a form can be sent, in milliseconds. */
const VALID_MS = 12 * 3_600_000;
const SIGNATURE_LENGTH = 43;

/** Signs the forms of a person, so that no other site and no other person can post them. */
export class FormTokens {
  constructor(
    private readonly secret: string,
    private readonly now: () => number,
  ) {}

  /** Creates the token of a person's forms at an address. */
  create(person: string, address: string): string {
    return this.#sign(person, address, Math.floor(this.now() / 1_000).toString(36));
  }

  /** Returns whether a token is one of this person at this address, and not too old. */
  verify(token: string, person: string, address: string): boolean {
    const made = token.slice(SIGNATURE_LENGTH);
    const age = this.now() - parseInt(made, 36) * 1_000;
    if (!(age > -VALID_MS && age < VALID_MS)) return false;
    const expected = Buffer.from(this.#sign(person, address, made));
    const given = Buffer.from(token);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  #sign(person: string, address: string, made: string): string {
    const signed = JSON.stringify([person, address, made]);
    return createHmac('sha256', this.secret).update(signed).digest('base64url') + made;
  }
}

/**
 * Returns whether another site may have made the browser send a request. Sec-Fetch-Site cannot be set by a page, and is right behind each
 * proxy. Older browsers send only Origin; its scheme is not compared, because a proxy may terminate TLS.
 */
export function isFromOtherSite(headers: Readonly<Record<string, unknown>>): boolean {
  const { host, origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  return (
    typeof origin !== 'string' || !URL.canParse(origin) || new URL(origin).host !== String(host).toLowerCase()
  );
}
