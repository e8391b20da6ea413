/** Tells somebody outside the library something: what he throws, at once or later, stops no call, nor the process. */
export function heard(tell: () => unknown): void {
  try {
    const told = tell();
    if (told instanceof Promise) told.catch(() => undefined);
  } catch {
    // There is nobody to tell it.
  }
}
