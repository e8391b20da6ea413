import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { parseEnv } from 'node:util';
import { SIMULATOR } from '../packages.js';

/** A response of the simulator. */
export interface Responded {
  readonly status: number;
  readonly location: string;
  readonly text: string;
}

const RUNNING = new Set<ChildProcess>();

/** The pay-simulator command with a data file, and a plain HTTP client for it. */
export class SimulatorProcess {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 32 });
  private bearer = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly url: string,
    private readonly variables: Readonly<Record<string, string | undefined>>,
    /** Milliseconds from the start of the process until it printed its last line. */
    readonly startMs: number,
  ) {}

  static async start(dataFile: string): Promise<SimulatorProcess> {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [SIMULATOR.command, '--port', '0', '--data-file', dataFile], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    RUNNING.add(child);
    child.once('exit', () => RUNNING.delete(child));
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (!line.startsWith('# PAY_ACCOUNT_TRANSACTIONS_CLIENT_SECRET=')) continue;
      const url = /http:\S+/.exec(lines[0] ?? '')?.[0] ?? '';
      const text = lines.join('\n');
      const startMs = performance.now() - startedAt;
      return new SimulatorProcess(
        child,
        url,
        parseEnv(text.slice(text.indexOf('PAY_'))),
        startMs,
      ).authorized();
    }
    throw new Error(`the simulator ended after: ${lines.join('\n')}`);
  }

  /** Kills all processes, after a failed test. */
  static killAll(): void {
    for (const child of RUNNING) child.kill('SIGKILL');
  }

  /** Kills the process. No code of it runs afterwards. */
  async kill(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
    this.agent.destroy();
  }

  /** Memory of the process in MB, or undefined on systems without /proc. */
  get memory(): number | undefined {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
    } catch {
      return undefined;
    }
  }

  /** Creates an order and returns its code. */
  async createOrder(amount: number): Promise<string> {
    const { status, text } = await this.send('POST', '/api/checkout/v2/orders', {
      body: JSON.stringify({ amount }),
      headers: { authorization: this.bearer, 'content-type': 'application/json' },
    });
    const code = /"orderCode":(\d+)/.exec(text)?.[1];
    if (status !== 200 || code === undefined) throw new Error(`no order: ${status} ${text}`);
    return code;
  }

  /** Pays an order as a customer does, and returns the transaction ID. */
  async pay(orderCode: string): Promise<string> {
    const card = { number: '4147463011110133', expiry: '08/40', cvc: '123', holderName: 'Alex Buyer' };
    const { status, location } = await this.send('POST', `/web/web/checkout?ref=${orderCode}`, {
      body: new URLSearchParams({ ...card, email: 'buyer@example.com' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const transactionId = URL.canParse(location) ? new URL(location).searchParams.get('t') : null;
    if (status !== 303 || transactionId === null) throw new Error(`not paid: ${status} ${location}`);
    return transactionId;
  }

  /** Reads from the control API. */
  async read(path: string): Promise<unknown> {
    const { status, text } = await this.send('GET', `/_simulator${path}`);
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`);
    // Order codes stay exact, because they are strings here.
    return JSON.parse(text);
  }

  private async authorized(): Promise<this> {
    const { PAY_CLIENT_ID = '', PAY_CLIENT_SECRET = '' } = this.variables;
    const basic = Buffer.from(`${PAY_CLIENT_ID}:${PAY_CLIENT_SECRET}`).toString('base64');
    const { text } = await this.send('POST', '/accounts/connect/token', {
      body: 'grant_type=client_credentials',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    });
    const { access_token } = JSON.parse(text) as { readonly access_token: string };
    this.bearer = `Bearer ${access_token}`;
    return this;
  }

  private send(
    method: string,
    path: string,
    { body = '', headers = {} }: { readonly body?: string; readonly headers?: Record<string, string> } = {},
  ): Promise<Responded> {
    return new Promise((resolve, reject) => {
      const length = { 'content-length': String(Buffer.byteLength(body)) };
      const options = { method, agent: this.agent, headers: { ...headers, ...(body !== '' && length) } };
      const outgoing = request(this.url + path, options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode = 0, headers: received } = response;
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: statusCode, location: received.location ?? '', text });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
}
