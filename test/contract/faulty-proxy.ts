import { createServer, connect } from 'node:net';
import type { Server, Socket } from 'node:net';
import { freePort } from '../free-port.mjs';

/** Phases of an exchange in which the connection can be reset. */
export const PHASES = [
  'before connect',
  'after headers',
  'mid-body',
  'after the full request',
  'mid-response',
] as const;
export type Phase = (typeof PHASES)[number];

/** TCP proxy between client and service that can reset one exchange. */
export class FaultyProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #aim: { phase: Phase; path: RegExp } | null = null;
  #port = 0;
  /** Number of requests on the chosen path. */
  seen = 0;

  constructor(private readonly servicePort: number) {
    this.#server = createServer((client) => this.#serve(client));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async open(): Promise<void> {
    // It opens again at the same port.
    if (this.#port === 0) this.#port = await freePort();
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
  }

  /** Closes the proxy and its connections. */
  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    if (!this.#server.listening) return;
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  /** Resets the next exchange on such a path in this phase. */
  async aim(phase: Phase, path: RegExp): Promise<void> {
    this.seen = 0;
    this.#aim = { phase, path };
    if (phase === 'before connect') await this.close();
  }

  #serve(client: Socket): void {
    const service = connect(this.servicePort, '127.0.0.1');
    const ends = [client, service];
    for (const socket of ends) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        for (const end of ends) end.destroy();
      });
    }
    const reset = (): void => {
      for (const end of ends) end.resetAndDestroy();
    };
    let responsePhase: Phase | null = null;
    let pending = Buffer.alloc(0);
    client.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      const request = wholeRequest(pending);
      if (request === null) return;
      pending = pending.subarray(request.end);
      const phase = this.#take(request.path);
      if (phase === 'after headers' || phase === 'mid-body') {
        const half = request.headersEnd + Math.floor((request.end - request.headersEnd) / 2);
        const part = request.bytes.subarray(0, phase === 'mid-body' ? half : request.headersEnd);
        service.write(part, reset);
        return;
      }
      responsePhase = phase;
      service.write(request.bytes);
    });
    service.on('data', (chunk: Buffer) => {
      if (responsePhase === null) client.write(chunk);
      // The service has responded, so the operation is done.
      else if (responsePhase === 'after the full request') reset();
      else client.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), reset);
    });
  }

  #take(path: string): Phase | null {
    const aim = this.#aim;
    if (aim === null || !aim.path.test(path)) return null;
    this.seen++;
    if (this.seen > 1) return null;
    return aim.phase === 'before connect' ? null : aim.phase;
  }
}

interface RawRequest {
  path: string;
  bytes: Buffer;
  headersEnd: number;
  end: number;
}

function wholeRequest(bytes: Buffer): RawRequest | null {
  const headersEnd = bytes.indexOf('\r\n\r\n') + 4;
  if (headersEnd < 4) return null;
  const head = bytes.subarray(0, headersEnd).toString('latin1');
  const end = headersEnd + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  if (bytes.length < end) return null;
  return { path: head.split(' ')[1] ?? '', bytes: bytes.subarray(0, end), headersEnd, end };
}
