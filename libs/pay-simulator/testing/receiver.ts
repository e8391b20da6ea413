import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One notification that arrived. */
export interface Received {
  readonly method: string;
  readonly text: string;
  readonly envelope: Readonly<Record<string, unknown>> & {
    readonly EventData: Readonly<Record<string, unknown>>;
  };
}

/** How the receiver answers a POST; null: not at all. */
type Behaviour = (received: Received) => { readonly status: number; readonly location?: string } | null;

/** A merchant's webhook endpoint. */
export class Receiver {
  readonly received: Received[] = [];
  /** Answer to the verification GET. */
  handshake: { status: number; body: string; location?: string } | null;
  behaviour: Behaviour = () => ({ status: 200 });

  private constructor(
    private readonly server: Server,
    key: string,
  ) {
    this.handshake = { status: 200, body: JSON.stringify({ Key: key }) };
  }

  static async start(key: string, port = 0): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server, key);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const answer =
          request.method === 'GET'
            ? receiver.handshake
            : receiver.take(request.method ?? '', Buffer.concat(chunks).toString());
        if (!answer) return;
        if (answer.location !== undefined) response.setHeader('location', answer.location);
        response.writeHead(answer.status).end('body' in answer ? answer.body : '');
      });
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks/pay`;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  private take(method: string, text: string): ReturnType<Behaviour> {
    const received = { method, text, envelope: JSON.parse(text) as Received['envelope'] };
    this.received.push(received);
    return this.behaviour(received);
  }
}
