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
