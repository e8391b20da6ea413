import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LegacyTransaction } from '../areas/results.generated.js';
import { serviceTime } from '../areas/service-time.js';
import { localTime } from '../core/values/local-time.js';
import { periodStart } from './billing-calendar.js';
import { paymentOf } from './noticed-money.js';

const ZONES = ['Europe/Athens', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'];

describe('the calendar of billing periods', () => {
  it('keeps the day of the first period, or takes the last day of a shorter month', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        fc.constantFrom(...ZONES),
        fc.integer({ min: 0, max: 60 }),
        (first, timeZone, period) => {
          const anchor = localTime(first, timeZone);
          const calendar = { anchor, timeZone, interval: 'month' } as const;
          const start = periodStart(calendar, period);
          const day = Number(localTime(start, timeZone).slice(8, 10));
          const [year, month] = [Number(anchor.slice(0, 4)), Number(anchor.slice(5, 7))];
          const lastDay = new Date(Date.UTC(year, month + period, 0)).getUTCDate();
          expect(day).toBe(Math.min(Number(anchor.slice(8, 10)), lastDay));
          expect(periodStart(calendar, period + 1).getTime()).toBeGreaterThan(start.getTime());
        },
      ),
    );
  });

  it('moves a skipped local time forward, and takes the first of a repeated one', () => {
    const at = (anchor: string): string =>
      periodStart({ anchor, timeZone: 'Europe/Athens', interval: 'day' }, 0).toISOString();
    expect(at('2027-03-28T03:30:00')).toBe('2027-03-28T01:30:00.000Z');
    expect(at('2027-10-31T03:30:00')).toBe('2027-10-31T00:30:00.000Z');
  });

  it('reads times of the service without an offset as local times in Athens, whatever the zone of this machine', () => {
    expect(serviceTime('2027-01-31T23:59:40.123')?.toISOString()).toBe('2027-01-31T21:59:40.123Z');
    expect(serviceTime('2027-07-31T23:59:40')?.toISOString()).toBe('2027-07-31T20:59:40.000Z');
    expect(serviceTime('2027-01-31T23:59:40.1234567+02:00')?.toISOString()).toBe('2027-01-31T21:59:40.123Z');
    const listed = {
      TransactionId: 'one',
      Amount: 9.9,
      CurrencyCode: '978',
      InsDate: '2027-01-31T23:59:40.123',
    };
    const { chargedAt } = paymentOf(listed as LegacyTransaction);
    expect(chargedAt.toISOString()).toBe('2027-01-31T21:59:40.123Z');
  });
});
