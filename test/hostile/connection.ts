import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { AnswerReader } from './answers.js';

/** Longer than any answer of a server that works takes. */
const HUNG_AFTER_MS = 60_000;

/** What came back: the statuses of the answers, and whether the server was waited for in vain. */
export interface Exchange {
  statuses: number[];
  hung: boolean;
}

/** Opens a connection and hands over each answer's status, then what ended it. */
export function open(
  url: URL,
  onStatus: (status: number) => void,
  onClose: (ending: { hung: boolean; error: Error | null }) => void,
): Socket {
  const reader = new AnswerReader();
  const ending: { hung: boolean; error: Error | null } = { hung: false, error: null };
  const socket = connect(Number(url.port), url.hostname);
  socket.setNoDelay(true);
  socket.setTimeout(HUNG_AFTER_MS, () => {
    ending.hung = true;
    socket.destroy();
  });
  socket.on('data', (bytes) => {
    try {
      reader.push(bytes).forEach(onStatus);
    } catch (error) {
      ending.error = error instanceof Error ? error : new Error('no answer');
      socket.destroy();
    }
  });
  // A server may end a connection at any time: what was answered by then is what counts.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    onClose(ending);
  });
  return socket;
}

/** A connection that is kept while the server keeps it, and opened anew when it does not. */
export class KeptConnection {
  #socket: Socket | null = null;
  #onStatus: (status: number) => void = () => undefined;
  #onClose: (ending: { hung: boolean; error: Error | null }) => void = () => undefined;

  constructor(private readonly url: URL) {}

  /** Writes, and reads until so many answers have come or the connection ends. */
  async exchange(bytes: Buffer, answers: number): Promise<Exchange> {
    const isKept = this.#socket !== null;
    const exchange = await this.#exchangeOnce(bytes, answers);
    // One that was idle may have been closed just then.
    return isKept && exchange.statuses.length === 0 && !exchange.hung
      ? this.#exchangeOnce(bytes, answers)
      : exchange;
  }

  close(): void {
    this.#socket?.resetAndDestroy();
  }

  #exchangeOnce(bytes: Buffer, answers: number): Promise<Exchange> {
    return new Promise((resolve, reject) => {
      const statuses: number[] = [];
      this.#onStatus = (status) => {
        statuses.push(status);
        if (statuses.length === answers) resolve({ statuses, hung: false });
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
