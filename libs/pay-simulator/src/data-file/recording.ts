import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SendFailure, type ReceivedResponse, type Outgoing, type Send } from '../deliveries/send.js';
import type { ReceivedRequest } from '../http/received-request.js';
import type { Ids } from '../domain/ids.js';
import type { DataFile } from './data-file.js';
import type { Entry, RecordedInput, RecordedResponse } from './entries.js';
import { changesState, recordRequest, restoreRequest, wholeRequest } from './whole-request.js';

/** Applies recorded inputs to a simulator. */
interface ReplayTarget {
  request(request: ReceivedRequest): Promise<unknown>;
  call(part: string, method: string, args: readonly unknown[]): unknown;
  tick(): Promise<void>;
}

interface Waiting {
  readonly resolve: (response: ReceivedResponse) => void;
  readonly reject: (failure: SendFailure) => void;
}

/**
 * Stores the state of a simulator as a log of its inputs. Replaying the same inputs with the same times and IDs restores the
 * same state. Each input is recorded before it takes effect.
 */
export class Recording {
  private state: 'replay' | 'live' | 'closed' = 'replay';
  /** Fixed time while an input is processed, so that all effects have the recorded time. */
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

  /** Real time in milliseconds, never before the latest recorded input. */
  readonly now = (): number => this.time ?? Math.max(Date.now(), this.latest);

  /** Sends like {@link Send}. During the replay, it returns the recorded responses and sends nothing. */
  readonly send: Send = (url, outgoing, signal) => {
    const to = this.nameOf(url, outgoing);
    if (this.state === 'replay')
      return new Promise((resolve, reject) => this.waiting.set(to, { resolve, reject }));
    return this.sendNow(url, outgoing, signal).then(
      (response) => {
        this.record({ answered: { to, response } });
        return response;
      },
      (error: unknown) => {
        if (error instanceof SendFailure) {
          const { reason, message } = error;
          this.record({ answered: { to, failure: { reason, message } } });
        }
        throw error;
      },
    );
  };

  /** Records a request after the replay has finished. */
  readonly receive = async (request: IncomingMessage): Promise<ReceivedRequest> => {
    await this.ready;
    if (!changesState(request)) return request;
    const whole = await wholeRequest(request);
    this.record({ request: await recordRequest(whole) });
    return whole;
  };

  /** Returns whether the clock can run planned work, and records the tick. */
  readonly wake = (): boolean => {
    if (this.state !== 'live') return false;
    this.record({ tick: true });
    return true;
  };

  /** Records an input before it takes effect. */
  record(input: RecordedInput): void {
    if (this.state !== 'live') return;
    this.latest = this.time = Math.max(Date.now(), this.latest);
    setImmediate(() => (this.time = undefined));
    this.file.append({ at: this.time, ids: this.ids.position, ...input });
  }

  /** Replays the recorded inputs, then starts to record. */
  async replay(target: ReplayTarget): Promise<void> {
    for (const entry of this.file.entries) {
      this.latest = this.time = entry.at;
      this.ids.position = entry.ids;
      this.apply(entry, target);
      await nextMacrotask();
    }
    this.state = 'live';
    this.time = undefined;
    for (const [name, { reject }] of this.waiting) {
      const failure = new SendFailure('connection', 'the simulator was stopped');
      const { reason, message } = failure;
      this.record({ answered: { to: name, failure: { reason, message } } });
      reject(failure);
      await nextMacrotask();
    }
    this.waiting.clear();
    this.wake();
    void target.tick();
    this.becomeReady();
  }

  /** Stops recording, so that aborted deliveries continue at the next start. */
  close(): void {
    this.state = 'closed';
  }

  private apply(entry: Entry, target: ReplayTarget): void {
    if ('request' in entry) void target.request(restoreRequest(entry.request)).catch(() => undefined);
    else if ('call' in entry) void ignoreErrors(() => target.call(...entry.call));
    else if ('tick' in entry) void target.tick();
    else this.replayResponse(entry.answered);
  }

  private replayResponse({ to, response, failure }: RecordedResponse): void {
    const waiting = this.waiting.get(to);
    this.waiting.delete(to);
    if (response !== undefined) waiting?.resolve(response);
    else if (failure !== undefined) waiting?.reject(new SendFailure(failure.reason, failure.message));
  }

  /** Names a request. The n-th identical request has the same name in each run. */
  private nameOf(url: string, { method, body = '' }: Outgoing): string {
    const hash = createHash('sha256').update(`${method} ${url} ${body}`).digest('base64url').slice(0, 20);
    const count = (this.sent.get(hash) ?? 0) + 1;
    this.sent.set(hash, count);
    return `${hash}.${count}`;
  }
}

/** Waits until pending microtasks have run. */
const nextMacrotask = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Calls a function and ignores errors, because a rejected input is rejected again. */
async function ignoreErrors(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch {
    // The caller received the error when the input was recorded.
  }
}
