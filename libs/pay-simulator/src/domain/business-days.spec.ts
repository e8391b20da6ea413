import { describe, expect, it } from '@jest/globals';
import { athensLocal } from './athens-time.js';
import { BusinessDays } from './business-days.js';

describe('BusinessDays', () => {
  // The closing days that the European Central Bank published for TARGET, without weekends.
  it.each([
    [2024, ['2024-01-01', '2024-03-29', '2024-04-01', '2024-05-01', '2024-12-25', '2024-12-26']],
    [2025, ['2025-01-01', '2025-04-18', '2025-04-21', '2025-05-01', '2025-12-25', '2025-12-26']],
    [2026, ['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-12-25']],
    [2027, ['2027-01-01', '2027-03-26', '2027-03-29']],
  ])('closes in %i on the days of TARGET', (year, closed) => {
    const days = new BusinessDays(true);
    const all = Array.from({ length: 365 }, (_, index) =>
      new Date(Date.UTC(year, 0, 1 + index)).toISOString().slice(0, 10),
    );
    const weekdays = all.filter((day) => ![0, 6].includes(new Date(day).getUTCDay()));
    expect(weekdays.filter((day) => !days.includes(day))).toEqual(closed);
    expect(all.filter((day) => !weekdays.includes(day)).some((day) => days.includes(day))).toBe(false);
    expect(all.every((day) => new BusinessDays().includes(day))).toBe(true);
  });

  // Easter Sundays of the calendar's exceptions, and the earliest and latest ones.
  it.each(['1954-04-18', '1981-04-19', '2008-03-23', '2038-04-25', '2049-04-18', '2076-04-19', '2285-03-22'])(
    'knows that %s is Easter Sunday',
    (sunday) => {
      const monday = new Date(Date.parse(sunday) + 86_400_000).toISOString().slice(0, 10);
      expect(new BusinessDays(true).includes(monday)).toBe(false);
      expect(
        new BusinessDays(true).includes(
          new Date(Date.parse(sunday) + 8 * 86_400_000).toISOString().slice(0, 10),
        ),
      ).toBe(['05-01'].includes(sunday.slice(5)) ? false : true);
    },
  );

  it('finds the midnight of the next business day, also over a holiday of the country', () => {
    const friday = Date.parse('2026-10-23T12:00:00Z');
    const next = (days: BusinessDays) => athensLocal(days.nextMidnight(friday));
    expect(next(new BusinessDays())).toBe('2026-10-24T00:00:00');
    expect(next(new BusinessDays(true))).toBe('2026-10-26T00:00:00');
    expect(next(new BusinessDays({ holidays: ['2026-10-26'] }))).toBe('2026-10-27T00:00:00');
    expect(new BusinessDays(true).catchUp('2026-10-26')).toEqual(['2026-10-26', '2026-10-25', '2026-10-24']);
    expect(new BusinessDays(true).catchUp('2026-10-24')).toEqual([]);
    expect(new BusinessDays().catchUp('2026-10-24')).toEqual(['2026-10-24']);
  });
});
