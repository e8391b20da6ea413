import { describeThrown } from '../core/describe-thrown.js';
import type { Clock } from '../core/clock.js';
import { heard } from '../core/heard.js';
import { withinTime } from '../core/time-limit.js';
import type { StoredToken, TokenStore } from './token-store.js';

/** How long one exchange keeps others from theirs: those of a process that ended in the middle wait no longer. */
const LEASE_MS = 5_000;
/** After so long others are waited for no more: then the service is slow, not the store. */
const LONGEST_WAIT_MS = 15_000;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;
/** A connection whose other end is gone may never answer, and calls wait for this. */
const STORE_LIMIT_MS = 2_000;

/** What turns are made of. */
export interface TurnWiring {
  store: TokenStore;
  clock: Clock;
  /** From 0 to below 1. */
  random: () => number;
  /** Told once when the store fails, and again only after it has answered. */
  onAway: (line: string) => void;
}

/** A good token that is kept, or the turn to exchange one. */
export type Turn = { kept: StoredToken } | { end: (token: StoredToken | null) => Promise<void> };

/** One process at a time exchanges a token of a key, the others see what it keeps. A store that is away gives everybody a turn. */
export class TokenTurns {
  #isAway = false;

  constructor(private readonly wiring: TurnWiring) {}

  /** Waits for others' exchange, not for ever. Never rejects. @param isGood whether what is kept can be used. */
  async take(key: string, isGood: (kept: StoredToken) => boolean): Promise<Turn> {
    const { store, clock, random } = this.wiring;
    const endsAt = clock.now() + LONGEST_WAIT_MS;
    const good = async (): Promise<StoredToken | null> => {
      const kept = await this.#inTime(store.read(key));
      return kept !== null && isToken(kept) && isGood(kept) ? kept : null;
    };
    try {
      for (let pauseMs = FIRST_PAUSE_MS; clock.now() < endsAt;) {
        const kept = await good();
        if (kept !== null) return this.#answered({ kept });
        const lock = await this.#inTime(store.lock(key, LEASE_MS));
        if (lock !== null) {
          // Who had it before may have kept one since.
          const theirs = await good();
          if (theirs === null) return this.#answered({ end: (token) => this.#end(key, lock, token) });
          await this.#end(key, lock, null);
          return { kept: theirs };
        }
        const ms = pauseMs * (0.5 + random() / 2);
        await new Promise<void>((resolve) => void clock.after(ms, resolve));
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      }
    } catch (error) {
      this.#away(error);
    }
    return { end: () => Promise.resolve() };
  }

  async #end(key: string, lock: string, token: StoredToken | null): Promise<void> {
    const { store } = this.wiring;
    try {
      if (token !== null) await this.#inTime(store.write(key, token));
      await this.#inTime(store.unlock(key, lock));
    } catch (error) {
      this.#away(error);
    }
  }

  #inTime<Result>(work: Promise<Result>): Promise<Result> {
    const late = `it did not answer within ${STORE_LIMIT_MS} ms`;
    return withinTime(this.wiring.clock, STORE_LIMIT_MS, work, late);
  }

  #answered(turn: Turn): Turn {
    this.#isAway = false;
    return turn;
  }

  #away(error: unknown): void {
    if (this.#isAway) return;
    this.#isAway = true;
    const line = `the token store is away: ${describeThrown(error).message}. Until it answers this process exchanges tokens of its own.`;
    heard(() => this.wiring.onAway(line));
  }
}

/** Others may write into the store. */
function isToken({ sealed, expiresAt }: Partial<Record<keyof StoredToken, unknown>>): boolean {
  return typeof sealed === 'string' && Number.isFinite(expiresAt);
}
