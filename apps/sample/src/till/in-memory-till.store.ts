import { Injectable } from '@nestjs/common';
import type { TillSession } from './till-session.js';
import { isOpen } from './till-state.js';
import { TillStore } from './till.store.js';

/** Sessions in the process's memory: gone when it ends, as the simulator's are. */
@Injectable()
export class InMemoryTillStore extends TillStore {
  private readonly sessions = new Map<string, TillSession>();
  private readonly idBySubmission = new Map<string, string>();

  add(
    session: TillSession,
    accept: (refunds: readonly TillSession[]) => boolean = () => true,
  ): Promise<{ session: TillSession; isNew: boolean } | null> {
    const earlier = this.sessions.get(this.idBySubmission.get(session.submission) ?? '');
    if (earlier !== undefined) return Promise.resolve({ session: earlier, isNew: false });
    if (!accept(this.refunds(session.saleId))) return Promise.resolve(null);
    this.idBySubmission.set(session.submission, session.id);
    this.sessions.set(session.id, session);
    return Promise.resolve({ session, isNew: true });
  }

  find(id: string): Promise<TillSession | undefined> {
    return Promise.resolve(this.sessions.get(id));
  }

  update(id: string, change: (session: TillSession) => TillSession): Promise<TillSession> {
    const session = this.sessions.get(id);
    if (session === undefined) return Promise.reject(new Error(`session ${id} is unknown`));
    const changed = change(session);
    this.sessions.set(id, changed);
    return Promise.resolve(changed);
  }

  refundsOf(saleId: string): Promise<readonly TillSession[]> {
    return Promise.resolve(this.refunds(saleId));
  }

  newest(count: number): Promise<readonly TillSession[]> {
    return Promise.resolve([...this.sessions.values()].slice(-count).reverse());
  }

  open(): Promise<readonly TillSession[]> {
    return Promise.resolve([...this.sessions.values()].filter(isOpen));
  }

  private refunds(saleId: string | null): readonly TillSession[] {
    return [...this.sessions.values()].filter((other) => saleId !== null && other.saleId === saleId);
  }
}
