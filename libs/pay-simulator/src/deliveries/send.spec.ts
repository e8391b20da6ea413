import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from '@jest/globals';
import { createSend } from './send.js';

/** Responds to each request, and closes the connection if it gets no other one. */
const RECEIVER = `
  const { createServer } = require('node:net');
  const { parentPort } = require('node:worker_threads');
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on('data', () => {
      const body = String(connections);
      socket.write('HTTP/1.1 200 OK\\r\\ncontent-length: ' + body.length + '\\r\\n\\r\\n' + body);
      socket.setTimeout(300, () => socket.destroy());
    });
    socket.on('error', () => undefined);
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
    expect([await post(), await post()]).toEqual(['1', '1']);
    // As a breakpoint does.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
    expect(await post()).toBe('2');
  } finally {
    await receiver.terminate();
  }
});
