import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CircuitBreaker } from './circuit-breaker.js';
import type { CircuitState, Verdict } from './circuit-breaker.js';

const RULES = { failureRatio: 0.5, minimumThroughput: 4, samplingDurationMs: 1_000, breakDurationMs: 300 };

/** A breaker, its time, and what it went through. */
function ready(rules = RULES) {
  const time = { now: 0 };
  const states: CircuitState[] = [];
  const breaker = new CircuitBreaker(
    rules,
    () => time.now,
    (state) => states.push(state),
  );
  /** Whether requests passed that end at once, each with its verdict. */
  const make = (...verdicts: Verdict[]): boolean[] =>
    verdicts.map((verdict) => {
      const pass = breaker.enter();
      if (pass !== null) breaker.settle(pass, verdict);
      return pass !== null;
    });
  return { breaker, time, states, make };
}

describe('a closed breaker', () => {
  it('opens at the share of failures, once there are enough requests to tell', () => {
    const { breaker, states, make } = ready();
    make('failure', 'failure', 'failure');
    expect([breaker.retryAfterMs, states]).toEqual([0, []]);
    make('failure');
    expect([breaker.retryAfterMs, states]).toEqual([300, ['open']]);
    expect(make('success')).toEqual([false]);
  });

  it.each<[string, Verdict[], Verdict[]]>([
    ['exactly that share', ['success', 'success', 'failure'], ['failure']],
    ['what is in the window still', ['failure', 'failure', 'failure'], ['failure']],
  ])('counts %s', (_what, first, last) => {
    const { time, states, make } = ready();
    make(...first);
    time.now = 999;
    make(...last);
    expect(states).toEqual(['open']);
  });

  it('stays closed below that share, and forgets what is older than its window', () => {
    const { time, states, make } = ready();
    make('success', 'success', 'success', 'failure', 'failure');
    time.now = 1_000;
    make('failure', 'failure', 'failure');
    expect(states).toEqual([]);
    make('failure');
    expect(states).toEqual(['open']);
  });

  it('learns nothing from what the caller ended', () => {
    const { states, make } = ready();
    make('failure', 'failure', 'failure', 'none', 'none');
    expect(states).toEqual([]);
  });
});

describe('an open breaker', () => {
  const opened = () => {
    const all = ready();
    all.make('failure', 'failure', 'failure', 'failure');
    return all;
  };

  it('lets one request try when its time is over, and is closed by its success', () => {
    const { breaker, time, states, make } = opened();
    time.now = 299;
    expect(make('success')).toEqual([false]);
    time.now = 300;
    const trial = breaker.enter();
    expect(trial).not.toBeNull();
    expect(make('success')).toEqual([false]);
    breaker.settle(trial ?? -1, 'success');
    expect(make('success', 'failure')).toEqual([true, true]);
    expect(states).toEqual(['open', 'half-open', 'closed']);
  });

  it('stays open for as long again when the trial fails', () => {
    const { time, states, make } = opened();
    time.now = 300;
    expect(make('failure', 'success')).toEqual([true, false]);
    time.now = 599;
    expect(make('success')).toEqual([false]);
    time.now = 600;
    expect(make('success', 'success')).toEqual([true, true]);
    expect(states).toEqual(['open', 'half-open', 'open', 'half-open', 'closed']);
  });

  it('lets another try at once when the trial was given up, and in time when it never ends', () => {
    const { breaker, time, make } = opened();
    time.now = 300;
    expect(make('none')).toEqual([true]);
    const stuck = breaker.enter();
    expect(stuck).not.toBeNull();
    time.now = 599;
    expect(breaker.enter()).toBeNull();
    time.now = 600;
    const next = breaker.enter();
    expect(next).not.toBeNull();
    // What ends late says nothing any more.
    breaker.settle(stuck ?? -1, 'failure');
    breaker.settle(next ?? -1, 'success');
    expect(make('success')).toEqual([true]);
  });

  it('is closed by a trial that succeeds after the next one began: else it never is where a host is slow and always asked', () => {
    const { breaker, time, states, make } = opened();
    time.now = 300;
    const trials = [breaker.enter()];
    for (const at of [600, 900, 1_200]) {
      time.now = at;
      trials.push(breaker.enter());
      breaker.settle(trials.shift() ?? -1, at === 1_200 ? 'success' : 'none');
      if (at < 1_200) expect(breaker.enter()).toBeNull();
    }
    expect(states.at(-1)).toBe('closed');
    breaker.settle(trials.shift() ?? -1, 'failure');
    expect(make('success', 'success')).toEqual([true, true]);
  });

  it('is not closed by a trial that ends after a later one failed', () => {
    const { breaker, time, states } = opened();
    time.now = 300;
    const slow = breaker.enter();
    time.now = 600;
    breaker.settle(breaker.enter() ?? -1, 'failure');
    breaker.settle(slow ?? -1, 'success');
    expect(states.at(-1)).toBe('open');
    time.now = 900;
    expect(breaker.enter()).not.toBeNull();
    breaker.settle(slow ?? -1, 'success');
    expect(states.at(-1)).toBe('half-open');
  });

  it('is neither closed nor kept open by what was under way when it opened', () => {
    const { breaker, time, make } = ready();
    const early = [breaker.enter(), breaker.enter()].map((pass) => pass ?? -1);
    make('failure', 'failure', 'failure', 'failure');
    breaker.settle(early[0] ?? -1, 'success');
    expect(make('success')).toEqual([false]);
    time.now = 300;
    const trial = breaker.enter();
    breaker.settle(early[1] ?? -1, 'failure');
    breaker.settle(trial ?? -1, 'success');
    expect(make('success')).toEqual([true]);
  });
});

describe('whatever happens', () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('enter' as const) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('settle' as const),
        which: fc.nat(5),
        verdict: fc.constantFrom<Verdict>('success', 'failure', 'failure', 'none'),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(400) }) },
  );
  const rules = fc.record({
    failureRatio: fc.double({ min: 0.01, max: 1, noNaN: true }),
    minimumThroughput: fc.integer({ min: 1, max: 6 }),
    samplingDurationMs: fc.integer({ min: 10, max: 2_000 }),
    breakDurationMs: fc.integer({ min: 1, max: 500 }),
  });

  it('it lets nothing through while it is open, one trial at a time after that, and never stays shut', () => {
    fc.assert(
      fc.property(rules, fc.array(step, { maxLength: 120 }), (given, steps) => {
        const { breaker, time, states } = ready(given);
        const passes: number[] = [];
        let changedAt = 0;
        let trial: { pass: number; at: number } | null = null;
        for (const one of steps) {
          const before = states.length;
          if (one.do === 'wait') time.now += one.ms;
          else if (one.do === 'settle') {
            const [pass] = passes.splice(one.which % Math.max(1, passes.length), 1);
            if (pass === undefined) continue;
            breaker.settle(pass, one.verdict);
            if (trial?.pass === pass) trial = null;
          } else {
            const state = states.at(-1) ?? 'closed';
            const pass = breaker.enter();
            if (state === 'closed') expect(pass).not.toBeNull();
            if (state === 'open') expect(pass !== null).toBe(time.now >= changedAt + given.breakDurationMs);
            if (state === 'half-open')
              expect(pass !== null).toBe(trial === null || time.now >= trial.at + given.breakDurationMs);
            if (pass !== null) passes.push(pass);
            if (pass !== null && state !== 'closed') trial = { pass, at: time.now };
          }
          if (states.length > before) changedAt = time.now;
        }
        time.now += given.breakDurationMs;
        const last = breaker.enter();
        expect(last).not.toBeNull();
        breaker.settle(last ?? -1, 'success');
        expect(breaker.enter()).not.toBeNull();
      }),
    );
  });

  it('it opens only on that share of enough requests within its window, and on a whole window of failures', () => {
    const result = fc.record({ after: fc.nat(150), isFailure: fc.boolean() });
    fc.assert(
      fc.property(rules, fc.array(result, { maxLength: 60 }), (given, results) => {
        const { time, states, make } = ready(given);
        const seen: { at: number; isFailure: boolean }[] = [];
        for (const { after, isFailure } of results) {
          time.now += after;
          seen.push({ at: time.now, isFailure });
          make(isFailure ? 'failure' : 'success');
          const since = (ms: number) => seen.filter(({ at }) => at > time.now - ms);
          const isOver = (within: typeof seen): boolean =>
            within.length >= given.minimumThroughput &&
            within.filter((one) => one.isFailure).length >= given.failureRatio * within.length;
          // The window is between nine and ten tenths long.
          const windows = seen.map(({ at }) => since(time.now - at + 1));
          if (states.length > 0) {
            expect(
              windows.some((one) => isOver(one) && (one[0]?.at ?? 0) > time.now - given.samplingDurationMs),
            ).toBe(true);
            return;
          }
          const certain = since(given.samplingDurationMs * 0.9);
          expect(
            certain.every((one) => one.isFailure) && isOver(certain) && seen.length === certain.length,
          ).toBe(false);
        }
      }),
    );
  });
});
