import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, it } from '@jest/globals';
import { jsonReply } from '../http/reply.js';
import { respondSoon } from '../http/responses.js';
import { createSend } from './send.js';

/** Responds to each request, and closes the connection when a message arrives. */
const RECEIVER = `
  const { createServer } = require('node:net');
  const { parentPort } = require('node:worker_threads');
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on('data', () => {
      const body = String(connections);
      socket.write('HTTP/1.1 200 OK\\r\\ncontent-length: ' + body.length + '\\r\\n\\r\\n' + body);
    });
    socket.on('error', () => undefined);
    parentPort.once('message', (closed) => {
      socket.once('close', () => {
        Atomics.store(closed, 0, 1);
        Atomics.notify(closed, 0);
      });
      socket.destroy();
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

it('reuses a connection, but not one that the receiver closed while the program was busy', async () => {
  const receiver = new Worker(RECEIVER, { eval: true });
  try {
    const [port] = (await once(receiver, 'message')) as [number];
    const send = createSend();
    const post = async (): Promise<string> => {
      const outgoing = { method: 'POST', body: '{}' } as const;
      const { body } = await send(`http://127.0.0.1:${port}/`, outgoing, new AbortController().signal);
      return body;
    };
    let reused = '';
    // A connection is reused within half a second, and a busy machine can take longer.
    for (let last = await post(); reused !== last; last = await post()) reused = last;
    const closed = new Int32Array(new SharedArrayBuffer(4));
    receiver.postMessage(closed);
    // As a breakpoint does, until after the receiver has closed the connection.
    Atomics.wait(closed, 0, 0);
    Atomics.wait(closed, 0, 1, 600);
    expect(Number(await post())).toBe(Number(reused) + 1);
  } finally {
    await receiver.terminate();
  }
});

it('sends again on a new connection if the receiver closes the reused one, as an application that restarts does', async () => {
  const received: number[] = [];
  const server = createServer((socket) => {
    const connection = received.push(0) - 1;
    socket.on('data', () => {
      received[connection]!++;
      if (received[connection] === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      else socket.resetAndDestroy();
    });
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const send = createSend();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const post = () => send(url, { method: 'POST', body: '{}' }, new AbortController().signal);
  while (!received.includes(2)) expect((await post()).status).toBe(200);
  expect(received.slice(-2)).toEqual([2, 1]);
  server.close();
});

it('sends the response to a request before the webhook that the request caused', async () => {
  const order: string[] = [];
  const onStart = (): unknown => order.push('webhook');
  const send = createSend();
  const receiver = createHttpServer((_, response) => response.end()).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  let delivered: Promise<unknown> | undefined;
  const server = createHttpServer((_, response) => {
    response.on('prefinish', () => order.push('response'));
    delivered = send(receiverUrl, { method: 'POST', body: '{}' }, new AbortController().signal);
    respondSoon(response, jsonReply(200, '{}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    // The second webhook reuses a connection, so it could leave at once.
    for (let time = 0; time < 2; time++) {
      const call = connect((server.address() as AddressInfo).port, '127.0.0.1');
      subscribe('http.client.request.start', onStart);
      call.end('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n').resume();
      await once(call, 'end');
      await delivered;
      unsubscribe('http.client.request.start', onStart);
    }
    expect(order).toEqual(['response', 'webhook', 'response', 'webhook']);
  } finally {
    server.close();
    receiver.close();
    receiver.closeAllConnections();
  }
});
