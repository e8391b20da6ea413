import { Socket } from 'node:net';
import { Agent, buildConnector, Client, Pool } from 'undici';
import type { Dispatcher } from 'undici';
import { causeCodeOf, onAbortOf, TransportError } from './transport.js';
import type { Transport, TransportRequest, TransportResponse } from './transport.js';

/** Sends requests with undici: keep-alive, pooled, no redirect, no retry. The only file that imports undici. */
export class UndiciTransport implements Transport {
  readonly #agent: Agent;
  // Most calls in a row have the same address, so the last one is cached.
  #last = { url: '', origin: '', path: '' };

  constructor({ connectTimeoutMs = 5_000 }: { connectTimeoutMs?: number | undefined } = {}) {
    this.#agent = new Agent({
      connect: buildConnector({ timeout: connectTimeoutMs, allowH2: false }),
      factory: (origin, options: Pool.Options) =>
        new Pool(origin, {
          ...options,
          factory: (address, clientOptions: ConnectorOptions) => new ExchangeClient(address, clientOptions),
        }),
      // The call's own deadline covers headers and body.
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
    });
  }

  send(request: TransportRequest): Promise<TransportResponse> {
    return new Promise((resolve, reject) => {
      const exchange = new Exchange(request, resolve, reject);
      if (exchange.isSettled) return;
      if (this.#last.url !== request.url) this.#last = targetOf(request.url);
      const { origin, path } = this.#last;
      const options: ExchangeOptions = {
        origin,
        path,
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
        exchange,
      };
      this.#agent.dispatch(options, exchange);
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

type ConnectorOptions = Client.Options & { connect: buildConnector.connector };
type ExchangeOptions = Dispatcher.DispatchOptions & { exchange: Exchange };

/**
 * One connection of the pool, with at most one exchange at a time. undici keeps an aborted request in its queue and opens a
 * connection for it: a thousand timeouts would open a thousand connections to a service that is just recovering.
 */
class ExchangeClient extends Client {
  readonly #latest: { exchange: Exchange | null };

  constructor(origin: URL, { connect, ...options }: ConnectorOptions) {
    const latest: { exchange: Exchange | null } = { exchange: null };
    super(origin, {
      ...options,
      connect: (target, callback) => {
        connectFor(latest.exchange, connect, target, callback);
      },
    });
    this.#latest = latest;
  }

  override dispatch(options: ExchangeOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.#latest.exchange = options.exchange;
    return super.dispatch(options, handler);
  }
}

/** Connects, unless the exchange is over already; closes the connection if the exchange ends before it is ready. */
function connectFor(
  exchange: Exchange | null,
  connect: buildConnector.connector,
  target: buildConnector.Options,
  callback: buildConnector.Callback,
): void {
  if (exchange?.isSettled === true) {
    // undici empties its queue only if the connection fails asynchronously.
    queueMicrotask(() => {
      callback(new TransportError('aborted', false), null);
    });
    return;
  }
  const socket: unknown = connect(target, (...result) => {
    exchange?.setOnSettled(null);
    callback(...result);
  });
  // undici's connector returns its socket, though its type does not say so.
  if (socket instanceof Socket)
    exchange?.setOnSettled(() => socket.destroy(new TransportError('aborted', false)));
}

class Exchange implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | null = null;
  #sent = false;
  #settled = false;
  #onSettled: (() => void) | null = null;
  #stopListening: (() => void) | null = null;
  #status = 0;
  #headers: Record<string, string> = {};
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;

  constructor(
    private readonly request: TransportRequest,
    private readonly resolve: (response: TransportResponse) => void,
    private readonly reject: (error: TransportError) => void,
  ) {
    const fail = () => this.#fail('aborted');
    const stopListening = onAbortOf(request)(fail);
    if (this.#settled) stopListening();
    else this.#stopListening = stopListening;
  }

  /** Whether the exchange is over. */
  get isSettled(): boolean {
    return this.#settled;
  }

  /** Replaces the callback that runs when the exchange is over. */
  setOnSettled(task: (() => void) | null): void {
    this.#onSettled = task;
  }

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
    this.#stopListening?.();
    this.#onSettled?.();
    return true;
  }
}
