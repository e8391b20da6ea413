import { randomUUID } from 'node:crypto';

/** A token as it is kept. */
export interface StoredToken {
  /** Sealed with the credentials that it was exchanged for: a store never sees a token. */
  sealed: string;
  /** When the service stops accepting it, milliseconds since 1970. */
  expiresAt: number;
}

/**
 * Keeps the tokens that calls share: in this process, or for all processes that share the store. A key stands for a set of
 * credentials and the host that they are for. Each method is atomic, whichever process calls it; one that rejects, or does not
 * answer, stops no call: a process then exchanges a token of its own.
 */
export interface TokenStore {
  /** What is kept, null when there is nothing. What has expired may be kept or gone. */
  read(key: string): Promise<StoredToken | null>;

  /**
   * Takes the right to exchange a token of this key, for so long: one process at a time has it.
   *
   * @returns what gives it back; null while another has it.
   */
  lock(key: string, leaseMs: number): Promise<string | null>;

  /** Keeps a token in place of what was kept. The last one stays, also of a process that has lost its lock: each is good. */
  write(key: string, token: StoredToken): Promise<void>;

  /** Gives the right back, unless another has it by now. */
  unlock(key: string, lock: string): Promise<void>;
}

/** Keeps tokens in this process. */
export class MemoryTokenStore implements TokenStore {
  readonly #tokens = new Map<string, StoredToken>();
  readonly #locks = new Map<string, { lock: string; until: number }>();
  readonly #now: () => number;

  constructor({ now = Date.now }: { now?: () => number } = {}) {
    this.#now = now;
  }

  read(key: string): Promise<StoredToken | null> {
    return Promise.resolve(this.#tokens.get(key) ?? null);
  }

  lock(key: string, leaseMs: number): Promise<string | null> {
    const now = this.#now();
    if ((this.#locks.get(key)?.until ?? 0) > now) return Promise.resolve(null);
    const lock = randomUUID();
    this.#locks.set(key, { lock, until: now + leaseMs });
    return Promise.resolve(lock);
  }

  write(key: string, token: StoredToken): Promise<void> {
    // Tokens of credentials that nobody uses any more go when another comes.
    for (const [other, { expiresAt }] of this.#tokens)
      if (expiresAt <= this.#now()) this.#tokens.delete(other);
    this.#tokens.set(key, token);
    return Promise.resolve();
  }

  unlock(key: string, lock: string): Promise<void> {
    if (this.#locks.get(key)?.lock === lock) this.#locks.delete(key);
    return Promise.resolve();
  }
}
