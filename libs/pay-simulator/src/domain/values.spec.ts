import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  athensDay,
  athensLocal,
  athensTimeStamp,
  athensWithOffset,
  nextAthensMidnight,
} from './athens-time.js';
import { isCurrencyCode, majorUnits } from './currencies.js';
import { acceptCard, passesLuhnCheck, maskCardNumber } from './card.js';
import { Ids } from './ids.js';
import { Decimal, writeJson } from './wire-json.js';

describe('majorUnits', () => {
  it.each([
    [1050, '978', '10.50'],
    [5, '978', '0.05'],
    [-5, '978', '-0.05'],
    [0, '978', '0.00'],
    [1000, '392', '1000'],
    [1050, '414', '1.050'],
    [9007199254740993n, '978', '90071992547409.93'],
  ])('converts %s of %s to %s', (minor, currency, expected) => {
    expect(majorUnits(minor, currency).text).toBe(expected);
  });

  it('preserves every digit', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom('978', '392', '048', '990'), (minor, currency) => {
        expect(BigInt(majorUnits(minor, currency).text.replace('.', ''))).toBe(BigInt(minor));
      }),
    );
  });

  it('accepts numeric codes only, and rejects fractions of a minor unit', () => {
    expect([isCurrencyCode('978'), isCurrencyCode('EUR'), isCurrencyCode('999')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(() => majorUnits(1.5, '978')).toThrow('whole');
    expect(() => majorUnits(1, '999')).toThrow('999');
  });
});

describe('writeJson', () => {
  it('round-trips through JSON.parse, with exact bigints and decimals', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // Integers beyond 2^53 are only accepted as bigint.
        const exact = JSON.stringify(value, (_key, member: unknown) =>
          typeof member === 'number' && Number.isInteger(member) && !Number.isSafeInteger(member)
            ? 0.5
            : member,
        );
        expect(JSON.parse(writeJson(JSON.parse(exact) as never))).toEqual(JSON.parse(exact));
      }),
    );
    expect(
      writeJson({
        code: 9271655739472609n,
        amount: new Decimal('24.50'),
        gone: undefined,
        list: [null, true],
      }),
    ).toBe('{"code":9271655739472609,"amount":24.50,"list":[null,true]}');
  });

  it('rejects a number that is not exact', () => {
    expect(() => writeJson(2 ** 53)).toThrow('exactly');
    expect(() => writeJson(Number.NaN)).toThrow('exactly');
    expect(() => new Decimal('1e3')).toThrow('decimal');
  });
});

describe('Athens time', () => {
  it.each([
    ['2026-02-03T10:15:28.730Z', '2026-02-03T12:15:28.73', '+02:00'],
    ['2026-07-03T10:15:28.000Z', '2026-07-03T13:15:28', '+03:00'],
    ['2026-03-29T00:59:59.005Z', '2026-03-29T02:59:59.005', '+02:00'],
    ['2026-03-29T01:00:00.000Z', '2026-03-29T04:00:00', '+03:00'],
  ])('formats %s as %s with the offset %s', (iso, local, offset) => {
    const time = Date.parse(iso);
    expect(athensLocal(time)).toBe(local);
    expect(athensWithOffset(time)).toBe(local + offset);
    expect(athensTimeStamp(time)).toMatch(/\.\d{7}\+0[23]:00$/);
    expect(Date.parse(athensTimeStamp(time))).toBe(time);
  });

  it('finds the next midnight on every day, including changes to and from daylight saving time', () => {
    const years = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2040-01-01') });
    fc.assert(
      fc.property(years, (time) => {
        const midnight = nextAthensMidnight(time);
        expect(midnight).toBeGreaterThan(time);
        expect(athensLocal(midnight)).toMatch(/T00:00:00$/);
        expect(athensDay(midnight - 1)).toBe(athensDay(time));
      }),
    );
    for (const day of ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25']) {
      expect(athensLocal(nextAthensMidnight(Date.parse(`${day}T12:00:00Z`)))).toMatch(/T00:00:00$/);
    }
  });
});

describe('Ids', () => {
  const generate = (ids: Ids) => [ids.uuid(), ids.hex(40), ids.digits(6), ids.orderCode(), ids.fraction()];

  it('repeats its values for the same seed, and generates others for another seed', () => {
    expect(generate(new Ids('a', 'mixed'))).toEqual(generate(new Ids('a', 'mixed')));
    expect(generate(new Ids('a', 'mixed'))).not.toEqual(generate(new Ids('b', 'mixed')));
    expect(new Ids('a', 'mixed').uuid()).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
  });

  it('generates order codes of 16 digits in the configured range', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const [safe, beyond] = [new Ids(seed, 'safe').orderCode(), new Ids(seed, 'beyond-safe').orderCode()];
        expect([safe.length, beyond.length]).toEqual([16, 16]);
        expect(String(Number(safe))).toBe(safe);
        expect(String(Number(beyond))).not.toBe(beyond);
      }),
    );
    const mixed = new Ids('a', 'mixed');
    const exact = Array.from({ length: 200 }, () => mixed.orderCode()).filter(
      (code) => String(Number(code)) === code,
    ).length;
    expect(exact).toBeGreaterThan(60);
    expect(exact).toBeLessThan(140);
  });
});

describe('card numbers', () => {
  it('are rejected by luhn with any single wrong digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 1, max: 9 }), (position, change) => {
        const number = '4147463011110133';
        const digit = (Number(number[position]) + change) % 10;
        expect(passesLuhnCheck(number.slice(0, position) + String(digit) + number.slice(position + 1))).toBe(
          false,
        );
      }),
    );
  });

  it('are masked to six and four digits, for any length', () => {
    expect(['376206000000009', '60600500000000130'].map(maskCardNumber)).toEqual([
      '376206XXXXXX0009',
      '606005XXXXXX0130',
    ]);
  });

  it.each([
    ['number', "card.number: expected a string such as '4147463011110133'"],
    ['expiry', "card.expiry: expected a string such as '08/30'"],
    ['holderName', "card.holderName: expected a string such as 'Jo Buyer'"],
  ])('need a string as %s, also from JavaScript', (name, message) => {
    const card = { number: '4147463011110133', expiry: '08/30', cvc: '123', holderName: 'Alex' };
    for (const value of [undefined, null, 830])
      expect(() => acceptCard({ ...card, [name]: value }, 0, new Ids('a', 'mixed'))).toThrow(
        new RangeError(message),
      );
  });

  it('are rejected without an error unless they are test cards', () => {
    const ids = new Ids('a', 'mixed');
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (number, expiry, cvc) => {
        expect(acceptCard({ number, expiry, cvc, holderName: 'X' }, 0, ids)).toHaveProperty(
          'problems.number',
        );
      }),
    );
  });
});
