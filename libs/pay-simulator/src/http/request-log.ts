/** One request that was received: no header, no body, no secret. */
export interface LoggedRequest {
  /** Virtual time, milliseconds. */
  readonly at: number;
  /** Operation key, or null for what led nowhere. */
  readonly operation: string | null;
  readonly method: string;
  /** Path template of the operation, or the path without its query. */
  readonly path: string;
  /** HTTP status; null where a fault closed the connection or never answered. */
  readonly status: number | null;
  /** Kind of the fault that met it. */
  readonly fault: string | null;
}

const KEPT = 10_000;

/** The requests that the simulator received, newest last; the oldest of more than 10 000 are dropped. */
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
