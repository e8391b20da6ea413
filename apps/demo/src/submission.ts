import { createHash } from 'node:crypto';

/**
 * Names a submission by the form's one-time key and by what it says: a second click is the same submission, but who goes back,
 * changes the form and sends it again wants something else.
 */
export function submissionOf(key: string, ...content: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([key, ...content]))
    .digest('hex');
}
