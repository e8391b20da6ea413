import { types } from 'node:util';
import { loggableText } from './redaction.js';

/** Describes why something failed. Node's error for an unreachable server has no message, only the errors of its attempts. */
export function causeOf(error: unknown): string {
  if (!isError(error)) return 'it failed';
  const { message, errors = [] } = error;
  if (message !== '') return loggableText(message);
  return errors.length > 0 ? errors.map(causeOf).join(', ') : 'it failed';
}

/** Also one of another realm, as Node's own are within a test runner's. */
function isError(error: unknown): error is Error & { errors?: unknown[] } {
  return error instanceof Error || types.isNativeError(error);
}
