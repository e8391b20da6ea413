import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_STEP_MS, SimulatorClock } from './clock.js';

const START = new Date('2026-02-03T10:00:00Z');
const manual = () => new SimulatorClock({ mode: 'manual', now: START });

describe('SimulatorClock', () => {
  it('does not move in manual mode and follows real time in ticking mode', () => {
    let real = 1000;
    const ticking = new SimulatorClock({ mode: 'ticking', now: START, realNow: () => real });
    const manualClock = new SimulatorClock({ mode: 'manual', now: START, realNow: () => real });
    real += 500;
    expect([ticking.now() - START.getTime(), manualClock.now() - START.getTime()]).toEqual([500, 0]);
  });

  it('runs the other due work if an item fails, and rejects with its error', async () => {
    const clock = manual();
    const ran: string[] = [];
    clock.schedule(START.getTime() + 1, () => {
      throw new Error('broken');
    });
    clock.schedule(START.getTime() + 1, () => void ran.push('same time'));
    clock.schedule(START.getTime() + 5, () => void ran.push('later'));
    await expect(clock.advance(2)).rejects.toThrow('broken');
    await clock.advance(10);
    expect(ran).toEqual(['same time', 'later']);
  });

  it('continues from the advanced time', async () => {
    let real = 0;
    const clock = new SimulatorClock({ mode: 'ticking', realNow: () => real });
    await clock.advance(1000);
    real += 10;
    expect(clock.now()).toBe(1010);
  });

  it('runs due work at its own time, sorted by time and then by scheduling', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 20 }),
        fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 5 }),
        async (times, steps) => {
          const clock = manual();
          const ran: [number, number][] = [];
          times.forEach((time, index) =>
            clock.schedule(
              START.getTime() + time,
              () => void ran.push([clock.now() - START.getTime(), index]),
            ),
          );
          for (const step of steps) await clock.advance(step);
          const reached = steps.reduce((sum, step) => sum + step, 0);
          const due = times
            .map((time, index): [number, number] => [time, index])
            .filter(([time]) => steps.length > 0 && time <= reached);
          expect(ran.map(([, index]) => index)).toEqual(
            due.sort(([a, i], [b, j]) => a - b || i - j).map(([, index]) => index),
          );
          expect(ran.every(([at, index]) => at === times[index])).toBe(true);
        },
      ),
    );
  });

  it('awaits asynchronous work, and runs work that it schedules within the step', async () => {
    const clock = manual();
    const at: number[] = [];
    const hourly = async (): Promise<void> => {
      await Promise.resolve();
      at.push(clock.now() - START.getTime());
      clock.schedule(clock.now() + 100, hourly);
    };
    clock.schedule(START.getTime() + 100, hourly);
    await clock.advance(350);
    expect(at).toEqual([100, 200, 300]);
  });

  it('cancels an item, cancels all work on stop, and returns to the start on reset', async () => {
    const clock = manual();
    let runs = 0;
    clock.schedule(START.getTime() + 1, () => void runs++)();
    clock.schedule(START.getTime() + 1, () => void runs++);
    clock.stop();
    await clock.advance(10);
    clock.reset();
    expect([runs, clock.now()]).toEqual([0, START.getTime()]);
  });

  it('cancels the rest of a step if it is reset during the step', async () => {
    const clock = manual();
    clock.schedule(START.getTime() + 1, () => clock.reset());
    await clock.advance(10);
    expect(clock.now()).toBe(START.getTime());
  });

  it('rejects negative and invalid steps', () => {
    expect(() => manual().advance(-1)).toThrow('ms');
    expect(() => manual().advance(Number.NaN)).toThrow('ms');
  });

  it('moves at most ten years in one step', async () => {
    const clock = manual();
    expect(() => clock.advance(MAX_STEP_MS + 1)).toThrow(/^ms: .*ten years/);
    await clock.advance(MAX_STEP_MS);
    expect(clock.now()).toBe(START.getTime() + MAX_STEP_MS);
  });

  it('rejects concurrent steps that would reach the year 9000', async () => {
    const clock = new SimulatorClock({ mode: 'manual', now: new Date('8985-01-01T00:00:00Z') });
    const steps = await Promise.allSettled([
      clock.advance(MAX_STEP_MS),
      clock.advance(MAX_STEP_MS),
      clock.advance(1000),
    ]);
    expect(steps.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(steps[1]).toMatchObject({
      reason: new RangeError('ms: expected time to stay before the year 9000'),
    });
    expect(clock.now()).toBe(Date.UTC(8985, 0) + MAX_STEP_MS + 1000);
  });

  it.each([new Date(Number.NaN), new Date('9000-01-01T00:00:00Z'), new Date(-1)])(
    'rejects a start at %s',
    (now) => {
      expect(() => new SimulatorClock({ mode: 'manual', now })).toThrow(/^now: /);
    },
  );

  it('runs due work by itself in ticking mode', async () => {
    const clock = new SimulatorClock({ mode: 'ticking' });
    await new Promise<void>((resolve) => clock.schedule(clock.now() + 1, resolve));
    clock.stop();
  });
});
