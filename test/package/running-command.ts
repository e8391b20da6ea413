import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { until } from '../until.js';

/** A command that runs until it is stopped. */
export class RunningCommand {
  /** Text that the command has printed. */
  out = '';
  private readonly closed: Promise<unknown>;

  private constructor(private readonly child: ChildProcess) {
    this.closed = once(child, 'close');
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.out += chunk.toString()));
  }

  /** Starts a command and waits until it prints the pattern. */
  static async start(
    command: string,
    args: readonly string[],
    { env, until: pattern, cwd }: { env?: Record<string, string>; until: RegExp; cwd?: string },
  ): Promise<RunningCommand> {
    const child = spawn(command, args, {
      env: { PATH: process.env['PATH'], ...env },
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const running = new RunningCommand(child);
    await until(() => {
      if (child.exitCode !== null) throw new Error(running.out);
      return pattern.test(running.out);
    });
    return running;
  }

  /** Returns the first group of a pattern in the output. */
  printed(pattern: RegExp): string {
    return pattern.exec(this.out)?.[1] ?? '';
  }

  /** Sends a signal and returns the exit code and the time until the end, in milliseconds. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<{ code: number | null; ms: number }> {
    const start = performance.now();
    this.child.kill(signal);
    await this.closed;
    return { code: this.child.exitCode, ms: performance.now() - start };
  }
}
