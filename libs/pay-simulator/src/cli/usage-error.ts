/** Error for invalid arguments. The exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
