/** A server that is running, or was stopped and can be started again. */
export interface PostgresServer {
  readonly url: string;
  /** Starts the server, and resolves when it accepts connections. */
  start(): Promise<void>;
  /** Stops the server and keeps its data. `immediate` stops it like a crash. @default 'fast' */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
  /** Starts a replica, which streams the changes of this server until its setting `primary_conninfo` is empty. */
  replicate(): Promise<PostgresServer>;
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
}

/** Starts an empty server on loopback, with settings for `postgres -c`. Rejects with the reason if it cannot start. */
export function startServer(settings?: string[]): Promise<PostgresServer>;
