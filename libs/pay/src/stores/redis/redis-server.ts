import type { RedisCommands } from './redis-commands.js';
import type { RedisPlace } from './redis-options.js';

/** What a store in Redis keeps, which must not be lost. */
export interface RedisKeeping {
  store: 'inbox' | 'journal';
  /** In the plural. */
  what: string;
  /** The name of its warnings. */
  warning: string;
  /** How the keys are laid out. Raised when a version of the library cannot read what another wrote. */
  layout: number;
}

/** Lua, the script `migrate`. ARGV: time, the layout that this version of the library writes. Answers the one that is there. */
export const REDIS_LAYOUT = `
redis.call('SETNX', KEYS[1] .. ':layout', ARGV[2])
return redis.call('GET', KEYS[1] .. ':layout')
`;

/** What a store begins with. @throws Error for a server that may lose what is kept, or that another version has written in. */
export async function prepareRedis(
  redis: Pick<RedisCommands<'migrate'>, 'run' | 'info'>,
  { name, now }: RedisPlace,
  keeping: RedisKeeping,
): Promise<void> {
  checkRedisServer(await redis.info(), keeping);
  const layout = Number(await redis.run('migrate', [name, now(), keeping.layout]));
  if (layout !== keeping.layout)
    throw new Error(
      `the ${keeping.store} in Redis was written by another version of the library (layout ${layout})`,
    );
}

/**
 * Whether a server keeps what it answered for.
 *
 * @param info what it says of itself (`INFO`); undefined when it may not say.
 * @throws Error for one that may throw it away.
 */
function checkRedisServer(info: string | undefined, { what, warning }: RedisKeeping): void {
  // A store has no logger: this is written to stderr, or goes to whoever listens to `warning`.
  const warn = (message: string): void => {
    process.emitWarning(message, warning);
  };
  if (info === undefined) {
    warn(
      'Redis does not let this user ask INFO. See yourself that maxmemory-policy evicts nothing and that it persists.',
    );
    return;
  }
  const said = (name: string): string | undefined => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
  const policy = said('maxmemory_policy');
  // volatile-* takes only keys that expire, and none of the store's does.
  if (policy?.startsWith('allkeys-') === true) {
    throw new Error(
      `Redis evicts any key when its memory is full (maxmemory-policy ${policy}): ${what} would be ` +
        'lost. Set maxmemory-policy noeviction.',
    );
  }
  if (said('aof_enabled') === '0') {
    warn(
      `Redis writes no append-only file: ${what} are lost when it ends. Set appendonly yes, and ` +
        'appendfsync always where not even the last second may be lost.',
    );
  }
}
