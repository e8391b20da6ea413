import type { ConnectionOptions, DefaultJobOptions, WorkerOptions } from 'bullmq';
import { unknownOptions } from '../../core/values/nearest-name.js';
import { isObject } from '../../core/values/plain-data.js';
import { REPEATS_FOR_MS } from '../../webhooks/repeats.js';

/** Options of `bullmqInbox()`. Times are in milliseconds. */
export interface BullmqInboxOptions {
  /**
   * Redis, as for a BullMQ `Queue`: an ioredis client with `maxRetriesPerRequest: null`, which you close yourself, or options
   * such as `{ host, port }` or `{ url }`. Other Redis clients are not supported.
   */
  connection: ConnectionOptions;
  /** Name of the BullMQ queue. @default 'pay-webhooks' */
  queueName?: string;
  /** Key prefix of the queue. On a Redis cluster, use a hash tag such as `{pay}`. @default 'bull' */
  prefix?: string;
  /**
   * BullMQ options of each job. They replace the defaults one by one: 15 attempts with exponential back-off from 2 seconds (up to
   * nine hours in total), completed jobs kept for a day (at most 1,000), and failed jobs kept for 30 days.
   */
  job?: Omit<DefaultJobOptions, 'timestamp' | 'delay' | 'lifo'>;
  /**
   * BullMQ options of the worker in this process. `false` starts no worker: this process only stores deliveries.
   *
   * @default { concurrency: 8, maxStalledCount: 10 }
   */
  worker?: Omit<WorkerOptions, 'connection' | 'prefix' | 'autorun'> | false;
  /** Attempts in which the service denies the event before its job fails. @default 8, over about two hours */
  maxRejectedAttempts?: number;
  /** How long an event waits at most while the service cannot confirm it, before its job fails. @default 259_200_000, three days */
  unconfirmedMs?: number;
  /** How long a handled event is remembered. At least 25 hours. @default 30 days */
  retentionMs?: number;
  /**
   * Number of waiting, delayed and failed jobs from which deliveries of unknown senders are answered 503. Deliveries from the
   * service's addresses are always stored. @default 10_000
   */
  maxJobsForUnknownSenders?: number;
  /** How long storing a delivery may take before it is answered 503. @default 5_000 */
  timeoutMs?: number;
  /** How long a shutdown waits for running handlers. @default 10_000 */
  drainMs?: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const LIMITS: [name: keyof BullmqInboxOptions, min: number, max: number][] = [
  ['maxRejectedAttempts', 1, 1_000_000],
  ['unconfirmedMs', 0, Number.MAX_SAFE_INTEGER],
  ['retentionMs', REPEATS_FOR_MS, Number.MAX_SAFE_INTEGER],
  ['maxJobsForUnknownSenders', 0, Number.MAX_SAFE_INTEGER],
  ['timeoutMs', 1, HOUR],
  ['drainMs', 0, HOUR],
];

const NAMES = Object.keys({
  ...{ connection: true, queueName: true, prefix: true, job: true, worker: true },
  ...{
    maxRejectedAttempts: true,
    unconfirmedMs: true,
    retentionMs: true,
    maxJobsForUnknownSenders: true,
    timeoutMs: true,
  },
  ...{ drainMs: true },
} satisfies Record<keyof BullmqInboxOptions, true>);

/** The options with their defaults. */
export type BullmqInboxSettings = Required<BullmqInboxOptions>;

/** @throws RangeError that names the option. */
export function readBullmqInboxOptions(options: BullmqInboxOptions): BullmqInboxSettings {
  checkConnection(options);
  const [unknown] = unknownOptions(options, NAMES);
  if (unknown !== undefined) throw new RangeError(`bullmqInbox: ${unknown.field} ${unknown.problem}`);
  for (const [name, min, max] of LIMITS) {
    const value: unknown = options[name];
    if (value === undefined) continue;
    if (!Number.isSafeInteger(value) || (value as number) < min || (value as number) > max)
      throw new RangeError(`bullmqInbox: ${name} must be a whole number from ${min} to ${max}`);
  }
  const { worker = {} } = options;
  return {
    connection: options.connection,
    queueName: options.queueName ?? 'pay-webhooks',
    prefix: options.prefix ?? 'bull',
    job: {
      attempts: 15,
      backoff: { type: 'exponential', delay: 2_000, jitter: 0.5 },
      removeOnComplete: { age: DAY / 1_000, count: 1_000 },
      removeOnFail: { age: (30 * DAY) / 1_000 },
      keepLogs: 20,
      stackTraceLimit: 3,
      ...options.job,
    },
    worker: worker === false ? false : { concurrency: 8, maxStalledCount: 10, ...worker },
    maxRejectedAttempts: options.maxRejectedAttempts ?? 8,
    unconfirmedMs: options.unconfirmedMs ?? 3 * DAY,
    retentionMs: options.retentionMs ?? 30 * DAY,
    maxJobsForUnknownSenders: options.maxJobsForUnknownSenders ?? 10_000,
    timeoutMs: options.timeoutMs ?? 5_000,
    drainMs: options.drainMs ?? 10_000,
  };
}

function checkConnection(options: unknown): void {
  const { connection, worker } = isObject(options) ? options : {};
  if (!isObject(connection))
    throw new RangeError(
      'bullmqInbox: connection must be an ioredis client or its options, for example { host, port }',
    );
  if (!('connect' in connection)) return;
  if (!('defineCommand' in connection))
    throw new RangeError(
      'bullmqInbox: connection must be a client of ioredis; other clients are not supported',
    );
  const { options: client } = connection;
  const own = isObject(client) && isObject(client['redisOptions']) ? client['redisOptions'] : client;
  // BullMQ requires it too, but says so only after it has opened a second connection.
  if (worker !== false && isObject(own) && Boolean(own['maxRetriesPerRequest']))
    throw new RangeError('bullmqInbox: connection must be an ioredis client with maxRetriesPerRequest: null');
}
