import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toMajorUnits } from '../../core/values/money.js';
import { remainingAmounts } from './remaining-amounts.js';
import { TransactionType } from '../coded-values.generated.js';
import type { LegacyTransaction } from '../results.generated.js';

const PAYMENT = 'C90D4902-6245-449F-B2B0-51D99CD09CFE';

interface Row {
  id?: string;
  parent?: string | null;
  type?: number;
  status?: string;
  minor: number;
  currency?: string;
}

const row = ({ id = 'other', parent = null, type = 5, status = 'F', minor, currency = '978' }: Row) =>
  ({
    TransactionId: id,
    ParentId: parent,
    StatusId: status,
    Amount: Number(toMajorUnits(minor, currency)),
    CurrencyCode: currency,
    TransactionType: { Name: '', TransactionTypeId: type },
  }) as LegacyTransaction;
const payment = (own: Partial<Row> = {}) => row({ id: PAYMENT, minor: 2450, ...own });
const left = (...rows: LegacyTransaction[]) => remainingAmounts(PAYMENT.toLowerCase(), rows);

describe('remainingAmounts', () => {
  it('subtracts refunds and voids from the payment, for all signs, statuses and currencies', () => {
    const reversal = fc.record({
      type: fc.constantFrom(
        TransactionType.CardRefund,
        TransactionType.CardVoid,
        TransactionType.IdealRefund,
      ),
      status: fc.constantFrom('F', 'A', 'E', 'X'),
      minor: fc.integer({ min: -9_999, max: 9_999 }),
    });
    fc.assert(
      fc.property(
        fc.array(reversal, { maxLength: 5 }),
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.constantFrom('978', '392', '048'),
        (reversals, minor, currency) => {
          const refunded = reversals
            .filter(({ status }) => status === 'F' || status === 'A')
            .reduce((sum, one) => sum + Math.abs(one.minor), 0);
          const rows = reversals.map((one) => row({ ...one, currency, parent: PAYMENT }));
          expect(left(payment({ minor, currency, status: 'R' }), ...rows)).toEqual({
            currencyCode: currency,
            refundable: Math.max(minor - refunded, 0),
            capturable: 0,
          });
        },
      ),
    );
  });

  it.each([
    ['a recurring charge', { type: TransactionType.CardCharge, minor: 990 }],
    ['a capture', { type: TransactionType.CardCapture, minor: 990 }],
    ['a refund of another payment', { type: TransactionType.CardRefund, minor: -100, parent: 'another' }],
  ])('does not subtract %s', (_what, other) => {
    expect(left(payment(), row({ parent: PAYMENT, ...other }))).toMatchObject({ refundable: 2450 });
  });

  it.each<[string, unknown, number]>([
    ['a positive refund with its type as a string', '4', 1000],
    ['a negative refund with its type as a string', '4', -1000],
    ['a fast refund that is recorded as an original credit', 8, -1000],
    ['a negative transaction of an unknown type', 4711, -1000],
    ['a positive transaction of an unknown type', 4711, 1000],
    ['a transaction without a type', null, -1000],
    ['a negative charge', 5, -1000],
  ])('subtracts %s', (_what, type, minor) => {
    const child = {
      ...row({ parent: PAYMENT, minor }),
      TransactionType: { Name: '', TransactionTypeId: type },
    };
    expect(left(payment(), child as LegacyTransaction)).toMatchObject({ refundable: 1450 });
  });

  it('returns the currency as a string, and undefined for two currencies [transactions.18]', () => {
    const australian = payment({ currency: '036' });
    expect(left({ ...australian, CurrencyCode: 36 as never })).toMatchObject({ currencyCode: '036' });
    expect(left(payment(), row({ parent: PAYMENT, type: 4, minor: 100, currency: '826' }))).toBeUndefined();
  });

  it.each(['A', 'C', 'E', 'X', 'M', 'MA', 'MI', 'ML', 'MS', 'unknown'])(
    'returns 0 for a payment with status %s',
    (status) => {
      expect(left(payment({ status }))).toMatchObject({ refundable: 0, capturable: 0 });
    },
  );

  it.each([TransactionType.CardRefund, TransactionType.CardVoid, TransactionType.CardPayout])(
    'returns 0 for type %d, which took no money',
    (type) => {
      expect(left(payment({ type }))).toMatchObject({ refundable: 0, capturable: 0 });
      expect(left(payment({ type, minor: -2450 }))).toMatchObject({ refundable: 0, capturable: 0 });
    },
  );

  it.each([
    ['F', [], 2450],
    ['A', [], 2450],
    ['C', [], 0],
    ['X', [], 0],
    ['F', [row({ parent: PAYMENT, type: TransactionType.CardCapture, minor: 2000 })], 0],
    ['F', [row({ parent: PAYMENT, type: TransactionType.CardCapture, minor: 2000, status: 'E' })], 2450],
  ])('returns what a pre-authorization with status %s holds (%#)', (status, derived, capturable) => {
    const held = payment({ type: TransactionType.CardPreAuthorisation, status });
    expect(left(held, ...derived)).toEqual({ currencyCode: '978', refundable: 0, capturable });
  });

  it('returns undefined without the transaction, or for an amount that is not exact', () => {
    expect(left(row({ minor: 100 }))).toBeUndefined();
    expect(left({ ...payment(), Amount: 1.005 })).toBeUndefined();
    expect(left({ ...payment(), CurrencyCode: '000' })).toBeUndefined();
  });
});
