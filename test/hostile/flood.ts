import type { Socket } from 'node:net';
import { open, ReusedConnection } from './connection.js';
import type { HostileRequest } from './framings.js';

/**
 * Result of a request: the status of its response; `closed` if the server closed the connection on a malformed request;
 * `dropped` if it closed the connection on a complete request, which is an error; `hung` if it did not respond in time.
 */
export type Outcome = number | 'closed' | 'dropped' | 'hung';

/** Counts the outcomes of each kind of request. */
export class Tally {
  readonly outcomes = new Map<string, Map<Outcome, number>>();
  sent = 0;

  count(kind: string, outcome: Outcome): void {
    const ofKind = this.outcomes.get(kind) ?? new Map<Outcome, number>();
    this.outcomes.set(kind, ofKind.set(outcome, (ofKind.get(outcome) ?? 0) + 1));
    this.sent++;
  }

  /** Returns the counts of each outcome by kind of request. */
  byOutcome(): Record<string, Record<string, number>> {
    const all: Record<string, Record<string, number>> = {};
    for (const [kind, outcomes] of this.outcomes)
      for (const [outcome, times] of outcomes) (all[outcome] ??= {})[kind] = times;
    return all;
  }
}

const MAX_WORKERS = 8;
const MAX_PIPELINED = 16;
const MAX_SLOW = 40;

/** Sends all requests, several at a time, and resolves when each has an outcome. */
export async function flood(url: URL, requests: Iterator<HostileRequest>, tally: Tally): Promise<void> {
  const slow = new Set<SlowSender>();
  const worker = async (): Promise<void> => {
    const connection = new ReusedConnection(url);
    let batch: HostileRequest[] = [];
    const flush = async (): Promise<void> => {
      await sendAll(connection, batch, tally);
      batch = [];
    };
    for (let next = requests.next(); next.done !== true; next = requests.next()) {
      const request = next.value;
      if (request.sending === 'whole' || request.sending === 'last') batch.push(request);
      else if (request.sending === 'slow') {
        while (slow.size >= MAX_SLOW) await step(slow);
        slow.add(new SlowSender(url, request, tally, slow));
      } else tally.count(request.kind, await sendAlone(url, request));
      if (batch.length < MAX_PIPELINED && request.sending !== 'last') continue;
      await flush();
      for (const sender of slow) sender.step();
    }
    await flush();
    connection.close();
  };
  await Promise.all(Array.from({ length: MAX_WORKERS }, worker));
  while (slow.size > 0) await step(slow);
}

async function step(slow: Set<SlowSender>): Promise<void> {
  for (const sender of slow) sender.step();
  await new Promise(setImmediate);
}

/** Pipelines complete requests. After the server closes the connection, the remaining requests are sent on a new one. */
async function sendAll(
  connection: ReusedConnection,
  batch: readonly HostileRequest[],
  tally: Tally,
): Promise<void> {
  let left = [...batch];
  while (left.length > 0) {
    const bytes = Buffer.concat(left.flatMap(({ pieces }) => pieces));
    const { statuses, hung } = await connection.exchange(bytes, left.length);
    statuses.forEach((status, index) => {
      tally.count(left[index]?.kind ?? 'more responses than requests', status);
    });
    // If another request got a response before, the server closed the connection after that one.
    const dropped = statuses.length === 0 ? left.slice(0, 1) : [];
    for (const { kind } of dropped) tally.count(kind, hung ? 'hung' : 'dropped');
    left = left.slice(statuses.length + dropped.length);
  }
}

function sendAlone(url: URL, { pieces, sending }: HostileRequest): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    let outcome: Outcome = 'closed';
    const socket = open(
      url,
      (status) => {
        if (outcome === 'closed') outcome = status;
        // After a reset, no port stays in TIME_WAIT.
        socket.resetAndDestroy();
      },
      ({ hung, error }) => {
        if (error === null) resolve(hung ? 'hung' : outcome);
        else reject(error);
      },
    );
    socket.write(Buffer.concat(pieces), () => {
      if (sending === 'finished') socket.end();
      if (sending === 'reset') socket.resetAndDestroy();
    });
  });
}

/** Sends a request in pieces, one at each step. */
class SlowSender {
  readonly #left: Buffer[];
  readonly #socket: Socket;

  constructor(url: URL, { kind, pieces }: HostileRequest, tally: Tally, others: Set<SlowSender>) {
    this.#left = [...pieces];
    let outcome: Outcome = 'closed';
    this.#socket = open(
      url,
      (status) => {
        if (outcome === 'closed') outcome = status;
        this.#socket.resetAndDestroy();
      },
      ({ hung }) => {
        others.delete(this);
        tally.count(kind, hung ? 'hung' : outcome);
      },
    );
  }

  step(): void {
    const piece = this.#left.shift();
    if (piece !== undefined && this.#socket.writable) this.#socket.write(piece);
  }
}
