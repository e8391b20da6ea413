import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { postgresStore } from 'nestjs-pay/postgres';
import { Pool } from 'pg';

/** Encodes a message of the PostgreSQL protocol: type, length and body. */
function message(letter: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(letter), length, body]);
}

const WELCOME = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const ENDED = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

let server: Server;
let pool: Pool;
beforeEach(async () => {
  // In one packet, so that the connection has ended before the caller can use it.
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([WELCOME, READY, ENDED])));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  pool = new Pool({ host: '127.0.0.1', port, user: 'pay', password: 'pay', database: 'pay', ssl: false });
});
afterEach(async () => {
  await pool.end();
  await new Promise((resolve) => server.close(resolve));
});

it('a connection that ends while the pool hands it over fails the call, but not the process', async () => {
  await expect(postgresStore({ pool }).migrate()).rejects.toThrow();
});
