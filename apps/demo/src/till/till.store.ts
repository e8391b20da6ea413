import { Injectable } from '@nestjs/common';
import type { Records } from '../database/records.js';
import { ShopDatabase } from '../database/shop-database.js';
import type { TillSession } from './till-session.js';
import { isOpen } from './till-state.js';

/** Where the till's sessions are kept. */
@Injectable()
export class TillStore {
  private readonly sessions: Records<TillSession>;

  constructor(database: ShopDatabase) {
    this.sessions = database.records<TillSession>('till-session', {
      id: ({ id }) => id,
      submission: ({ submission }) => submission,
      reference: ({ saleId }) => saleId,
    });
  }

  /**
   * Adds the session, or gives the one that the same submission made before. Resolves once it is kept.
   *
   * @param accept sees the refunds of the same sale, and nobody adds one meanwhile; null is answered when it says no.
   */
  async add(
    session: TillSession,
    accept: (refunds: readonly TillSession[]) => boolean = () => true,
  ): Promise<{ readonly session: TillSession; readonly isNew: boolean } | null> {
    const added = await this.sessions.add(session, (refunds) => (accept(refunds) ? session : null));
    return added && { session: added.record, isNew: added.isNew };
  }

  find(id: string): Promise<TillSession | undefined> {
    return this.sessions.find(id);
  }

  /**
   * Changes a session; nobody else changes it meanwhile.
   *
   * @throws Error when there is none with that id.
   */
  update(id: string, change: (session: TillSession) => TillSession): Promise<TillSession> {
    return this.sessions.update(id, change);
  }

  /** Oldest first. */
  refundsOf(saleId: string): Promise<readonly TillSession[]> {
    return this.sessions.of(saleId);
  }

  /** Newest first. */
  async newest(count: number): Promise<readonly TillSession[]> {
    return (await this.sessions.all()).slice(-count).reverse();
  }

  /** Those that have not ended. */
  async open(): Promise<readonly TillSession[]> {
    return (await this.sessions.all()).filter(isOpen);
  }
}
