import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PayWebhookCounts } from 'nestjs-pay';
import type { PaySimulator } from 'nestjs-pay/simulator';

/** What the application says of itself, after its garbage was collected. */
export interface ShopState {
  rss: number;
  heapUsed: number;
  external: number;
  /** Order codes of the events that reached the handler. */
  handled: (string | null)[];
  /** Members that every object has got. */
  polluted: string[];
  counts: PayWebhookCounts;
  /** Lines of the log, by who wrote them. */
  logLines: Record<string, number>;
}

/** An application with a webhook, in a process of its own. */
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
    const { url } = await told<{ url: string }>(app);
    return new Shop(app, new URL(url));
  }

  /** @throws Error when the process has ended. */
  state(): Promise<ShopState> {
    this.app.send('state');
    return told(this.app);
  }

  post(body: string): Promise<Response> {
    return fetch(this.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  }

  stop(): void {
    this.app.kill('SIGKILL');
  }
}

async function told<Message>(app: ChildProcess): Promise<Message> {
  const [message] = (await Promise.race([
    once(app, 'message'),
    once(app, 'exit').then(([code]) => {
      throw new Error(`the application ended with ${String(code)}`);
    }),
  ])) as [Message];
  return message;
}
