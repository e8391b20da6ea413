import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SendFailure, type Answer, type Outgoing, type Send } from '../deliveries/send.js';
import type { ReceivedRequest } from '../http/received-request.js';
import type { Ids } from '../domain/ids.js';
import type { DataFile } from './data-file.js';
import type { Entry, Happening, KeptAnswer } from './entries.js';
import { isKept, keptOf, requestAgain, wholeRequest } from './whole-request.js';

/** The simulator, as far as things happen to it. */
export interface Happens {
  request(request: ReceivedRequest): Promise<unknown>;
  call(part: string, method: string, args: readonly unknown[]): unknown;
  tick(): Promise<void>;
}

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (failure: SendFailure) => void;
}

/**
 * Keeps a simulator's state by keeping what happened to it: the same things at the same times, with the same ids, make the
 * same state. Each is noted before it has an effect, and done again, in its order, when the simulator starts.
 */
export class Recording {
  private state: 'again' | 'live' | 'closed' = 'again';
  /** Time stands still while something happens: all of it has the time that is noted. */
  private time: number | undefined;
  private latest: number;
  private readonly waiting = new Map<string, Waiting>();
  private readonly sent = new Map<string, number>();
  private becomeReady: () => void = () => undefined;
  private readonly ready = new Promise<void>((resolve) => (this.becomeReady = resolve));

  constructor(
    private readonly file: DataFile,
    private readonly ids: Ids,
    private readonly sendNow: Send,
  ) {
    this.latest = file.startedAt;
    this.time = file.startedAt;
  }

  /** Real time, milliseconds: never before what is noted. */
  readonly now = (): number => this.time ?? Math.max(Date.now(), this.latest);

  /** Sends as {@link Send} does; what was answered in an earlier life is answered again, and nothing is sent. */
  readonly send: Send = (url, outgoing, signal) => {
    const to = this.nameOf(url, outgoing);
    if (this.state === 'again')
      return new Promise((resolve, reject) => this.waiting.set(to, { resolve, reject }));
    return this.sendNow(url, outgoing, signal).then(
      (answer) => {
        this.note({ answered: { to, answer } });
        return answer;
      },
      (error: unknown) => {
        if (error instanceof SendFailure) {
          const { reason, message } = error;
          this.note({ answered: { to, failure: { reason, message } } });
        }
        throw error;
      },
    );
  };

  /** Takes a request in: it waits until the earlier life was gone through. */
  readonly take = async (request: IncomingMessage): Promise<ReceivedRequest> => {
    await this.ready;
    if (!isKept(request)) return request;
    const whole = await wholeRequest(request);
    this.note({ request: await keptOf(whole) });
    return whole;
  };

  /** Whether the clock may move by itself; if so, that it does is noted. */
  readonly wake = (): boolean => {
    if (this.state !== 'live') return false;
    this.note({ tick: true });
    return true;
  };

  /** Notes what is about to happen. */
  note(happening: Happening): void {
    if (this.state !== 'live') return;
    this.latest = this.time = Math.max(Date.now(), this.latest);
    setImmediate(() => (this.time = undefined));
    this.file.append({ at: this.time, ids: this.ids.position, ...happening });
  }

  /** Lets everything happen again, then goes on from there. */
  async again(to: Happens): Promise<void> {
    for (const entry of this.file.entries) {
      this.latest = this.time = entry.at;
      this.ids.position = entry.ids;
      this.repeat(entry, to);
      await turn();
    }
    this.state = 'live';
    this.time = undefined;
    for (const [name, { reject }] of this.waiting) {
      const failure = new SendFailure('connection', 'the simulator was stopped');
      const { reason, message } = failure;
      this.note({ answered: { to: name, failure: { reason, message } } });
      reject(failure);
      await turn();
    }
    this.waiting.clear();
    this.wake();
    void to.tick();
    this.becomeReady();
  }

  /** From here on nothing is noted: what is cut off now goes on in the next life. */
  close(): void {
    this.state = 'closed';
  }

  private repeat(entry: Entry, to: Happens): void {
    if ('request' in entry) void to.request(requestAgain(entry.request)).catch(() => undefined);
    else if ('call' in entry) void attempt(() => to.call(...entry.call));
    else if ('tick' in entry) void to.tick();
    else this.answerAgain(entry.answered);
  }

  private answerAgain({ to, answer, failure }: KeptAnswer): void {
    const waiting = this.waiting.get(to);
    this.waiting.delete(to);
    if (answer !== undefined) waiting?.resolve(answer);
    else if (failure !== undefined) waiting?.reject(new SendFailure(failure.reason, failure.message));
  }

  /** The n-th sending of the same thing has the same name in each life. */
  private nameOf(url: string, { method, body = '' }: Outgoing): string {
    const what = createHash('sha256').update(`${method} ${url} ${body}`).digest('base64url').slice(0, 20);
    const count = (this.sent.get(what) ?? 0) + 1;
    this.sent.set(what, count);
    return `${what}.${count}`;
  }
}

/** Until all that can happen without news from outside has happened. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What was refused then is refused again. */
async function attempt(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch {
    // Whoever asked was told then.
  }
}
