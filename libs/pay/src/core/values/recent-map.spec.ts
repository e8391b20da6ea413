import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RecentMap } from './recent-map.js';

it('RecentMap removes expired entries, and the oldest entry if it is full', () => {
  let now = 0;
  const map = new RecentMap<number>({ now: () => now }, 1_000, 2);
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['c', 4],
  ] as const)
    map.set(key, value);
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([3, undefined, 4]);
  now = 1_000;
  expect(map.get('c')).toBeUndefined();
});

it('RecentMap takes no longer when it is full', () => {
  const MAX = 100_000;
  const map = new RecentMap<number>({ now: () => 0 }, 1_000, MAX);
  const timeOf = (prefix: string, keys: number): number => {
    const started = process.cpuUsage();
    for (let key = 0; key < keys; key++)
      if (map.get(`${prefix} ${key}`) === undefined) map.set(`${prefix} ${key}`, key);
    return process.cpuUsage(started).user / 1_000;
  };
  const empty = timeOf('first', 20_000);
  timeOf('second', MAX);
  expect(timeOf('third', 20_000)).toBeLessThan(10 * empty + 300);
  expect(map.get('second 19999')).toBeUndefined();
  expect(map.get('second 20000')).toBe(20_000);
});

it('RecentMap keeps the newest entries that have not expired, in any order of calls', () => {
  const step = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e'), waitMs: fc.nat(400) });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let now = 0;
      const map = new RecentMap<number>({ now: () => now }, 1_000, 3);
      let kept: { key: string; value: number; until: number }[] = [];
      for (const [value, { key, waitMs }] of steps.entries()) {
        now += waitMs;
        map.set(key, value);
        kept = [...kept.filter((entry) => entry.key !== key), { key, value, until: now + 1_000 }];
        kept = kept.filter(({ until }) => until > now).slice(-3);
        for (const one of ['a', 'b', 'c', 'd', 'e'])
          expect(map.get(one)).toBe(kept.find((entry) => entry.key === one)?.value);
      }
    }),
  );
});
