import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { ClientCredentials } from './credentials.js';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** What a pair of client credentials opens: its key in a store, and the seal on its tokens. */
export class TokenSeal {
  /** Tells nothing of the credentials, and is another one when they, or the host, are. */
  readonly key: string;
  readonly #secret: Buffer;

  constructor({ clientId, clientSecret }: ClientCredentials, host: string) {
    const identity = JSON.stringify([host, clientId]);
    const derive = (use: string): Buffer =>
      Buffer.from(hkdfSync('sha256', clientSecret, identity, `pay token ${use}`, 32));
    this.key = createHash('sha256').update(derive('key')).digest('hex').slice(0, 40);
    this.#secret = derive('seal');
  }

  close(token: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#secret, iv);
    const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** Null for what was not sealed with these credentials. */
  open(sealed: string): string | null {
    const bytes = Buffer.from(sealed, 'base64');
    if (bytes.length <= IV_BYTES + TAG_BYTES) return null;
    const decipher = createDecipheriv(CIPHER, this.#secret, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    try {
      return (
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      );
    } catch {
      return null;
    }
  }
}
