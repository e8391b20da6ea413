import { expect, it } from '@jest/globals';
import { createPaySimulator } from '../index.js';

it.each([
  ['2026-02-03T10:00:00.000Z', 1, '2026-03-03T10:00:00.000Z'],
  ['2026-01-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
  ['2028-01-31T10:00:00.000Z', 1, '2028-02-29T10:00:00.000Z'],
  ['2026-11-30T10:00:00.000Z', 14, '2028-01-30T10:00:00.000Z'],
])('advances from %s by %i calendar months to %s', async (now, months, expected) => {
  const simulator = await createPaySimulator({ clock: 'manual', now: new Date(now) });
  await simulator.advance({ months });
  expect(new Date(simulator.clock.now()).toISOString()).toBe(expected);
  await expect(async () => simulator.advance({ months: 0.5 })).rejects.toThrow(
    'duration.months: expected a whole number from 0 to 120, such as { months: 1 }',
  );
  await simulator.close();
});
