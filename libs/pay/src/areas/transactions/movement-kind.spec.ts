import { describe, expect, it } from '@jest/globals';
import { kindOfType, movesBack, takesOnly } from './movement-kind.js';
import { TransactionType } from '../coded-values.generated.js';

describe('kindOfType', () => {
  it('returns a kind for every listed type, and for no other', () => {
    expect(Object.values(TransactionType).filter((type) => kindOfType(type) === undefined)).toEqual([]);
    expect([kindOfType(4711), kindOfType(null), kindOfType(NaN)]).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    [TransactionType.CardCharge, 'charge'],
    [TransactionType.Cash, 'charge'],
    [TransactionType.DiasEBanking, 'charge'],
    [TransactionType.MultibancoChargeOlder, 'charge'],
    [TransactionType.KlarnaPreAuthorisation, 'hold'],
    [TransactionType.KlarnaCapture, 'capture'],
    [TransactionType.CardVerification, 'verification'],
    [TransactionType.CashRefund, 'refund'],
    [TransactionType.CardRefundInstallments, 'refund'],
    [TransactionType.CardRefundClaimed, 'claim'],
    [TransactionType.CardVoid, 'void'],
    [TransactionType.CardOriginalCredit, 'credit'],
    [TransactionType.CardPayout, 'credit'],
    [TransactionType.CardManualCashDisbursement, 'cash-out'],
    [TransactionType.CardWithdrawal, 'cash-out'],
  ] as const)('returns the kind of type %d: %s', (type, kind) => {
    expect(kindOfType(type)).toBe(kind);
  });

  it('gives every type one direction of money, except cash paid out', () => {
    const withoutDirection = Object.values(TransactionType).filter(
      (type) => movesBack(type) === takesOnly(kindOfType(type)),
    );
    expect(withoutDirection).toEqual([
      TransactionType.CardManualCashDisbursement,
      TransactionType.CardWithdrawal,
    ]);
  });
});
