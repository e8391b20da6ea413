import type { ConnectionOptions, DefaultJobOptions, WorkerOptions } from 'bullmq';
import { DAY_MS, HOUR_MS } from '../../core/values/durations.js';
import { requireOptions, rule, wholeNumber } from '../../core/options/option-rules.js';
import type { OptionRule } from '../../core/options/option-rules.js';
import { timesOf } from '../../core/options/test-times.js';
import { isObject } from '../../core/values/plain-data.js';
import { REDELIVERY_WINDOW_MS } from '../../webhooks/dedupe-key.js';

/** Options of `bullmqInbox()`. Times are in milliseconds. */
export interface BullmqInboxOptions {
  /**
   * Redis, as for a BullMQ `Queue`: an ioredis client with `maxRetriesPerRequest: null`, which you close yourself, or options
   * such as `{ host, port }` or `{ url }`, without a `keyPrefix`. Other Redis clients are not supported.
   */
  connection: ConnectionOptions;
  /**
   * Name of the queue of deliveries. Those of unknown senders are in `<queueName>-unknown`, and the events in `<queueName>-events`.
   *
   * @default 'pay-webhooks'
   */
  queueName?: string;
  /** Key prefix of the queue. On a Redis cluster, use a hash tag such as `{pay}`. @default 'bull' */
  prefix?: string;
  /**
   * BullMQ options of each event's job. They replace the defaults one by one: 15 attempts with exponential back-off from 2 seconds (up to
   * nine hours in total), completed jobs kept for a day (at most 1,000), and failed jobs kept for 30 days.
   */
  job?: Omit<DefaultJobOptions, 'timestamp' | 'delay' | 'lifo'>;
  /**
   * BullMQ options of the workers in this process. `false` starts none: this process only stores deliveries.
   *
   * @default { concurrency: 8, maxStalledCount: 10 }
   */
  worker?: Omit<WorkerOptions, 'connection' | 'prefix' | 'autorun'> | false;
  /** How long a handled event is remembered. At least 25 hours. @default 30 days */
  retentionMs?: number;
  /** How long a shutdown waits for running handlers. @default 10_000 */
  drainMs?: number;
}

const RULES = {
  // BullMQ checks these itself.
  queueName: {},
  prefix: {},
  job: {},
  worker: {},
  retentionMs: wholeNumber(REDELIVERY_WINDOW_MS, undefined, ' of milliseconds', 30 * DAY_MS),
  drainMs: wholeNumber(0, HOUR_MS, ' of milliseconds', 10_000),
} satisfies Record<keyof Omit<BullmqInboxOptions, 'connection'>, OptionRule>;

const EXAMPLE = "{ host: 'localhost', port: 6379 }";
const IS_CONNECTION = rule(isConnection, 'a client of ioredis or its options', EXAMPLE);
const CONNECTION: OptionRule = {
  required: `a client of ioredis or its options, for example ${EXAMPLE}`,
  problem: (value) =>
    IS_CONNECTION.problem?.(value) ??
    (optionsOf(value).some(({ keyPrefix }) => Boolean(keyPrefix))
      ? 'must not have a keyPrefix, because BullMQ would lose attempts and delays: use the option prefix of bullmqInbox() instead'
      : null),
};
/** BullMQ requires this too, but reports it only after it has opened a second connection. */
const WORKER_CONNECTION: OptionRule = {
  ...CONNECTION,
  problem: (value) =>
    CONNECTION.problem?.(value) ??
    (limitsRetries(value)
      ? 'must not limit retries, for example new Redis(url, { maxRetriesPerRequest: null })'
      : null),
};

const TIMES = {
  /** Number of waiting deliveries from which those of unknown senders are refused. Those of the service are always stored. */
  maxUnconfirmed: 10_000,
  /** Time for storing a delivery. */
  storeTimeoutMs: 5_000,
};

/** The options with their defaults. */
export type BullmqInboxSettings = Required<BullmqInboxOptions> & typeof TIMES;

/** Adds the defaults. @throws RangeError that names each invalid option. */
export function readBullmqInboxOptions(options: BullmqInboxOptions): BullmqInboxSettings {
  const hasWorker = !isObject(options) || options.worker !== false;
  requireOptions({ ...RULES, connection: hasWorker ? WORKER_CONNECTION : CONNECTION }, options, 'inbox.');
  const { worker = {} } = options;
  return {
    connection: options.connection,
    queueName: options.queueName ?? 'pay-webhooks',
    prefix: options.prefix ?? 'bull',
    job: {
      attempts: 15,
      backoff: { type: 'exponential', delay: 2_000, jitter: 0.5 },
      removeOnComplete: { age: DAY_MS / 1_000, count: 1_000 },
      removeOnFail: { age: (30 * DAY_MS) / 1_000 },
      keepLogs: 20,
      stackTraceLimit: 3,
      ...options.job,
    },
    worker: worker === false ? false : { concurrency: 8, maxStalledCount: 10, ...worker },
    retentionMs: options.retentionMs ?? 30 * DAY_MS,
    drainMs: options.drainMs ?? 10_000,
    ...timesOf(TIMES, options),
  };
}

function isConnection(value: unknown): boolean {
  return isObject(value) && (!('connect' in value) || 'defineCommand' in value);
}

/** Returns the options of a connection in each of their forms: of a client, of the nodes of a cluster, as an object, and in a URL. */
function optionsOf(connection: unknown): Record<string, unknown>[] {
  if (!isObject(connection)) return [];
  const own = 'connect' in connection ? connection['options'] : connection;
  if (!isObject(own)) return [];
  const { redisOptions, url } = own;
  // ioredis also takes `host:port?…` and the path of a socket, which are no URLs.
  const query = typeof url === 'string' ? url.split('?')[1] : undefined;
  return [
    own,
    Object.fromEntries(new URLSearchParams(query)),
    ...(isObject(redisOptions) ? [redisOptions] : []),
  ];
}

/** Returns whether a client stops a command after some retries, or at once. BullMQ sets the option itself when it opens a connection. */
function limitsRetries(connection: unknown): boolean {
  if (!isObject(connection) || !('connect' in connection)) return false;
  const [own, , ofNodes = own] = optionsOf(connection);
  return (ofNodes?.['maxRetriesPerRequest'] ?? null) !== null;
}
