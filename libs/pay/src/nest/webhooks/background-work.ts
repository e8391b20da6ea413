/**
 * Returned by a handler of the library whose work continues after the event is handled, for example because the event's own
 * transaction would block it. `settled()` of the testing module waits for the work.
 */
export class BackgroundWork {
  /** @param ended - Never rejects. */
  constructor(readonly ended: Promise<void>) {}
}
