import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Merchant } from './merchant.js';

/** One notification that arrived. */
export interface Received {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly envelope: Readonly<Record<string, unknown>> & {
    readonly EventData: Readonly<Record<string, unknown>>;
  };
}

/** Returns the response to a POST, or null for no response. */
type Behavior = (
  received: Received,
) => { readonly status: number; readonly location?: string; readonly body?: string } | null;

/** A merchant's webhook endpoint. */
export class Receiver {
  readonly received: Received[] = [];
  /** Response to the verification GET. */
  handshake: { status: number; body: string; location?: string } | null;
  behavior: Behavior = () => ({ status: 200 });

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
        const reply =
          request.method === 'GET'
            ? receiver.handshake
            : receiver.take(request, Buffer.concat(chunks).toString());
        if (!reply) return;
        if (reply.location !== undefined) response.setHeader('location', reply.location);
        response.writeHead(reply.status).end(reply.body ?? '');
      });
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return receiver;
  }

  /** Starts a receiver and registers it for events of a merchant. */
  static async startFor(merchant: Merchant, eventTypeIds: readonly number[]): Promise<Receiver> {
    const { json } = await merchant.web('GET', '/api/messages/config/token');
    const receiver = await Receiver.start(String(json.Key));
    await merchant.simulator.webhooks.register({ url: receiver.url, eventTypeIds });
    return receiver;
  }

  /** Returns the data of all received events of a type. */
  dataOf(eventTypeId: number): readonly Received['envelope']['EventData'][] {
    return this.received
      .filter(({ envelope }) => envelope.EventTypeId === eventTypeId)
      .map(({ envelope }) => envelope.EventData);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks/pay`;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  private take({ method = '', headers }: IncomingMessage, text: string): ReturnType<Behavior> {
    const received = { method, headers, text, envelope: JSON.parse(text) as Received['envelope'] };
    this.received.push(received);
    return this.behavior(received);
  }
}
