/** Error for invalid arguments. The exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Returns the first sentence of an error message, because Node's messages of `parseArgs` continue with advice. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  return isParseError(error) ? `${error.message.split(/\.\s|\.$/)[0]}; see --help` : error.message;
}

/** Returns whether invalid arguments caused the error. */
export function isUsageError(error: unknown): boolean {
  return error instanceof UsageError || isParseError(error);
}

function isParseError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
