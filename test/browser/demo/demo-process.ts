import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newPgliteFolder } from '../../pglite.js';

const MAIN = fileURLToPath(new URL('../../../dist/apps/demo/apps/demo/src/main.js', import.meta.url));

/** How often a call that may be repeated is made at most: a fault that meets fewer requests is survived. */
export const ATTEMPTS = 3;

/** Ctrl-C takes a fraction of a second; on a busy machine some. What waits for the inbox to drain takes longer than this. */
export const LONGEST_STOP_MS = 9_000;

/** The built demo, running as a user's `npm start` runs it, on free ports, with data of its own. */
export class DemoProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly said: () => string,
    /** Address of the shop, as it prints it. */
    readonly shop: string,
    /** Address of the simulator. */
    readonly simulator: string,
  ) {}

  /** Starts it and waits for the addresses it prints; with an empty database, where SHOP_DATA names no folder. */
  static async start(env: Readonly<Record<string, string>> = {}): Promise<DemoProcess> {
    if (!existsSync(MAIN)) throw new Error('The demo is not built: run `npm run build` first.');
    const { PATH, HOME } = process.env;
    const data = mkdtempSync(join(tmpdir(), 'pay-demo-'));
    if (env['SHOP_DATA'] === undefined) await newPgliteFolder(join(data, 'simulator/shop'));
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH, HOME, PORT: '0', SIMULATOR_PORT: '0', SHOP_DATA: data, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.once('exit', () => rmSync(data, { recursive: true, force: true }));
    let said = '';
    await new Promise<void>((resolve, reject) => {
      const collect = (chunk: Buffer): void => {
        said += chunk.toString();
        if (said.includes('Stop with Ctrl-C')) resolve();
      };
      child.stdout.on('data', collect);
      child.stderr.on('data', collect);
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`The demo ended with ${String(code)}:\n${said}`)));
    });
    return new DemoProcess(
      child,
      () => said,
      address(said, 'Shop'),
      new URL(address(said, 'Console')).origin,
    );
  }

  /** Ends it, now: with SIGINT as Ctrl-C does, with SIGKILL as a power cut does. Resolves when it is gone. */
  async end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill(signal);
    await ended;
  }

  /**
   * Ends it as Ctrl-C does; resolves with how long that took, in milliseconds.
   *
   * @throws Error with what it printed, when it had ended by itself before.
   */
  async stop(): Promise<number> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) {
      throw new Error(`The demo had ended by itself:\n${this.said()}`);
    }
    const began = performance.now();
    await this.end('SIGINT');
    return performance.now() - began;
  }

  /** Lets the next call of an operation go wrong. @param more what else the simulator takes for that kind. */
  async fault(operation: string, kind: string, more: object = {}): Promise<void> {
    const body = JSON.stringify({ operation, kind, ...more });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${this.simulator}/_simulator/faults`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`The simulator took no fault: HTTP ${answer.status}`);
  }

  /** What the simulator's control API knows. */
  async control<Answer>(path: string): Promise<Answer> {
    return (await fetch(`${this.simulator}/_simulator${path}`)).json() as Promise<Answer>;
  }
}

function address(said: string, name: string): string {
  const found = new RegExp(`^${name}\\s+(http\\S+)`, 'm').exec(said)?.[1];
  if (found === undefined) throw new Error(`The demo printed no address of the ${name}:\n${said}`);
  return found;
}
