import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createNetServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { Listener, Serve } from '../http/listener.js';
import type { HttpReply } from '../http/reply.js';
import type { ServerCertificate } from './certificates.js';
import { SERVICE_NAMES, serviceHostOf } from './service-hosts.js';

/** First byte of a TLS handshake. */
const TLS_HANDSHAKE = 0x16;
const NO_FORWARDING = `it only responds for ${SERVICE_NAMES.join(', ')}`;

/**
 * Creates a listener that accepts four kinds of requests on one port: plain requests to the simulator, CONNECT, absolute addresses as
 * in requests to a proxy, and TLS by server name. It opens no connection to any host.
 */
export function createTransparentListener(
  { key, cert }: ServerCertificate,
  serve: Serve,
  keepAliveTimeout: number,
): Listener {
  const secureContext = createSecureContext({ key, cert });
  const sockets = new Set<Socket>();

  /** Serves a request for a host name of the service. */
  const serveName = (
    request: IncomingMessage,
    response: ServerResponse,
    name: string,
    path: string,
  ): void => {
    const host = serviceHostOf(name);
    if (host === undefined) return refuse(response, 421, refusalOf(name));
    const { headers } = request;
    const own = `127.0.0.1:${request.socket.localPort ?? 0}`;
    // The simulator's own pages post to their own origin.
    if (headers.origin === `https://${headers.host ?? ''}`) headers.origin = `http://${own}`;
    headers.host = own;
    request.url = `/${host}${path}`;
    serve(request, response, host === 'web' ? withoutPrefix : undefined);
  };

  const secure = createServer({ keepAliveTimeout }, (request, response) => {
    const { servername } = request.socket as TLSSocket & { readonly servername?: string | false };
    const name = servername || (request.headers.host ?? '').replace(/:\d+$/, '');
    serveName(request, response, name, request.url ?? '/');
  });
  const startTls = (socket: Socket): void => {
    const tls = new TLSSocket(socket, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] });
    // Node.js can only reset the connection below TLS.
    tls.resetAndDestroy = () => {
      socket.resetAndDestroy();
      return tls;
    };
    // For example a client that does not trust the certificate authority.
    tls.on('error', () => socket.destroy());
    secure.emit('connection', tls);
  };

  const plain = createServer({ keepAliveTimeout }, (request, response) => {
    const target = request.url ?? '/';
    if (target.startsWith('/') || !URL.canParse(target)) return serve(request, response);
    // Some clients, such as axios before 1.16, send requests for HTTPS addresses to a proxy without CONNECT.
    const { protocol, hostname, host, port, pathname, search } = new URL(target);
    if (serviceHostOf(hostname) === undefined || (port !== '' && protocol === 'https:'))
      return refuse(response, 403, refusalOf(host));
    if (protocol !== 'https:')
      return refuse(response, 403, `pay-simulator only responds to https://${hostname}, as the service does`);
    serveName(request, response, hostname, pathname + search);
  });
  plain.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const [, name = '', port] = /^(.*):(\d+)$/.exec(request.url ?? '') ?? [];
    if (serviceHostOf(name) === undefined || port !== '443') {
      const reason = refusalOf(name || (request.url ?? ''));
      // Clients show the status line rather than the body.
      socket.end(
        `HTTP/1.1 403 ${reason}\r\ncontent-type: text/plain\r\ncontent-length: ${reason.length}\r\nconnection: close\r\n\r\n${reason}`,
      );
      return;
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length > 0) socket.unshift(head);
    startTls(socket);
  });

  const listener = createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    const chooseProtocol = (): void => {
      const first = socket.read(1) as Buffer | null;
      if (first === null) {
        if (socket.readableEnded) socket.destroy();
        else socket.once('readable', chooseProtocol);
        return;
      }
      socket.unshift(first);
      if (first[0] === TLS_HANDSHAKE) startTls(socket);
      else plain.emit('connection', socket);
    };
    chooseProtocol();
  });
  return Object.assign(listener, {
    closeAllConnections(): void {
      for (const socket of sockets) socket.destroy();
    },
  });
}

function refusalOf(name: string): string {
  const text = name.replace(/[^\w.:[\]-]/g, '').slice(0, 100);
  const local = /^(localhost|127\.|\[?::1)/.test(text) ? ' (add it to NO_PROXY)' : '';
  return `pay-simulator does not forward to ${text}${local}: ${NO_FORWARDING}`;
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
  response.end(JSON.stringify({ error: sentence }));
}

/** Removes the prefix of the web host from the checkout's own links, because its own name stands for the prefix. */
function withoutPrefix(reply: HttpReply): HttpReply {
  const { location } = reply.headers;
  const headers = location?.startsWith('/web/')
    ? { ...reply.headers, location: location.slice('/web'.length) }
    : reply.headers;
  const isPage = headers['content-type']?.startsWith('text/html') === true;
  return { ...reply, headers, body: isPage ? reply.body.replaceAll('"/web/web/', '"/web/') : reply.body };
}
