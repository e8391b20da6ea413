import { types } from 'node:util';
import { hideSecrets } from './redaction.js';

/** Why something failed. What Node throws for a server that is away has its reasons inside, and no message of its own. */
export function causeOf(error: unknown): string {
  if (!isError(error)) return 'it failed';
  const { message, errors = [] } = error;
  if (message !== '') return hideSecrets(message);
  return errors.length > 0 ? errors.map(causeOf).join(', ') : 'it failed';
}

/** Also one of another realm, as Node's own are within a test runner's. */
function isError(error: unknown): error is Error & { errors?: unknown[] } {
  return error instanceof Error || types.isNativeError(error);
}
