import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TransportError } from './transport.js';
import type { TransportRequest } from './transport.js';
import { UndiciTransport } from './undici-transport.js';

describe('UndiciTransport', () => {
  let transport: UndiciTransport;
  const opened: { server: Server; sockets: Set<Socket> }[] = [];

  beforeEach(() => {
    transport = new UndiciTransport({ connectTimeoutMs: 2000 });
  });
  afterEach(async () => {
    for (const { server, sockets } of opened.splice(0)) {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
    await transport.close();
  });

  const listen = async (server: Server): Promise<string> => {
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => sockets.add(socket));
    opened.push({ server, sockets });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const http = (listener: RequestListener): Promise<string> => listen(createServer(listener));
  const sockets = (listener: (socket: Socket) => void): Promise<string> =>
    listen(createSocketServer(listener));
  const request = (url: string, more: Partial<TransportRequest> = {}): TransportRequest => ({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: '{"amount":1000}',
    signal: new AbortController().signal,
    maxBodyBytes: 1_000_000,
    ...more,
  });
  const failureOf = async (sent: Promise<unknown>): Promise<TransportError> => {
    const error: unknown = await sent.then(
      () => new Error('it got a response'),
      (reason: unknown) => reason,
    );
    if (error instanceof TransportError) return error;
    throw error;
  };

  const closed = async (all: Set<Socket>): Promise<void> => {
    for (const socket of all) if (!socket.closed) await once(socket, 'close');
  };

  it('returns status, lower-case headers and body bytes for every status', async () => {
    const url = await http((req, res) => {
      req.resume().on('end', () => res.writeHead(452, { 'X-Viva-CorrelationId': '26-1-A' }).end('{"a":1}'));
    });
    const response = await transport.send(request(`${url}/a%2Fb?x=1`));
    expect(response.status).toBe(452);
    expect(response.headers['x-viva-correlationid']).toBe('26-1-A');
    expect(Buffer.from(response.body).toString()).toBe('{"a":1}');
  });

  it('does not follow redirects, which would send credentials to another host', async () => {
    let calls = 0;
    const url = await http((_req, res) => {
      calls++;
      res.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect((await transport.send(request(url))).status).toBe(307);
    expect(calls).toBe(1);
  });

  it('reports sent: false if the connection is refused', async () => {
    const server = createSocketServer();
    const url = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await failureOf(transport.send(request(url)))).toMatchObject({
      problem: 'connection',
      sent: false,
      causeCode: 'ECONNREFUSED',
    });
  });

  it('reports sent: false if the TLS handshake fails', async () => {
    const url = await sockets((socket) => socket.end('this is not TLS'));
    const failure = await failureOf(transport.send(request(url.replace('http:', 'https:'))));
    expect(failure).toMatchObject({ problem: 'connection', sent: false });
  });

  it('reports sent: true if the connection breaks after the request', async () => {
    const url = await http((req) => {
      req.resume().on('end', () => req.socket.destroy());
    });
    expect(await failureOf(transport.send(request(url)))).toMatchObject({
      problem: 'connection',
      sent: true,
    });
  });

  it('reports sent: true if the connection breaks during the response', async () => {
    const url = await http((req, res) => {
      req.resume().on('end', () => {
        res.writeHead(200, { 'content-length': '100' });
        res.write('{"orderCode":12', () => req.socket.destroy());
      });
    });
    expect(await failureOf(transport.send(request(url)))).toMatchObject({
      problem: 'connection',
      sent: true,
    });
  });

  it('sends nothing if the signal is already aborted', async () => {
    let calls = 0;
    const url = await http((_req, res) => {
      calls++;
      res.end();
    });
    expect(await failureOf(transport.send(request(url, { signal: AbortSignal.abort() })))).toMatchObject({
      problem: 'aborted',
      sent: false,
    });
    expect(calls).toBe(0);
  });

  it('reports sent: false if the call is aborted while it connects', async () => {
    const controller = new AbortController();
    // TLS to a server that never responds to the handshake: connected, but no byte of the request.
    const url = await sockets(() => {
      controller.abort();
    });
    const failure = await failureOf(
      transport.send(request(url.replace('http:', 'https:'), { signal: controller.signal })),
    );
    expect(failure).toMatchObject({ problem: 'aborted', sent: false });
  });

  it.each(['before the headers', 'in the middle of the body'])(
    'ends a stalled exchange %s if the call is aborted',
    async (phase) => {
      const controller = new AbortController();
      const url = await http((req, res) => {
        req.resume().on('end', () => {
          if (phase === 'before the headers') controller.abort();
          else res.writeHead(200).write('{"half":', () => setImmediate(() => controller.abort()));
        });
      });
      const failure = await failureOf(transport.send(request(url, { signal: controller.signal })));
      expect(failure).toMatchObject({ problem: 'aborted', sent: true });
    },
  );

  it('opens no connection for calls that were aborted while they waited for a response', async () => {
    let isAway = true;
    const controller = new AbortController();
    let arrived = 0;
    const url = await http((_req, res) => {
      if (!isAway) res.end('{}');
      else if (++arrived === 20) controller.abort();
    });
    const { signal } = controller;
    const calls = Array.from({ length: 20 }, () => failureOf(transport.send(request(url, { signal }))));
    for (const failure of await Promise.all(calls))
      expect(failure).toMatchObject({ problem: 'aborted', sent: true });
    const { sockets } = opened[0] ?? { sockets: new Set<Socket>() };
    await closed(sockets);
    isAway = false;
    expect((await transport.send(request(url))).status).toBe(200);
    expect(sockets.size).toBe(21);
  });

  it('closes a half-open connection if its call is aborted', async () => {
    await transport.close();
    transport = new UndiciTransport({ connectTimeoutMs: 600_000 });
    const controller = new AbortController();
    const url = await sockets((socket) => {
      socket.resume();
      controller.abort();
    });
    const { signal } = controller;
    const call = transport.send(request(url.replace('http:', 'https:'), { signal }));
    expect(await failureOf(call)).toMatchObject({ problem: 'aborted', sent: false });
    await closed(opened[0]?.sockets ?? new Set());
    expect(opened[0]?.sockets.size).toBe(1);
  });

  it('refuses a response that is too long', async () => {
    const url = await http((_req, res) => res.end('x'.repeat(2000)));
    const failure = await failureOf(transport.send(request(url, { maxBodyBytes: 1000 })));
    expect(failure).toMatchObject({ problem: 'too-large', sent: true });
  });

  it('reuses connections', async () => {
    const url = await http((req, res) => {
      req.resume().on('end', () => res.end('{}'));
    });
    for (let call = 0; call < 20; call++) await transport.send(request(url));
    // The pool may open a second connection while a response is still being read, but never one for each call.
    expect(opened[0]?.sockets.size).toBeLessThan(10);
  });

  it('removes its listener from the signal, because a signal can serve many calls', async () => {
    const url = await http((_req, res) => res.end('{}'));
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = ((...args: Parameters<typeof add>) => (
      listeners++,
      add(...args)
    )) as typeof add;
    signal.removeEventListener = ((...args: Parameters<typeof remove>) => (
      listeners--,
      remove(...args)
    )) as typeof remove;
    await transport.send(request(url, { signal }));
    expect(listeners).toBe(0);
  });
});
