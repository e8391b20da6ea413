import type { Socket } from 'node:net';
import { KeptConnection, open } from './connection.js';
import type { HostileRequest } from './framings.js';

/**
 * What became of a request: the status of its answer; `closed` for a broken one at which the connection ended, `dropped` for
 * a whole one, which should have been answered; `hung` where nothing came of it.
 */
export type Fate = number | 'closed' | 'dropped' | 'hung';

/** How often each kind of request met each fate. */
export class Tally {
  readonly fates = new Map<string, Map<Fate, number>>();
  sent = 0;

  count(kind: string, fate: Fate): void {
    const ofKind = this.fates.get(kind) ?? new Map<Fate, number>();
    this.fates.set(kind, ofKind.set(fate, (ofKind.get(fate) ?? 0) + 1));
    this.sent++;
  }

  /** How often each fate was met, with the kinds that met it. */
  byFate(): Record<string, Record<string, number>> {
    const all: Record<string, Record<string, number>> = {};
    for (const [kind, fates] of this.fates)
      for (const [fate, times] of fates) (all[fate] ??= {})[kind] = times;
    return all;
  }
}

const LANES = 8;
const PIPELINED = 16;
const MAX_SLOW = 40;

/** Sends all requests, several at a time, and resolves when the fate of each is known. */
export async function flood(url: URL, requests: Iterator<HostileRequest>, tally: Tally): Promise<void> {
  const slow = new Set<SlowSender>();
  const lane = async (): Promise<void> => {
    const connection = new KeptConnection(url);
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
      if (batch.length < PIPELINED && request.sending !== 'last') continue;
      await flush();
      for (const sender of slow) sender.step();
    }
    await flush();
    connection.close();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  while (slow.size > 0) await step(slow);
}

async function step(slow: Set<SlowSender>): Promise<void> {
  for (const sender of slow) sender.step();
  await new Promise(setImmediate);
}

/** Pipelines whole requests; those behind one at which the server closes the connection are sent again on another. */
async function sendAll(
  connection: KeptConnection,
  batch: readonly HostileRequest[],
  tally: Tally,
): Promise<void> {
  let left = [...batch];
  while (left.length > 0) {
    const bytes = Buffer.concat(left.flatMap(({ pieces }) => pieces));
    const { statuses, hung } = await connection.exchange(bytes, left.length);
    statuses.forEach((status, index) => {
      tally.count(left[index]?.kind ?? 'more answers than requests', status);
    });
    // The first one without an answer is innocent where another one was answered before it.
    const dropped = statuses.length === 0 ? left.slice(0, 1) : [];
    for (const { kind } of dropped) tally.count(kind, hung ? 'hung' : 'dropped');
    left = left.slice(statuses.length + dropped.length);
  }
}

function sendAlone(url: URL, { pieces, sending }: HostileRequest): Promise<Fate> {
  return new Promise((resolve, reject) => {
    let fate: Fate = 'closed';
    const socket = open(
      url,
      (status) => {
        if (fate === 'closed') fate = status;
        // A reset leaves no port behind that waits.
        socket.resetAndDestroy();
      },
      ({ hung, error }) => {
        if (error === null) resolve(hung ? 'hung' : fate);
        else reject(error);
      },
    );
    socket.write(Buffer.concat(pieces), () => {
      if (sending === 'finished') socket.end();
      if (sending === 'reset') socket.resetAndDestroy();
    });
  });
}

/** Sends a request piece by piece, one at each step. */
class SlowSender {
  readonly #left: Buffer[];
  readonly #socket: Socket;

  constructor(url: URL, { kind, pieces }: HostileRequest, tally: Tally, others: Set<SlowSender>) {
    this.#left = [...pieces];
    let fate: Fate = 'closed';
    this.#socket = open(
      url,
      (status) => {
        if (fate === 'closed') fate = status;
        this.#socket.resetAndDestroy();
      },
      ({ hung }) => {
        others.delete(this);
        tally.count(kind, hung ? 'hung' : fate);
      },
    );
  }

  step(): void {
    const piece = this.#left.shift();
    if (piece !== undefined && this.#socket.writable) this.#socket.write(piece);
  }
}
