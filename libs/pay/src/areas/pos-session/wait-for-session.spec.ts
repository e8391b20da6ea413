import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CallOptions } from '../../core/options/call-options.js';
import type { Clock } from '../../core/values/clock.js';
import type { CommonErrorCode, MethodReturn } from '../../core/operation/method-return.js';
import { waitForSession } from './wait-for-session.js';
import type { PosSession } from '../results.generated.js';

type Read = MethodReturn<PosSession | null>;

const META = {
  operation: 'pos.session.retrieveSessionById',
  httpStatus: 200,
  correlationId: '26-034-0A0B0C0D',
  attempts: 1,
  durationMs: 20,
};
const PENDING: Read = {
  success: true,
  data: null,
  message: '',
  pending: true,
  meta: { ...META, httpStatus: 202 },
};

function ended(session: Partial<PosSession>): Read {
  const data: PosSession = {
    sessionId: 's',
    success: true,
    eventId: 0,
    terminalId: '16000010',
    cashRegisterId: 'till-1',
    amount: 1170,
    currencyCode: '978',
    ...session,
  };
  return { success: true, data, message: '', meta: META };
}

function failed(code: CommonErrorCode, retryable = false): Read {
  const error = {
    httpStatus: null,
    serviceCode: null,
    serviceText: null,
    eventId: null,
    fields: [],
    outcome: 'rejected' as const,
    outcomeLookup: null,
    retryable,
  };
  return { success: false, data: null, message: `read ${code}.`, code, error, meta: META };
}

/** Clock that jumps to the next planned task. */
class JumpingClock implements Clock {
  private time = 0;
  private readonly planned: { at: number; task: () => void }[] = [];

  now(): number {
    return this.time;
  }

  after(ms: number, task: () => void): () => void {
    const entry = { at: this.time + ms, task };
    this.planned.push(entry);
    queueMicrotask(() => {
      if (!this.planned.includes(entry)) return;
      const [first] = [...this.planned].sort((a, b) => a.at - b.at);
      if (first === undefined) return;
      this.drop(first);
      this.time = Math.max(this.time, first.at);
      first.task();
    });
    return () => {
      this.drop(entry);
    };
  }

  pass(ms: number): void {
    this.time += ms;
  }

  private drop(entry: { at: number; task: () => void }): void {
    const index = this.planned.indexOf(entry);
    if (index >= 0) this.planned.splice(index, 1);
  }
}

/** Waits for a session of a service whose response depends on the time. */
async function wait(response: (now: number) => Read, call?: CallOptions, readMs = 0) {
  const clock = new JumpingClock();
  const reads: { at: number; timeoutMs: number | undefined }[] = [];
  const result = await waitForSession(
    (once) => {
      reads.push({ at: clock.now(), timeoutMs: once.timeoutMs });
      clock.pass(readMs);
      return Promise.resolve(response(clock.now()));
    },
    clock,
    call,
  );
  return {
    result,
    readTimes: reads.map(({ at }) => at),
    timeouts: reads.map(({ timeoutMs }) => timeoutMs),
    clock,
  };
}

describe('waitForSession', () => {
  it('reads at once, then every 1 to 3 seconds, until the session has ended', async () => {
    const { result, readTimes } = await wait((now) => (now < 9_000 ? PENDING : ended({})));
    expect(result).toMatchObject({ success: true, data: { success: true, amount: 1170 } });
    expect(readTimes.slice(0, 5)).toEqual([0, 1000, 2500, 4750, 7750]);
    expect(result.meta).toMatchObject({
      operation: 'pos.session.waitForSession',
      attempts: readTimes.length,
    });
    expect(result).not.toHaveProperty('pending');
  });

  it.each([
    ['a decline', { success: false, eventId: 1006, transactionEventId: 10_051 }],
    [
      'an abort before the payment',
      { success: false, eventId: 1016, abortOperation: true, abortSuccess: true },
    ],
    ['an abort after the payment', { success: true, abortOperation: true, abortSuccess: false }],
  ])('returns a session that ended with %s', async (_name, session) => {
    const { result, readTimes } = await wait(() => ended(session));
    expect(result).toMatchObject({ success: true, data: session });
    expect(readTimes).toEqual([0]);
  });

  it.each([400, 409])(
    'reads again for a short time if the read is rejected because the terminal is busy (HTTP %d)',
    async (httpStatus) => {
      const rejected = failed('rejected') as Extract<Read, { success: false }>;
      const busy = { ...rejected, error: { ...rejected.error, httpStatus, eventId: 1100 } };
      const passing = await wait((now) => (now < 2_000 ? busy : ended({})));
      expect(passing.result.success).toBe(true);
      const lasting = await wait(() => busy);
      expect(lasting.result).toMatchObject({ success: false, error: { outcome: 'unknown' } });
      expect(lasting.readTimes.at(-1)).toBeLessThanOrEqual(8_000);
    },
  );

  it('ignores an early 404, and fails with notfound if the 404 lasts [pos.8]', async () => {
    const early = await wait((now) => (now < 2_000 ? failed('notfound') : ended({})));
    expect(early.result.success).toBe(true);
    const lasting = await wait(() => failed('notfound'));
    expect(lasting.result).toMatchObject({
      success: false,
      code: 'notfound',
      error: { outcome: 'unknown', retryable: true },
      message: expect.stringMatching(/SAME sessionId/),
    });
    expect(lasting.clock.now()).toBeGreaterThanOrEqual(10_000);
    expect(lasting.clock.now()).toBeLessThan(15_000);
  });

  it('reads again only for a short time if the session says that the terminal is busy [pos.3]', async () => {
    const busy = ended({ success: false, eventId: 1100 });
    const lasting = await wait(() => busy);
    expect(lasting.result).toMatchObject({ success: true, data: { success: false, eventId: 1100 } });
    expect(lasting.clock.now()).toBeGreaterThanOrEqual(5_000);
    expect(lasting.clock.now()).toBeLessThan(9_000);
    const passing = await wait((now) => (now < 2_000 ? busy : ended({})));
    expect(passing.result).toMatchObject({ data: { success: true } });
  });

  it('ignores temporary failures of a read', async () => {
    const responses = [
      failed('servererror', true),
      failed('networkerror', true),
      failed('timeout', true),
      PENDING,
    ];
    const { result } = await wait(() => responses.shift() ?? ended({}));
    expect(result.success).toBe(true);
  });

  it('fails with an unknown outcome if a read is rejected', async () => {
    const { result, readTimes } = await wait(() => failed('unauthorized'));
    expect(result).toMatchObject({ success: false, code: 'unauthorized', error: { outcome: 'unknown' } });
    expect(result.message).toMatch(/read unauthorized/);
    expect(readTimes).toEqual([0]);
  });

  it('returns the failure of invalid options unchanged', async () => {
    const invalid = failed('validationerror');
    expect((await wait(() => invalid)).result).toMatchObject({
      code: 'validationerror',
      error: { outcome: 'rejected' },
    });
    expect((await wait(() => invalid, { timeoutMs: -1 })).result).toMatchObject({ code: 'validationerror' });
  });

  it('fails with an unknown outcome when the time is over, and names the next step [pos.7]', async () => {
    const { result, clock } = await wait(() => PENDING);
    expect(result).toMatchObject({
      success: false,
      code: 'timeout',
      error: { outcome: 'unknown', retryable: true, httpStatus: 202 },
      message: expect.stringMatching(/Abort the session, read it once more/),
    });
    expect(clock.now()).toBeGreaterThan(115_000);
    expect(clock.now()).toBeLessThanOrEqual(120_000);
  });

  it('stops when the signal aborts during a pause, without aborting the session', async () => {
    const controller = new AbortController();
    const { result, readTimes } = await wait(
      (now) => {
        if (now >= 2_500)
          queueMicrotask(() => {
            controller.abort();
          });
        return PENDING;
      },
      { signal: controller.signal },
    );
    expect(result).toMatchObject({ success: false, code: 'aborted', error: { outcome: 'unknown' } });
    expect(readTimes.length).toBeLessThanOrEqual(4);
  });

  it('ends within its time limit, whatever the service responds', async () => {
    const responses = fc.constantFrom(
      PENDING,
      failed('notfound'),
      failed('servererror', true),
      ended({ success: false, eventId: 1100 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(responses, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 300_000 }),
        fc.integer({ min: 0, max: 900 }),
        async (list, timeoutMs, readMs) => {
          let index = 0;
          const { result, readTimes, timeouts, clock } = await wait(
            () => list[index++ % list.length] ?? PENDING,
            { timeoutMs },
            readMs,
          );
          expect(clock.now()).toBeLessThanOrEqual(timeoutMs + readMs);
          expect(
            readTimes.every((at, index) => index === 0 || at - (readTimes[index - 1] ?? 0) >= 1_000),
          ).toBe(true);
          expect(
            timeouts.every((ms) => ms !== undefined && ms >= 1 && ms <= Math.min(15_000, timeoutMs)),
          ).toBe(true);
          if (!result.success) expect(result.error.outcome).toBe('unknown');
        },
      ),
    );
  });
});
