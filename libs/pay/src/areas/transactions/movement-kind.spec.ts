import { describe, expect, it } from '@jest/globals';
import { kindOfType, movesBack, takesOnly } from './movement-kind.js';
import { TransactionType } from './transactions.enums.js';

describe('the kind of a transaction', () => {
  it('is known of every type that is listed, and of no other', () => {
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
  ] as const)('of type %d is %s', (type, kind) => {
    expect(kindOfType(type)).toBe(kind);
  });

  it('says which way the money goes; cash is neither', () => {
    const both = Object.values(TransactionType).filter(
      (type) => movesBack(type) === takesOnly(kindOfType(type)),
    );
    expect(both).toEqual([TransactionType.CardManualCashDisbursement, TransactionType.CardWithdrawal]);
  });
});
