import { Agent } from 'undici';
import type { Dispatcher } from 'undici';
import { causeCodeOf, TransportError } from './transport.js';
import type { Transport, TransportRequest, TransportResponse } from './transport.js';

/** Moves bytes with undici: keep-alive, pooled, no redirect, no retry. The only file that imports undici. */
export class UndiciTransport implements Transport {
  readonly #agent: Agent;
  /** Call after call goes to one address. */
  #last = { url: '', origin: '', path: '' };

  constructor({ connectTimeoutMs = 5_000 }: { connectTimeoutMs?: number | undefined } = {}) {
    this.#agent = new Agent({
      connect: { timeout: connectTimeoutMs },
      // The call's own deadline covers headers and body.
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
    });
  }

  send(request: TransportRequest): Promise<TransportResponse> {
    return new Promise((resolve, reject) => {
      const exchange = new Exchange(request, resolve, reject);
      if (request.signal.aborted) {
        exchange.abort();
        return;
      }
      if (this.#last.url !== request.url) this.#last = targetOf(request.url);
      const { origin, path } = this.#last;
      this.#agent.dispatch(
        {
          origin,
          path,
          method: request.method,
          headers: request.headers,
          body: request.body ?? null,
        },
        exchange,
      );
    });
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }
}

function targetOf(url: string): { url: string; origin: string; path: string } {
  const { origin, pathname, search } = new URL(url);
  return { url, origin, path: pathname + search };
}

class Exchange implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | null = null;
  #sent = false;
  #settled = false;
  #status = 0;
  #headers: Record<string, string> = {};
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;

  constructor(
    private readonly request: TransportRequest,
    private readonly resolve: (response: TransportResponse) => void,
    private readonly reject: (error: TransportError) => void,
  ) {
    request.signal.addEventListener('abort', this.abort, { once: true });
  }

  readonly abort = (): void => {
    this.#fail('aborted');
  };

  /** Called when the request is about to be written: until here, certainly nothing was sent. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(new TransportError('aborted', false));
    else this.#sent = true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    this.#headers = {};
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined)
        this.#headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#bytes += chunk.byteLength;
    if (this.#bytes > this.request.maxBodyBytes) this.#fail('too-large');
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.#settle()) return;
    const body =
      this.#chunks.length === 1 ? (this.#chunks[0] ?? new Uint8Array()) : Buffer.concat(this.#chunks);
    this.resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#fail('connection', causeCodeOf(error));
  }

  #fail(problem: 'connection' | 'aborted' | 'too-large', causeCode: string | null = null): void {
    if (!this.#settle()) return;
    const error = new TransportError(problem, this.#sent, causeCode);
    this.reject(error);
    if (problem !== 'connection') this.#controller?.abort(error);
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.request.signal.removeEventListener('abort', this.abort);
    return true;
  }
}
