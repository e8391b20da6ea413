import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newPgliteFolder, PGLITE_OPTIONS } from '../../pglite.js';

const MAIN = fileURLToPath(new URL('../../../dist/apps/demo/apps/demo/src/main.js', import.meta.url));

/** Attempts of a call that the library retries. Fewer faults have no effect. */
export const ATTEMPTS = 3;

/** Upper limit of a stop by Ctrl-C on a busy machine. A stop that waits for the inbox takes longer. */
export const LONGEST_STOP_MS = 9_000;

/** The built demo as `npm start` runs it, on free ports and with its own data. */
export class DemoProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly output: () => string,
    /** Address of the shop. */
    readonly shop: string,
    /** Address of the simulator. */
    readonly simulator: string,
  ) {}

  /** Starts the demo, with an empty database unless SHOP_DATA names a folder. */
  static async start(env: Readonly<Record<string, string>> = {}): Promise<DemoProcess> {
    if (!existsSync(MAIN)) throw new Error('The demo is not built: run `npm run build` first.');
    const { PATH, HOME } = process.env;
    const data = mkdtempSync(join(tmpdir(), 'pay-demo-'));
    if (env['SHOP_DATA'] === undefined) await newPgliteFolder(join(data, 'simulator/shop'));
    const child = spawn(process.execPath, [...PGLITE_OPTIONS, MAIN], {
      env: { PATH, HOME, PORT: '0', SIMULATOR_PORT: '0', SHOP_DATA: data, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.once('exit', () => rmSync(data, { recursive: true, force: true }));
    let output = '';
    await new Promise<void>((resolve, reject) => {
      const collect = (chunk: Buffer): void => {
        output += chunk.toString();
        if (output.includes('Stop with Ctrl-C')) resolve();
      };
      child.stdout.on('data', collect);
      child.stderr.on('data', collect);
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`The demo ended with ${String(code)}:\n${output}`)));
    });
    return new DemoProcess(
      child,
      () => output,
      addressIn(output, 'Shop'),
      new URL(addressIn(output, 'Console')).origin,
    );
  }

  /** Stops the process with SIGINT (Ctrl-C) or SIGKILL (a power cut). */
  async end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill(signal);
    await ended;
  }

  /**
   * Stops the process as Ctrl-C does, and returns how long that took in milliseconds.
   *
   * @throws Error with its output if it ended earlier.
   */
  async stop(): Promise<number> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) {
      throw new Error(`The demo ended by itself:\n${this.output()}`);
    }
    const began = performance.now();
    await this.end('SIGINT');
    return performance.now() - began;
  }

  /** Makes the next call of an operation fail, and returns the fault's ID. @param more - Other members of the fault. */
  async fault(operation: string, kind: string, more: object = {}): Promise<string> {
    const { faultId } = await this.post<{ faultId: string }>('/faults', { operation, kind, ...more });
    return faultId;
  }

  async removeFault(id: string): Promise<void> {
    await fetch(`${this.simulator}/_simulator/faults/${id}`, { method: 'DELETE' });
  }

  /** Moves the simulator's clock, and waits for the resulting deliveries. */
  async advance(ms: number): Promise<void> {
    await this.post('/clock/advance', { ms });
  }

  /** Reads from the simulator's control API. */
  async control<Response>(path: string): Promise<Response> {
    return (await fetch(`${this.simulator}/_simulator${path}`)).json() as Promise<Response>;
  }

  /** Posts to the simulator's control API. */
  async post<Response = unknown>(path: string, fields: object): Promise<Response> {
    const body = JSON.stringify(fields);
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${this.simulator}/_simulator${path}`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`The simulator rejected ${path}: HTTP ${response.status}`);
    return response.json() as Promise<Response>;
  }
}

function addressIn(output: string, name: string): string {
  const found = new RegExp(`^${name}\\s+(http\\S+)`, 'm').exec(output)?.[1];
  if (found === undefined) throw new Error(`The demo printed no address of the ${name}:\n${output}`);
  return found;
}
