import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import type { PaySimulator } from 'pay-simulator';
import { until } from '../until.js';

const TICK_MS = 50;

/** Processes with a till. Each one that ends is started again. */
export class Fleet {
  readonly #children: { process: ChildProcess; isReady: boolean }[] = [];
  #isClosing = false;

  constructor(
    private readonly script: string,
    private readonly processes: number,
    private readonly options: object,
  ) {
    for (let index = 0; index < this.processes; index++) this.#start(index);
  }

  ready(): Promise<void> {
    return until(() => this.#children.every(({ isReady }) => isReady), {
      forMs: 60_000,
      what: 'all are ready',
    });
  }

  /** Calls a method of the till in any process. A process that is killed loses the call. */
  send(method: string, ...args: unknown[]): void {
    const ready = this.#children.filter(({ isReady, process: child }) => isReady && child.connected);
    ready[Math.floor(Math.random() * ready.length)]?.process.send({ method, args });
  }

  async kill(index: number): Promise<void> {
    const child = this.#children[index]!;
    await until(() => child.isReady, { forMs: 60_000, what: 'the process is ready' });
    const ended = new Promise((resolve) => child.process.once('exit', resolve));
    child.process.kill('SIGKILL');
    await ended;
  }

  /** Stops a process for a while, as a frozen machine does. It continues where it was, with leases that are over. */
  stall(index: number, ms: number): void {
    const { process: child } = this.#children[index]!;
    child.kill('SIGSTOP');
    setTimeout(() => child.kill('SIGCONT'), ms).unref();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(
      this.#children.map(async ({ process: child }) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGKILL');
        await ended;
      }),
    );
  }

  #start(index: number): void {
    const child = fork(resolve(import.meta.dirname, this.script), [], {
      execArgv: [],
      env: { ...process.env, NODE_OPTIONS: '', PAY_TILL_APP: JSON.stringify(this.options) },
    });
    const slot = { process: child, isReady: false };
    this.#children[index] = slot;
    child.on('message', () => (slot.isReady = true));
    // A call to a process that has just been killed is lost.
    child.on('error', () => undefined);
    child.on('exit', () => {
      if (!this.#isClosing) this.#start(index);
    });
  }
}

/** Keeps the simulator's clock in step with the time of the processes. */
export function tick(simulator: PaySimulator, start: number, speed: number): NodeJS.Timeout {
  return setInterval(() => {
    const ms = start + (Date.now() - start) * speed - simulator.clock.now();
    if (ms > 0) void simulator.clock.advance(ms);
  }, TICK_MS);
}
