import { createServer, connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** Distributes connections to the running processes, and closes a connection when its process ends. */
export class Balancer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #next = 0;

  /** @param ports - Returns the ports of the running processes. */
  constructor(ports: () => readonly number[]) {
    this.#server = createServer((client) => {
      const running = ports();
      const port = running[this.#next++ % running.length];
      if (port === undefined) client.destroy();
      else this.#join(client, connect(port, '127.0.0.1'));
    });
  }

  /** @returns the port. */
  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: Socket, app: Socket): void {
    for (const [one, other] of [
      [client, app],
      [app, client],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
