import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { PaySimulator } from 'pay-simulator';
import type { SimulatorEndpoints } from 'pay-simulator';

/** What a worker sends: the result of a call, and its memory in bytes. */
export interface Response<Result> {
  result: Result;
  rss: number;
}

/** A process of test/subscriptions/worker.mjs, which is started again when it dies. */
export class Worker {
  deaths = 0;
  #process: ChildProcess | null = null;

  constructor(private readonly environment: Record<string, string>) {}

  /** Sends a call. Resolves with null if the process dies before it responds. */
  async call<Result>(message: object): Promise<Response<Result> | null> {
    if (this.#process === null) {
      this.#process = fork(join(import.meta.dirname, 'worker.mjs'), {
        env: { ...process.env, ...this.environment },
        execArgv: [],
      });
      if ((await this.#next()) === null) throw new Error('the worker does not start');
    }
    this.#process.send(message);
    const response = await this.#next<Result>();
    if (response !== null) return response;
    this.deaths++;
    this.#process = null;
    return null;
  }

  stop(): void {
    this.#process?.kill('SIGKILL');
  }

  #next<Result>(): Promise<Response<Result> | null> {
    const child = this.#process as ChildProcess;
    return new Promise((resolve) => {
      const onMessage = (message: unknown): void => {
        child.off('exit', onExit);
        resolve(message as Response<Result>);
      };
      const onExit = (): void => {
        child.off('message', onMessage);
        resolve(null);
      };
      child.once('message', onMessage);
      child.once('exit', onExit);
    });
  }
}

export function startWorkers(
  count: number,
  simulator: PaySimulator,
  database: string,
  {
    endpoints = simulator.endpoints,
    leaseMs = 1_500,
  }: { endpoints?: SimulatorEndpoints; leaseMs?: number } = {},
): Worker[] {
  const wallet = { ...simulator.credentials.merchant, dev: true, endpoints };
  const environment = {
    PAY_TEST_WALLET: JSON.stringify(wallet),
    PAY_TEST_DATABASE: database,
    PAY_TEST_LEASE: String(leaseMs),
  };
  return Array.from({ length: count }, () => new Worker(environment));
}

export const BOOKS_TABLE =
  'create table books (subscription text, type text, period int, amount bigint, transaction_id text, place bigint generated always as identity)';
