import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { ResponseReader } from './responses.js';

/** Longer than any response of a working server takes. */
const TIMEOUT_MS = 60_000;

/** Statuses of the responses to an exchange. */
export interface Exchange {
  statuses: number[];
  /** Whether the server did not respond before the timeout. */
  hung: boolean;
}

/** Opens a connection, and calls back with the status of each response and when the connection ends. */
export function open(
  url: URL,
  onStatus: (status: number) => void,
  onClose: (ending: { hung: boolean; error: Error | null }) => void,
): Socket {
  const reader = new ResponseReader();
  const ending: { hung: boolean; error: Error | null } = { hung: false, error: null };
  const socket = connect(Number(url.port), url.hostname);
  socket.setNoDelay(true);
  socket.setTimeout(TIMEOUT_MS, () => {
    ending.hung = true;
    socket.destroy();
  });
  socket.on('data', (bytes) => {
    try {
      reader.push(bytes).forEach(onStatus);
    } catch (error) {
      ending.error = error instanceof Error ? error : new Error('not a response');
      socket.destroy();
    }
  });
  // A server may close a connection at any time. The responses up to then count.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    onClose(ending);
  });
  return socket;
}

/** A connection that is reused until the server closes it, and then opened again. */
export class ReusedConnection {
  #socket: Socket | null = null;
  #onStatus: (status: number) => void = () => undefined;
  #onClose: (ending: { hung: boolean; error: Error | null }) => void = () => undefined;

  constructor(private readonly url: URL) {}

  /** Sends bytes and reads until the given number of responses has arrived or the connection ends. */
  async exchange(bytes: Buffer, responseCount: number): Promise<Exchange> {
    const isReused = this.#socket !== null;
    const exchange = await this.#exchangeOnce(bytes, responseCount);
    // The server may have closed the idle connection at that moment.
    return isReused && exchange.statuses.length === 0 && !exchange.hung
      ? this.#exchangeOnce(bytes, responseCount)
      : exchange;
  }

  close(): void {
    this.#socket?.resetAndDestroy();
  }

  #exchangeOnce(bytes: Buffer, responseCount: number): Promise<Exchange> {
    return new Promise((resolve, reject) => {
      const statuses: number[] = [];
      this.#onStatus = (status) => {
        statuses.push(status);
        if (statuses.length === responseCount) resolve({ statuses, hung: false });
      };
      this.#onClose = ({ hung, error }) => {
        this.#socket = null;
        if (error === null) resolve({ statuses, hung });
        else reject(error);
      };
      this.#socket ??= open(
        this.url,
        (status) => {
          this.#onStatus(status);
        },
        (ending) => {
          this.#onClose(ending);
        },
      );
      this.#socket.write(bytes);
    });
  }
}
