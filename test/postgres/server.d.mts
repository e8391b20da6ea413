/** A server that runs, or was stopped to be started again. */
export interface PostgresServer {
  readonly url: string;
  /** Resolves when it takes connections. */
  start(): Promise<void>;
  /** Ends it, and keeps its data. `immediate`: as a crash does. @default 'fast' */
  stop(how?: 'fast' | 'immediate'): Promise<void>;
  /** Ends it and takes its data away. */
  remove(): Promise<void>;
}

/** Starts an empty server on loopback, with settings for `postgres -c`. Rejects with why it cannot. */
export function startServer(settings?: string[]): Promise<PostgresServer>;
