// Ports for servers that start later, or again. Systems give clients, and servers that name no port, ports above 32,767. So no other
// program gets one of these by chance before the server listens, or while it is down.
import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** @param {string} host */
export async function freePort(host = '127.0.0.1') {
  for (;;) {
    const port = randomInt(20_000, 32_768);
    const server = createServer().listen(port, host);
    try {
      await once(server, 'listening');
    } catch (error) {
      if (error.code === 'EADDRINUSE') continue;
      throw error;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
