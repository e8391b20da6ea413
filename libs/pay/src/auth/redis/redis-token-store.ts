import { randomUUID } from 'node:crypto';
import { RedisCommands } from '../../stores/redis/redis-commands.js';
import { readRedisOptions } from '../../stores/redis/redis-options.js';
import type { RedisClosable, RedisPlace, RedisStoreOptions } from '../../stores/redis/redis-options.js';
import type { StoredToken, TokenStore } from '../token-store.js';
import { TOKEN_SCRIPTS } from './token-scripts.js';
import type { TokenScript } from './token-scripts.js';

/** A token store in Redis. */
export interface RedisTokenStore extends TokenStore, RedisClosable {}

/**
 * Shares tokens through Redis (6.2 or newer; tried with 7.0): one exchange for all processes. They are sealed with the
 * credentials, and go when they expire. What Redis persists or evicts matters little: a token that is gone is exchanged anew.
 *
 * @throws RangeError for an option out of its range.
 * @example new PayWallet({ …, tokens: redisTokens({ connection: new Redis(process.env.REDIS_URL) }) })
 */
export function redisTokens(options: RedisStoreOptions): RedisTokenStore {
  return new RedisTokens(readRedisOptions(options, 'tokens'));
}

class RedisTokens implements RedisTokenStore {
  readonly #redis: RedisCommands<TokenScript>;

  constructor(private readonly place: RedisPlace) {
    this.#redis = new RedisCommands(TOKEN_SCRIPTS, place.connection, place.timeoutMs);
  }

  async read(key: string): Promise<StoredToken | null> {
    const text = (await this.#run('read', key)) as string | null;
    return text === null ? null : (JSON.parse(text) as StoredToken);
  }

  async lock(key: string, leaseMs: number): Promise<string | null> {
    const lock = randomUUID();
    return Number(await this.#run('lock', key, this.place.now(), lock, leaseMs)) === 1 ? lock : null;
  }

  async write(key: string, { sealed, expiresAt }: StoredToken): Promise<void> {
    // By this machine's clock, as its end is: Redis' own may be another.
    const leftMs = Math.ceil(expiresAt - (this.place.now() || Date.now()));
    await this.#run('write', key, JSON.stringify({ sealed, expiresAt }), Math.max(1, leftMs));
  }

  async unlock(key: string, lock: string): Promise<void> {
    await this.#run('unlock', key, lock);
  }

  close(): Promise<void> {
    return this.#redis.close();
  }

  #run(script: TokenScript, key: string, ...args: (string | number)[]): Promise<unknown> {
    return this.#redis.run(script, [`${this.place.name}:${key}`, ...args]);
  }
}
