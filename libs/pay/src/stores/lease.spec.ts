import { describe, expect, it } from '@jest/globals';
import { keepLease } from './lease.js';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Keeps a lease of 900 ms. `renewals` are the results of the renewals, one after another. */
function lease(renewals: (() => Promise<boolean>)[]) {
  const tasks = new Set<() => void>();
  const delays: number[] = [];
  let count = 0;
  const clock = {
    after(ms: number, task: () => void) {
      delays.push(ms);
      tasks.add(task);
      return () => void tasks.delete(task);
    },
  };
  const stop = keepLease(clock, 900, () => {
    count++;
    return renewals.shift()?.() ?? Promise.resolve(true);
  });
  const tick = async (): Promise<void> => {
    const [task] = tasks;
    if (task !== undefined) tasks.delete(task);
    task?.();
    await settled();
  };
  return { stop, tick, delays, count: () => count };
}

describe('keepLease', () => {
  it('renews the lease three times per duration until it is stopped', async () => {
    const { tick, stop, delays, count } = lease([]);
    await tick();
    await tick();
    stop();
    await tick();
    expect([count(), new Set(delays)]).toEqual([2, new Set([300])]);
  });

  it('ends when the lease is lost', async () => {
    const { tick, count } = lease([() => Promise.resolve(false)]);
    await tick();
    await tick();
    expect(count()).toBe(1);
  });

  it('continues after a renewal that throws, rejects or hangs', async () => {
    const failures = [
      () => {
        throw new Error('down');
      },
      () => Promise.reject(new Error('down')),
      () => new Promise<boolean>(() => undefined),
    ];
    const { tick, count } = lease(failures);
    for (let ticks = 0; ticks < 4; ticks++) await tick();
    expect(count()).toBe(4);
  });
});
