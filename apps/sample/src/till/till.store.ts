import type { TillSession } from './till-session.js';

/**
 * Where the till's sessions are kept; also the injection token. A real shop implements it on its database: `add` with a unique index
 * on `submission` and the sale's row locked while `accept` looks, `update` as one transaction with the row locked.
 */
export abstract class TillStore {
  /**
   * Adds the session, or gives the one that the same submission made before. Resolves once it is kept.
   *
   * @param accept sees the refunds of the same sale, and nobody adds one meanwhile; null is answered when it says no.
   */
  abstract add(
    session: TillSession,
    accept?: (refunds: readonly TillSession[]) => boolean,
  ): Promise<{ readonly session: TillSession; readonly isNew: boolean } | null>;
  abstract find(id: string): Promise<TillSession | undefined>;
  /**
   * Changes a session; nobody else changes it meanwhile.
   *
   * @throws Error when there is none with that id.
   */
  abstract update(id: string, change: (session: TillSession) => TillSession): Promise<TillSession>;
  /** Oldest first. */
  abstract refundsOf(saleId: string): Promise<readonly TillSession[]>;
  /** Newest first. */
  abstract newest(count: number): Promise<readonly TillSession[]>;
  /** Those that have not ended. */
  abstract open(): Promise<readonly TillSession[]>;
}
