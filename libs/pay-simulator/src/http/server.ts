import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceHost } from './operation.js';
import type { Outcome } from './fault-effects.js';
import { refuseForeign } from './loopback-guard.js';
import type { PageEndpoint } from './page-endpoint.js';
import type { ReceivedRequest } from './received-request.js';
import { jsonReply, type HttpReply } from './reply.js';
import type { ServiceEndpoint } from './service-endpoint.js';

/** Allowed listen addresses. */
export type LoopbackAddress = '127.0.0.1' | '::1';

/** Endpoints by part of the URL space. */
interface Endpoints {
  readonly service: ServiceEndpoint;
  readonly pages: PageEndpoint;
  /** Responds to requests under `/_simulator`. */
  readonly control: {
    respond(request: ReceivedRequest, path: string, query: URLSearchParams): Promise<HttpReply>;
  };
}

const FAILED = jsonReply(500, '{"error":"The simulator failed on this request"}');
/** Longer than a debugging pause, because closing a reused connection looks like a lost response. */
const IDLE_MS = 600_000;
const SERVICE_PATH = /^\/(accounts|api|web)(\/.*)$/;

/** The HTTP server. One loopback port serves the three service hosts by path prefix, the pages and the control API. */
export class SimulatorServer {
  private readonly server: Server;

  constructor(private readonly endpoints: Endpoints) {
    this.server = createServer({ keepAliveTimeout: IDLE_MS }, (request, response) => {
      void this.serve(request, response);
    });
  }

  /** Starts to listen. @returns The base URL. @throws RangeError if the address is not a loopback address. */
  async listen(port: number, address: LoopbackAddress, keepAlive = true): Promise<string> {
    if (address !== '127.0.0.1' && address !== '::1')
      throw new RangeError(
        "host: expected '127.0.0.1' or '::1': the simulator only listens on loopback addresses",
      );
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, address, resolve);
    });
    if (!keepAlive) this.server.unref();
    const { port: actual } = this.server.address() as AddressInfo;
    return `http://${address === '::1' ? '[::1]' : address}:${actual}`;
  }

  /** Stops the server and closes open connections immediately. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const outcome = await this.respond(request);
      if (outcome === 'close') request.socket.resetAndDestroy();
      if (typeof outcome !== 'string') write(response, outcome);
    } catch {
      // The message of an internal error may contain secrets, so it is not sent.
      if (response.headersSent) response.destroy();
      else write(response, FAILED);
    }
  }

  private async respond(request: ReceivedRequest): Promise<Outcome> {
    const method = request.method ?? 'GET';
    const rejection = refuseForeign(method, request.headers);
    if (rejection !== undefined) return jsonReply(403, JSON.stringify({ error: rejection }));
    const target = request.url ?? '/';
    const mark = target.indexOf('?');
    const path = mark < 0 ? target : target.slice(0, mark);
    const query = new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1));
    const { service, pages, control } = this.endpoints;
    const page = pages.find(method, path);
    if (page) return pages.respond(page, request, query);
    if (path === '/_simulator' || path.startsWith('/_simulator/'))
      return control.respond(request, path.slice('/_simulator'.length), query);
    const [, host, rest] = SERVICE_PATH.exec(path) ?? [];
    if (host !== undefined && rest !== undefined)
      return service.respond(request, host as ServiceHost, rest, query);
    return jsonReply(
      404,
      JSON.stringify({ error: 'Not found', see: ['/accounts', '/api', '/web', '/_simulator'] }),
    );
  }
}

function write(response: ServerResponse, { status, headers, body }: HttpReply): void {
  if (response.destroyed) return;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
