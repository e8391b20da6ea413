import { expect, it } from '@jest/globals';
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
