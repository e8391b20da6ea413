import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIPv6, type AddressInfo } from 'node:net';
import type { Outcome } from './fault-effects.js';
import { AccessGuard } from './access-guard.js';
import type { ControlToken } from './control-token.js';
import type { Listener, Serve } from './listener.js';
import { notFoundPage } from './not-found.view.js';
import type { ReceivedRequest } from './received-request.js';
import { NOT_FOUND, type HttpReply } from './reply.js';
import { fail, respondSoon } from './responses.js';
import type { Route, RoutedRequest } from './route.js';
import { Router } from './router.js';

/** What the server serves. */
interface Served<Services> {
  readonly routes: readonly Route<Services>[];
  /** Returns the services that a request is for, if its path names none. */
  readonly servicesOf: (request: RoutedRequest) => Services | Promise<Services>;
  /** Returns the services that a path names. */
  readonly named?: (path: string) => NamedServices<Services> | undefined;
  /** Responds to `GET /health`. */
  readonly health?: () => HttpReply;
}

/** Services that a path names. */
interface NamedServices<Services> {
  readonly services: Services;
  /** Start of the path, which names them, and comes before the addresses of their pages. */
  readonly base: string;
  /** Path without it. */
  readonly path: string;
  /** Token for their pages and their control API, beside the simulator's. */
  readonly controlToken: ControlToken | undefined;
}

/** Longer than a debugging pause, because closing a reused connection looks like a lost response. */
const IDLE_MS = 600_000;
const HEALTH_PATH = '/health';
/** Listen addresses that stand for every address of the machine, with the loopback address that reaches them. */
const WILDCARDS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Returns whether an address stands for every address of the machine. */
export const isWildcard = (address: string): boolean => Object.hasOwn(WILDCARDS, address);

/** The HTTP server. One port serves the three service hosts by path prefix, the pages and the control API. */
export class SimulatorServer<Services> {
  private readonly server: Listener;
  private readonly router: Router<Route<Services>>;

  /**
   * @param createListener - Accepts connections. The default accepts HTTP.
   */
  constructor(
    private readonly served: Served<Services>,
    private readonly guard = new AccessGuard(),
    createListener: (serve: Serve, keepAliveTimeout: number) => Listener = (serve, keepAliveTimeout) =>
      createServer({ keepAliveTimeout }, serve),
  ) {
    this.router = new Router(served.routes);
    this.server = createListener(
      (request, response, adapt) => void this.serve(request, response, adapt),
      IDLE_MS,
    );
  }

  /** Starts to listen. @returns The base URL on this machine. */
  async listen(port: number, address: string, keepAlive = true): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, address, resolve);
    });
    if (!keepAlive) this.server.unref().on('connection', (socket) => socket.unref());
    const { port: actual } = this.server.address() as AddressInfo;
    const host = WILDCARDS[address] ?? address;
    return `http://${isIPv6(host) ? `[${host}]` : host}:${actual}`;
  }

  /** Stops the server and closes open connections immediately. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  private async serve(
    request: IncomingMessage,
    response: ServerResponse,
    adapt = (reply: HttpReply): HttpReply => reply,
  ): Promise<void> {
    try {
      const { method = 'GET' } = request;
      const target = splitTarget(request);
      const { query } = target;
      const { health, named: namedBy, servicesOf } = this.served;
      // A readiness check may use an address that is not an allowed host, and it is no activity.
      if (health && target.path === HEALTH_PATH && (method === 'GET' || method === 'HEAD'))
        return respondSoon(response, health());
      const named = namedBy?.(target.path);
      const { base, path } = named ?? { base: '', path: target.path };
      const found = this.router.find(method, path);
      const access = found?.route.access ?? 'public';
      const refusal = this.guard.refuse(request, path, access, named?.controlToken);
      // Each `await` costs a pass through the queue, and most requests need none before their route.
      const refused = refusal instanceof Promise ? await refusal : refusal;
      if (refused) return respondSoon(response, underBase(base, refused));
      let outcome: Outcome = NOT_FOUND;
      if (found) {
        const { route, parameters, allow } = found;
        const routed = { request, method, path, parameters, query, allow };
        const services = named?.services ?? servicesOf(routed);
        outcome = await route.respond(services instanceof Promise ? await services : services, routed);
      }
      if (access !== 'control') outcome = forBrowser(request, path, outcome);
      if (outcome === 'close') request.socket.resetAndDestroy();
      if (typeof outcome !== 'string') respondSoon(response, adapt(underBase(base, outcome)));
    } catch {
      fail(response);
    }
  }
}

/** Replaces an API response without a page by a page if a browser opens the address. */
function forBrowser({ method, headers }: IncomingMessage, path: string, outcome: Outcome): Outcome {
  if (typeof outcome === 'string' || method !== 'GET') return outcome;
  const isMissing = outcome.status === 404 || outcome.status === 405;
  const isPage = outcome.headers['content-type']?.startsWith('text/html') === true;
  const isBrowser = headers.accept?.includes('text/html') === true && headers.authorization === undefined;
  return isMissing && !isPage && isBrowser ? notFoundPage(outcome.status, path) : outcome;
}

/** Start of the addresses of pages that each world has. */
const LINKS = /(?<= (?:href|action)=")\/(?=console|terminal|login|app\/)/g;

/** Puts the path of a world before the links of its pages. Quotes in a page's texts are escaped, so no text looks like a link. */
function underBase(base: string, reply: HttpReply): HttpReply {
  if (base === '') return reply;
  const { location, 'content-type': type } = reply.headers;
  if (location?.startsWith('/') === true)
    return { ...reply, headers: { ...reply.headers, location: base + location } };
  if (type?.startsWith('text/html') !== true) return reply;
  return { ...reply, body: reply.body.replace(LINKS, `${base}/`) };
}

const NO_QUERY = new URLSearchParams();

/** Splits the request's target. Like the service, it counts repeated slashes in a path as one. */
function splitTarget({ url = '/' }: Pick<ReceivedRequest, 'url'>): { path: string; query: URLSearchParams } {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  return {
    path: path.includes('//') ? path.replace(/\/{2,}/g, '/') : path,
    query: mark < 0 ? NO_QUERY : new URLSearchParams(url.slice(mark + 1)),
  };
}
