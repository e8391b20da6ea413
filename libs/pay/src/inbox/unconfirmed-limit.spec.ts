import { expect, it } from '@jest/globals';
import { PayInboxFullError } from './inbox-errors.js';
import { UnconfirmedLimit } from './unconfirmed-limit.js';
import type { UnconfirmedCount } from './inbox-store.js';

function limitOf(counts: UnconfirmedCount[], max: number) {
  const clock = { time: 0, now: (): number => clock.time };
  let asked = 0;
  const store = {
    unconfirmed: () => {
      asked++;
      return Promise.resolve(counts);
    },
  };
  return { clock, limit: new UnconfirmedLimit(store, clock, max), times: () => asked };
}

const full = async (limit: UnconfirmedLimit, source: string | null): Promise<boolean> => {
  try {
    await limit.admit(null, source);
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(PayInboxFullError);
    return true;
  }
};

it('lets one stranger have a tenth, all together as much as the service, and neither the other’s', async () => {
  const { limit, clock } = limitOf([], 20);
  for (let address = 0; address < 10; address++) {
    const source = `other ${address}`;
    for (let count = 0; count < 2; count++) {
      expect(await full(limit, source)).toBe(false);
      limit.note(null, source);
    }
    expect(await full(limit, source)).toBe(true);
  }
  expect(await full(limit, 'other 10')).toBe(true);
  for (let count = 0; count < 20; count++) {
    expect(await full(limit, 'service a')).toBe(false);
    limit.note(null, count % 2 === 0 ? 'service a' : null);
  }
  expect(await full(limit, 'service b')).toBe(true);
  expect(await full(limit, null)).toBe(true);
  // What another process did, or has done, shows when it is asked again.
  clock.time = 1_000;
  expect(await full(limit, 'service b')).toBe(false);
});

it('asks the store once for all who want to know at the same time, and no more than once a second', async () => {
  const { limit, clock, times } = limitOf([{ source: 'other a', waiting: 1 }], 10);
  await Promise.all(['other a', 'other b', 'service'].map((source) => full(limit, source)));
  await full(limit, 'other a');
  expect(times()).toBe(1);
  expect(await full(limit, 'other a')).toBe(true);
  clock.time = 1_000;
  await full(limit, 'other a');
  expect(times()).toBe(2);
});
