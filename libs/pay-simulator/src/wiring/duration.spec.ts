import { expect, it } from '@jest/globals';
import { createPaySimulator } from '../index.js';

it.each([
  ['2026-02-03T10:00:00.000Z', 1, '2026-03-03T10:00:00.000Z'],
  ['2026-01-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
  ['2028-01-31T10:00:00.000Z', 1, '2028-02-29T10:00:00.000Z'],
  ['2026-11-30T10:00:00.000Z', 14, '2028-01-30T10:00:00.000Z'],
])('advances from %s by %i calendar months to %s', async (now, months, expected) => {
  const simulator = await createPaySimulator({ clock: 'manual', now: new Date(now) });
  await simulator.clock.advance({ months });
  expect(new Date(simulator.clock.now()).toISOString()).toBe(expected);
  await expect(async () => simulator.clock.advance({ months: 0.5 })).rejects.toThrow(
    'duration.months: expected a whole number from 0 to 120 (received 0.5)',
  );
  await simulator.close();
});

it('advances by the parts that the control API takes', async () => {
  const now = new Date('2026-01-31T10:00:00.000Z');
  const simulator = await createPaySimulator({ clock: 'manual', now });
  await simulator.clock.advance({ days: 1 });
  expect(new Date(simulator.clock.now()).toISOString()).toBe('2026-02-01T10:00:00.000Z');
  simulator.reset();
  const parts = { months: 1, days: 1, hours: 2, minutes: 3, seconds: 4, ms: 5 };
  await simulator.clock.advance(parts);
  const expected = '2026-03-01T12:03:04.005Z';
  expect(new Date(simulator.clock.now()).toISOString()).toBe(expected);
  simulator.reset();
  const response = await fetch(`${simulator.url}/_simulator/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parts),
  });
  expect(await response.json()).toMatchObject({ now: expected });
  await simulator.close();
});

it.each([
  [{ day: 1 }, 'duration.day: unknown member: did you mean days?'],
  [{ days: -1 }, 'duration.days: expected a number, at least 0 (received -1)'],
  [{ hours: '2' }, 'duration.hours: expected a number, at least 0 (received "2")'],
])('refuses %p', async (duration, message) => {
  const simulator = await createPaySimulator({ clock: 'manual' });
  await expect(async () => simulator.clock.advance(duration as { days: number })).rejects.toThrow(message);
  await simulator.close();
});
