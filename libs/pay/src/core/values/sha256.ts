import { createHash } from 'node:crypto';

/** Returns the SHA-256 hash of a text or of bytes, as hexadecimal digits. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
