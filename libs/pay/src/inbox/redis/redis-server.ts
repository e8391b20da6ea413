const WARNING = 'PayInboxWarning';

/**
 * Whether a server keeps what it answered for.
 *
 * @param info what it says of itself (`INFO`); undefined when it may not say.
 * @throws Error for one that may throw events away.
 */
export function checkRedisServer(info: string | undefined): void {
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
      `Redis evicts any key when its memory is full (maxmemory-policy ${policy}): events that were answered 200 would be ` +
        'lost. Set maxmemory-policy noeviction.',
    );
  }
  if (said('aof_enabled') === '0') {
    warn(
      'Redis writes no append-only file: events that were answered 200 are lost when it ends. Set appendonly yes, and ' +
        'appendfsync always where not even the last second may be lost.',
    );
  }
}

/** A store has no logger: this is written to stderr, or goes to whoever listens to `warning`. */
function warn(message: string): void {
  process.emitWarning(message, WARNING);
}
