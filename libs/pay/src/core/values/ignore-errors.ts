/** Calls a callback of the application and ignores its errors: they must not stop a call or the process. */
export function ignoreErrors(callback: () => unknown): void {
  try {
    const returned = callback();
    if (returned instanceof Promise) returned.catch(() => undefined);
  } catch {
    // Errors of callbacks are ignored.
  }
}
