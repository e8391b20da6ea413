/** The command line is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An error of `parseArgs` or of a command as one sentence: Node's own messages continue with advice. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  return isParseError(error) ? `${error.message.split(/\.\s|\.$/)[0]}; see --help` : error.message;
}

/** Whether the command line is the cause. */
export function isUsageError(error: unknown): boolean {
  return error instanceof UsageError || isParseError(error);
}

function isParseError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
