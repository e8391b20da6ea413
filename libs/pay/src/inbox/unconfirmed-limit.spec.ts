import { expect, it } from '@jest/globals';
import { PayInboxFullError } from './inbox-errors.js';
import type { UnconfirmedCount } from './inbox-store.js';
import { UnconfirmedLimit } from './unconfirmed-limit.js';

function limitOf(counts: UnconfirmedCount[], max: number) {
  const clock = { time: 0, now: (): number => clock.time };
  let reads = 0;
  const store = {
    unconfirmed: () => {
      reads++;
      return Promise.resolve(counts);
    },
  };
  return { clock, limit: new UnconfirmedLimit(store, clock, max), reads: () => reads };
}

const isFull = async (limit: UnconfirmedLimit, source: string | null): Promise<boolean> => {
  try {
    await limit.check(null, source);
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(PayInboxFullError);
    return true;
  }
};

it('limits each class of senders separately', async () => {
  const { limit, clock } = limitOf([], 20);
  for (let count = 0; count < 20; count++) {
    expect(await isFull(limit, 'unknown')).toBe(false);
    limit.note(null, 'unknown');
  }
  expect(await isFull(limit, 'unknown')).toBe(true);
  for (let count = 0; count < 20; count++) {
    expect(await isFull(limit, 'service')).toBe(false);
    // The application's own entries count against the service's class.
    limit.note(null, count % 2 === 0 ? 'service' : null);
  }
  expect(await isFull(limit, 'service')).toBe(true);
  expect(await isFull(limit, null)).toBe(true);
  // The next read shows what other processes stored or handled.
  clock.time = 1_000;
  expect(await isFull(limit, 'service')).toBe(false);
});

it('reads the counts once for concurrent deliveries, and at most once a second', async () => {
  const { limit, clock, reads } = limitOf([{ source: 'unknown', waiting: 9 }], 10);
  await Promise.all(['unknown', 'service', null].map((source) => isFull(limit, source)));
  expect(await isFull(limit, 'unknown')).toBe(false);
  limit.note(null, 'unknown');
  expect(await isFull(limit, 'unknown')).toBe(true);
  expect(reads()).toBe(1);
  clock.time = 1_000;
  await isFull(limit, 'unknown');
  expect(reads()).toBe(2);
});
