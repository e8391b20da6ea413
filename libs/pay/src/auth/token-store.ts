/** A token as it is kept. */
export interface StoredToken {
  /** Sealed with the credentials that it was exchanged for: a store never sees a token. */
  sealed: string;
  /** When the service stops accepting it, milliseconds since 1970. */
  expiresAt: number;
}

/**
 * Keeps the tokens that calls share: in this process, or for all processes that share the store. A key stands for a set of
 * credentials and the host that they are for.
 */
export interface TokenStore {
  /** What is kept, null when there is nothing. */
  read(key: string): Promise<StoredToken | null>;
  /**
   * Runs `exchange` with what is kept now, and keeps what it answers, unless that is null. No other process exchanges a token
   * of this key meanwhile, as long as `holdMs` have not gone.
   *
   * @throws what `exchange` throws.
   */
  renew(
    key: string,
    holdMs: number,
    exchange: (kept: StoredToken | null) => Promise<StoredToken | null>,
  ): Promise<void>;
}

/** Keeps tokens in this process. */
export class MemoryTokenStore implements TokenStore {
  readonly #tokens = new Map<string, StoredToken>();
  readonly #underWay = new Map<string, Promise<unknown>>();

  read(key: string): Promise<StoredToken | null> {
    return Promise.resolve(this.#tokens.get(key) ?? null);
  }

  async renew(
    key: string,
    _holdMs: number,
    exchange: (kept: StoredToken | null) => Promise<StoredToken | null>,
  ): Promise<void> {
    const before = this.#underWay.get(key) ?? Promise.resolve();
    const turn = before.then(() => this.#exchange(key, exchange));
    const settled = turn.catch(() => undefined);
    this.#underWay.set(key, settled);
    try {
      await turn;
    } finally {
      if (this.#underWay.get(key) === settled) this.#underWay.delete(key);
    }
  }

  async #exchange(
    key: string,
    exchange: (kept: StoredToken | null) => Promise<StoredToken | null>,
  ): Promise<void> {
    const token = await exchange(this.#tokens.get(key) ?? null);
    if (token === null) return;
    // Tokens of credentials that nobody uses any more go when another comes.
    for (const [other, { expiresAt }] of this.#tokens)
      if (expiresAt <= Date.now()) this.#tokens.delete(other);
    this.#tokens.set(key, token);
  }
}
