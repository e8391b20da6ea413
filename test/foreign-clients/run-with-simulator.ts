import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SIMULATOR } from '../packages.js';

/** One folder for all tests, so that keys are created once. */
const CA_DIR = join(tmpdir(), `pay-simulator-test-${process.getuid?.() ?? 0}`);

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command with `pay-simulator run`, as a developer does. `child` is the simulator's process. */
export function startRun(
  command: readonly string[],
  { options = [], env = {} }: { options?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): { readonly child: ChildProcess; readonly ended: Promise<Run> } {
  const args = [SIMULATOR.command, 'run', '--ca-dir', CA_DIR, ...options, '--', ...command];
  const { PATH } = process.env;
  const child = spawn(process.execPath, args, {
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, out, err }));
  return { child, ended };
}

/** Returns whether a program can be run. */
export function canRun(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
