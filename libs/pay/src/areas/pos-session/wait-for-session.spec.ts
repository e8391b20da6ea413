import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CallOptions } from '../../core/options/call-options.js';
import type { Clock } from '../../core/values/clock.js';
import type { CommonErrorCode, MethodReturn } from '../../core/operation/method-return.js';
import type { PosSession } from './pos-session.types.js';
import { waitForSession } from './wait-for-session.js';

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

/** Time that jumps to what waits next; `at` does something at a moment. */
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

/** Waits with a service that answers by the time of the question. */
async function wait(answer: (now: number) => Read, call?: CallOptions, readMs = 0) {
  const clock = new JumpingClock();
  const asked: { at: number; timeoutMs: number | undefined }[] = [];
  const result = await waitForSession(
    (once) => {
      asked.push({ at: clock.now(), timeoutMs: once.timeoutMs });
      clock.pass(readMs);
      return Promise.resolve(answer(clock.now()));
    },
    clock,
    call,
  );
  return {
    result,
    asked: asked.map(({ at }) => at),
    timeouts: asked.map(({ timeoutMs }) => timeoutMs),
    clock,
  };
}

describe('waiting for a session', () => {
  it('asks at once, then every 1 to 3 seconds, until it has ended', async () => {
    const { result, asked } = await wait((now) => (now < 9_000 ? PENDING : ended({})));
    expect(result).toMatchObject({ success: true, data: { success: true, amount: 1170 } });
    expect(asked.slice(0, 5)).toEqual([0, 1000, 2500, 4750, 7750]);
    expect(result.meta).toMatchObject({ operation: 'pos.session.waitForSession', attempts: asked.length });
    expect(result).not.toHaveProperty('pending');
  });

  it.each([
    ['a decline', { success: false, eventId: 1006, transactionEventId: 10_051 }],
    ['an abort that won', { success: false, eventId: 1016, abortOperation: true, abortSuccess: true }],
    ['an abort that lost: the payment stands', { success: true, abortOperation: true, abortSuccess: false }],
  ])('answers %s as the session says it', async (_name, session) => {
    const { result, asked } = await wait(() => ended(session));
    expect(result).toMatchObject({ success: true, data: session });
    expect(asked).toEqual([0]);
  });

  it.each([400, 409])(
    'asks again for a short while when the read is refused as busy (HTTP %d)',
    async (httpStatus) => {
      const refused = failed('rejected') as Extract<Read, { success: false }>;
      const busy = { ...refused, error: { ...refused.error, httpStatus, eventId: 1100 } };
      const passing = await wait((now) => (now < 2_000 ? busy : ended({})));
      expect(passing.result.success).toBe(true);
      const lasting = await wait(() => busy);
      expect(lasting.result).toMatchObject({ success: false, error: { outcome: 'unknown' } });
      expect(lasting.asked.at(-1)).toBeLessThanOrEqual(8_000);
    },
  );

  it('takes an early 404 for "not saved yet", a lasting one for a request that may not have arrived', async () => {
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

  it('asks again for a short while when the terminal was busy, never for ever', async () => {
    const busy = ended({ success: false, eventId: 1100 });
    const lasting = await wait(() => busy);
    expect(lasting.result).toMatchObject({ success: true, data: { success: false, eventId: 1100 } });
    expect(lasting.clock.now()).toBeGreaterThanOrEqual(5_000);
    expect(lasting.clock.now()).toBeLessThan(9_000);
    const passing = await wait((now) => (now < 2_000 ? busy : ended({})));
    expect(passing.result).toMatchObject({ data: { success: true } });
  });

  it('stands passing trouble with reading', async () => {
    const troubles = [
      failed('servererror', true),
      failed('networkerror', true),
      failed('timeout', true),
      PENDING,
    ];
    const { result } = await wait(() => troubles.shift() ?? ended({}));
    expect(result.success).toBe(true);
  });

  it('gives up on lasting trouble, and does not take it for the end of the payment', async () => {
    const { result, asked } = await wait(() => failed('unauthorized'));
    expect(result).toMatchObject({ success: false, code: 'unauthorized', error: { outcome: 'unknown' } });
    expect(result.message).toMatch(/read unauthorized/);
    expect(asked).toEqual([0]);
  });

  it('passes a wrong option on as it is', async () => {
    const wrong = failed('validationerror');
    expect((await wait(() => wrong)).result).toMatchObject({
      code: 'validationerror',
      error: { outcome: 'rejected' },
    });
    expect((await wait(() => wrong, { timeoutMs: -1 })).result).toMatchObject({ code: 'validationerror' });
  });

  it('does not know the outcome when the time is over, and says what to ask next', async () => {
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

  it('stops when the signal comes during a pause, and leaves the session alone', async () => {
    const controller = new AbortController();
    const { result, asked } = await wait(
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
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it('always ends by its deadline, with reads that fit into it, whatever the service answers', async () => {
    const answers = fc.constantFrom(
      PENDING,
      failed('notfound'),
      failed('servererror', true),
      ended({ success: false, eventId: 1100 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(answers, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 300_000 }),
        fc.integer({ min: 0, max: 900 }),
        async (list, timeoutMs, readMs) => {
          let index = 0;
          const { result, asked, timeouts, clock } = await wait(
            () => list[index++ % list.length] ?? PENDING,
            { timeoutMs },
            readMs,
          );
          expect(clock.now()).toBeLessThanOrEqual(timeoutMs + readMs);
          expect(asked.every((at, place) => place === 0 || at - (asked[place - 1] ?? 0) >= 1_000)).toBe(true);
          expect(
            timeouts.every((ms) => ms !== undefined && ms >= 1 && ms <= Math.min(15_000, timeoutMs)),
          ).toBe(true);
          if (!result.success) expect(result.error.outcome).toBe('unknown');
        },
      ),
    );
  });
});
