import { isRedisInstance, RedisConnection } from 'bullmq';
import type { ConnectionOptions } from 'bullmq';
import { systemClock } from '../../core/clock.js';
import { TimeLimitError, withinTime } from '../../core/time-limit.js';
import { VERSION } from '../../core/version.js';

type RedisClient = Awaited<RedisConnection['client']>;

/** A store's scripts: in Lua, by name. Each has one key, which its own keys' names begin with. */
export interface RedisScripts<Script extends string> {
  store: 'Inbox' | 'Journal' | 'Tokens';
  lua: Readonly<Record<Script, string>>;
}

/** Runs scripts through BullMQ's connection, whichever driver that has. Connects when it is first used. */
export class RedisCommands<Script extends string> {
  #connection: RedisConnection | null = null;
  #isClosed = false;

  constructor(
    private readonly scripts: RedisScripts<Script>,
    private readonly options: ConnectionOptions,
    private readonly timeoutMs: number,
  ) {}

  /**
   * @param late takes an answer that came after it was given up: the script has run all the same.
   * @throws Error when Redis refuses, or does not answer in time.
   */
  run(script: Script, args: (string | number)[], late?: (answer: unknown) => void): Promise<unknown> {
    return this.#inTime(
      async (client) => (await client.runCommand(this.#nameOf(script), args)) as unknown,
      late,
    );
  }

  /** What Redis says of itself (`INFO`); undefined when it may not say. */
  async info(): Promise<string | undefined> {
    try {
      return await this.#inTime((client) => client.info());
    } catch (error) {
      if (error instanceof Error && /NOPERM|unknown command/i.test(error.message)) return undefined;
      throw error;
    }
  }

  /** Ends the connection if it is its own. What is asked for later is refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#connection?.close();
  }

  async #inTime<Answer>(
    ask: (client: RedisClient) => Promise<Answer>,
    late: (answer: Answer) => void = () => undefined,
  ): Promise<Answer> {
    const answer = this.#client().then(ask);
    const words = `Redis did not answer within ${this.timeoutMs} ms`;
    try {
      return await withinTime(systemClock, this.timeoutMs, answer, words);
    } catch (error) {
      if (error instanceof TimeLimitError) answer.then(late, () => undefined);
      throw error;
    }
  }

  async #client(): Promise<RedisClient> {
    if (this.#isClosed) throw new Error('the Redis store was closed');
    return (this.#connection ??= this.#connect()).client;
  }

  #connect(): RedisConnection {
    const isTheirs = isRedisInstance(this.options);
    // A delivery that waits to be answered must hear soon that Redis is away.
    const options = isTheirs ? this.options : { maxRetriesPerRequest: 1, ...this.options };
    const connection = new RedisConnection(options, {
      shared: isTheirs,
      blocking: false,
      // The store looks itself, and says more.
      skipVersionCheck: true,
    });
    // An `error` event without a listener ends the process; the command that is under way rejects as well.
    connection.on('error', () => undefined);
    connection.client.then(
      (client) => this.#define(client),
      () => {
        this.#connection = null;
      },
    );
    return connection;
  }

  #define(client: RedisClient): void {
    for (const [script, lua] of Object.entries(this.scripts.lua) as [Script, string][])
      client.defineCommand(this.#nameOf(script), { numberOfKeys: 1, lua });
  }

  /** Another version of the library may share the client, with other scripts. */
  #nameOf(script: Script): string {
    return `pay${this.scripts.store}.${script}.${VERSION}`;
  }
}
