import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ConcurrencyLimiter } from './concurrency-limiter.js';

const never = new AbortController().signal;
const turn = (): Promise<void> => new Promise(setImmediate);

describe('a limiter', () => {
  it('lets so many in, lets so many more wait in their order, and then says that it is full', async () => {
    const limiter = new ConcurrencyLimiter({ permitLimit: 2, queueLimit: 2 });
    expect([limiter.tryEnter(), limiter.tryEnter(), limiter.tryEnter()]).toEqual([true, true, false]);
    const order: string[] = [];
    const waiting = ['first', 'second'].map(async (name) => {
      expect(limiter.isFull).toBe(false);
      await limiter.enter(never);
      order.push(name);
    });
    expect(limiter.isFull).toBe(true);
    limiter.leave();
    await turn();
    expect(order).toEqual(['first']);
    limiter.leave();
    await Promise.all(waiting);
    expect(order).toEqual(['first', 'second']);
  });

  it('keeps no place for who gave up, and gives it no permit', async () => {
    const limiter = new ConcurrencyLimiter({ permitLimit: 1, queueLimit: 1 });
    limiter.tryEnter();
    const controller = new AbortController();
    const gone = limiter.enter(controller.signal);
    controller.abort();
    expect(await gone).toBe(false);
    expect(limiter.isFull).toBe(false);
    expect(await limiter.enter(controller.signal)).toBe(false);
    limiter.leave();
    expect([limiter.tryEnter(), limiter.tryEnter()]).toEqual([true, false]);
  });
});

it('never lets in more than it may, lets in whoever waits in order, and loses no permit', async () => {
  const step = fc.record({
    do: fc.constantFrom('enter', 'enter', 'leave', 'abort'),
    which: fc.nat(9),
  });
  const limits = fc.record({ permitLimit: fc.integer({ min: 1, max: 4 }), queueLimit: fc.nat(4) });
  await fc.assert(
    fc.asyncProperty(limits, fc.array(step, { maxLength: 60 }), async (given, steps) => {
      const limiter = new ConcurrencyLimiter(given);
      /** Who waits, as it should be: the oldest first. */
      const waiting: { name: number; controller: AbortController }[] = [];
      let inside = 0;
      const expected: number[] = [];
      const entered: number[] = [];
      for (const [name, one] of steps.entries()) {
        if (one.do === 'enter') {
          expect(limiter.isFull).toBe(inside === given.permitLimit && waiting.length >= given.queueLimit);
          if (limiter.isFull) continue;
          const controller = new AbortController();
          void limiter.enter(controller.signal).then((isIn) => isIn && entered.push(name));
          if (inside < given.permitLimit) {
            inside++;
            expected.push(name);
          } else waiting.push({ name, controller });
        } else if (one.do === 'leave' && inside > 0) {
          limiter.leave();
          const next = waiting.shift();
          if (next === undefined) inside--;
          else expected.push(next.name);
        } else if (one.do === 'abort' && waiting.length > 0) {
          const [gone] = waiting.splice(one.which % waiting.length, 1);
          gone?.controller.abort();
        }
      }
      await turn();
      expect(entered).toEqual(expected);
      for (const { controller } of waiting) controller.abort();
      for (; inside > 0; inside--) limiter.leave();
      const free = Array.from({ length: given.permitLimit + 1 }, () => limiter.tryEnter());
      expect(free.filter(Boolean)).toHaveLength(given.permitLimit);
    }),
    { numRuns: 60 },
  );
});
