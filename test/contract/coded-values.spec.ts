import { describe, expect, it } from '@jest/globals';
import * as pay from 'nestjs-pay/client';
import { areaOf } from '../../scripts/contract/read.mjs';

/** Coded values of the contract, and the library's enums for them. */
const CODED: Record<string, Record<string, object>> = {
  'bank-transfers': { InstructionType: pay.InstructionType },
  'data-services': {
    OrderBy: pay.SortOrder,
    TransactionTypeId: pay.TransactionType,
    AccountTransactionTypeId: pay.AccountTransactionType,
    AccountTransactionSubTypeId: pay.AccountTransactionSubType,
  },
  'legacy-misc': { ObligationStatusId: pay.ObligationStatus, OrderStateId: pay.OrderState },
  payments: {
    StateId: pay.OrderState,
    RequestLang: pay.RequestLanguage,
    PaymentMethodId: pay.PaymentMethod,
    Eci: pay.ThreeDSecureStatus,
  },
  pos: {
    DeviceStatusId: pay.DeviceStatus,
    PaymentMethod: pay.PosPaymentMethod,
    ActionType: pay.PosActionType,
    SessionEventId: pay.SessionEvent,
    TransactionEventId: pay.IssuerDecline,
    PanEntryMode: pay.PanEntryMode,
  },
  resellers: { EligibilityEventId: pay.EligibilityEvent },
  transactions: {
    StatusId: pay.TransactionStatus,
    TransactionTypeId: pay.TransactionType,
    EventId: pay.PayEventId,
    ThreeDSecureStatusId: pay.ThreeDSecureStatus,
    CardTypeId: pay.CardType,
    CardTokenType: pay.CardTokenType,
  },
  wallets: { CurrencyCode: pay.Currency },
  'webhook-events': { CardTypeId: pay.CardType, DigitalWalletId: pay.DigitalWallet },
  'webhook-subscriptions': { SubscriptionEvent: pay.SubscriptionEvent },
};

const rows = Object.entries(CODED).flatMap(([area, names]) =>
  Object.entries(names).map(([name, values]) => ({ area, name, values })),
);

describe('coded values', () => {
  it.each(rows)('of $area.$name have names in the library', ({ area, name, values }) => {
    const { enums } = areaOf(area) as { enums: Record<string, object> };
    const known = new Set(Object.values(values).map(String));
    const codes = Object.keys(enums[name] ?? {});
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.filter((code) => !known.has(code))).toEqual([]);
  });
});
