import { describeThrown } from '../../core/values/describe-thrown.js';

/** Returns whether a statement failed because of a unique index. */
export function isUniqueViolation(error: unknown): boolean {
  const causes = [error, (error as { cause?: unknown } | null)?.cause];
  return causes.some((cause) => describeThrown(cause).code === '23505');
}
