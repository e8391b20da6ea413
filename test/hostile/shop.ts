import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PayWebhookCounts } from 'nestjs-pay';
import type { PaySimulator } from 'pay-simulator';

/** State of the application after a garbage collection. */
export interface ShopState {
  rss: number;
  heapUsed: number;
  external: number;
  /** Order codes of the events that reached the handler. */
  handled: (string | null)[];
  /** Names of members that were added to `Object.prototype`. */
  polluted: string[];
  counts: PayWebhookCounts;
  /** Number of log lines by context. */
  logLines: Record<string, number>;
}

/** An application with a webhook, in its own process. */
export class Shop {
  private constructor(
    private readonly app: ChildProcess,
    readonly url: URL,
  ) {}

  static async start(platform: string, simulator: PaySimulator): Promise<Shop> {
    const { credentials, endpoints } = simulator;
    const app = fork(join(import.meta.dirname, 'fixtures/shop-app.mjs'), [], {
      execArgv: ['--expose-gc'],
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        PAY_TEST_PLATFORM: platform,
        PAY_TEST_SECRET: 'the right secret',
        PAY_TEST_WALLET: JSON.stringify({ ...credentials.merchant, endpoints, dev: true }),
      },
    });
    const { url } = await receiveMessage<{ url: string }>(app);
    return new Shop(app, new URL(url));
  }

  /** Reads the state. @throws Error if the process has ended. */
  state(): Promise<ShopState> {
    this.app.send('state');
    return receiveMessage(this.app);
  }

  post(body: string): Promise<Response> {
    return fetch(this.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  }

  stop(): void {
    this.app.kill('SIGKILL');
  }
}

async function receiveMessage<Message>(app: ChildProcess): Promise<Message> {
  const [message] = (await Promise.race([
    once(app, 'message'),
    once(app, 'exit').then(([code]) => {
      throw new Error(`the application ended with exit code ${String(code)}`);
    }),
  ])) as [Message];
  return message;
}
