/** A received request, without headers, body and secrets. */
export interface LoggedRequest {
  /** Virtual time, milliseconds. */
  readonly at: number;
  /** Operation key, or null if no operation matched. */
  readonly operation: string | null;
  readonly method: string;
  /** Path template of the operation, or the path without its query. */
  readonly path: string;
  /** HTTP status, or null if a fault closed the connection or suppressed the response. */
  readonly status: number | null;
  /** Kind of the applied fault. */
  readonly fault: string | null;
}

const KEPT = 10_000;

/** Log of received requests, newest last. It keeps the last 10,000 requests. */
export class RequestLog {
  private entries: LoggedRequest[] = [];

  add(entry: LoggedRequest): void {
    this.entries.push(entry);
    if (this.entries.length >= 2 * KEPT) this.entries = this.entries.slice(-KEPT);
  }

  list(): readonly LoggedRequest[] {
    return this.entries.slice(-KEPT);
  }

  reset(): void {
    this.entries = [];
  }
}
