import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { serviceTime } from './service-time.js';

describe('serviceTime', () => {
  it.each([
    ['2027-01-31T23:59:40.123', '2027-01-31T21:59:40.123Z'],
    ['2027-01-31 23:59:40', '2027-01-31T21:59:40.000Z'],
    ['2027-01-31T23:59', '2027-01-31T21:59:00.000Z'],
    ['2027-01-31T23:59:40.1234567+0200', '2027-01-31T21:59:40.123Z'],
    ['2027-01-31T21:59:40z', '2027-01-31T21:59:40.000Z'],
  ])('reads %s', (text, instant) => {
    expect(serviceTime(text)?.toISOString()).toBe(instant);
  });

  // A sale would otherwise count for a day long ago.
  it.each([
    '',
    '5',
    '12',
    '2027',
    '2027-01-31',
    '1/31/2027 23:59:40',
    'May',
    '2027-13-31T23:59:40',
    'May 5 +0200',
  ])('returns null for %j', (text) => {
    expect(serviceTime(text)).toBeNull();
  });

  it('returns null for texts without a year', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/^\d{4}-/.test(text)),
        (text) => {
          expect(serviceTime(text)).toBeNull();
        },
      ),
    );
  });
});
