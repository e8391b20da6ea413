import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { localFiscalProvider } from 'nestjs-pay/fiscal';
import type { LocalFiscalProvider } from 'nestjs-pay/fiscal';
import { AADE_TEST_KEY } from 'pay-simulator';
import type { Seeded } from '../chaos/seeded.js';

/** A provider with an HTTP API, whose books survive the processes of the shop. It loses requests and responses, and can be down. */
export class HttpProvider {
  isDown = false;
  /** Probability that a request or its response is lost. */
  lossRate = 0;
  readonly books: LocalFiscalProvider;
  readonly #server: Server;

  constructor(
    private readonly chance: Seeded,
    now: () => Date,
    validMs: number,
  ) {
    this.books = localFiscalProvider({ privateKey: AADE_TEST_KEY.privateKey, now, validMs });
    this.#server = createServer((request, response) => void this.#handle(request, response));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = JSON.parse(await text(request)) as never;
      if (this.isDown) return void response.writeHead(503).end();
      if (this.chance.fraction() < this.lossRate) return void request.socket.destroy();
      const call = { key: String(request.headers['idempotency-key']), signal: AbortSignal.timeout(1_000) };
      const done = await this.#run(request.url ?? '', body, call);
      if (this.chance.fraction() < this.lossRate) return void request.socket.destroy();
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(done ?? {}));
    } catch {
      // The process that asked was killed.
      request.socket.destroy();
    }
  }

  #run(path: string, body: never, call: { key: string; signal: AbortSignal }): Promise<unknown> {
    if (path === '/sign') return this.books.sign(body, call);
    if (path === '/report') return this.books.report(body, call);
    return this.books.cancel?.(null, call) ?? Promise.resolve();
  }
}
