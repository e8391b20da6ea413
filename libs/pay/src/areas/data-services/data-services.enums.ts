/** Sort order of a search, by time. */
export const SortOrder = { OldestFirst: 'Ascending', NewestFirst: 'Descending' } as const;
export type SortOrder = (typeof SortOrder)[keyof typeof SortOrder];

/** Balance that a wallet movement changes. Other values may appear. */
export const AccountTransactionType = {
  Balance: 20,
  Overdraft: 21,
  /**
   * Hold or its release. It changes the available balance only. Exclude these rows from a ledger; pairs sum to
   * zero.
   */
  AvailableOnly: 32,
} as const;
export type AccountTransactionType =
  | (typeof AccountTransactionType)[keyof typeof AccountTransactionType]
  | (number & {});

/** Reasons for a change of a wallet's balance. Other values may appear. */
export const AccountTransactionSubType = {
  ChargebackFee: 2,
  CardPayoutFee: 3,
  IBANPayoutFee: 4,
  SalesCommission: 5,
  CashTopUpFee: 6,
  DIASTopUpFee: 7,
  CardTopUpFee: 8,
  VoucherTopUpFee: 9,
  WalletChargeFee: 10,
  CashCommission: 11,
  DIASCommission: 12,
  CardCommission: 13,
  WalletCommission: 14,
  AliPayCommission: 15,
  OnDemandClearanceFee: 16,
  WithdrawalFee: 18,
  AlternativePaymentCommission: 19,
  PayInCash: 20,
  PayInDIAS: 21,
  PayInCard: 22,
  PayInVoucher: 23,
  PayInSmartMoney: 24,
  PayInIBAN: 25,
  PayOutIBAN: 30,
  PayOutCard: 31,
  DirectDebit: 32,
  ClearanceOther: 80,
  ClearanceCash: 81,
  ClearanceDIAS: 82,
  ClearanceCards: 83,
  ClearanceWallet: 84,
  ClearanceResellerFee: 85,
  ClearanceAliPay: 86,
  ClearanceAlternativePayments: 87,
  ClearancePayconiq: 88,
  CardPurchase: 100,
  CardPurchaseWithCashback: 104,
  ATMWithdrawal: 108,
  CashDisbursement: 112,
  CardRefund: 116,
  CardPaymentReceived: 117,
  PayconiqCommission: 130,
  WalletToWalletTransfer: 140,
  WalletCharge: 141,
  WalletRefund: 142,
  ManualAdjustment: 146,
  Confiscation: 149,
  SmartMoneyVoucher: 150,
  SmartMoneyFee: 151,
  DeviceSubscription: 152,
  PackageSubscription: 154,
  PricingCashback: 156,
  ObligationCaptured: 159,
  IssuingSettlement: 160,
  ManualPayOutIBAN: 164,
  FeeOfManualPayOutIBAN: 165,
  ManualAdjustmentOther: 166,
  ManualFeeAdjustment: 167,
  ManualDeposit: 168,
  ManualChargeback: 169,
  TerminalSubscription: 170,
  ThreeGSubscription: 171,
  CardOrderFee: 176,
  ExpressCardOrderFee: 177,
  ResellerFee: 178,
  MaintenanceFee: 179,
  BillPaymentFee: 180,
  TerminationFee: 181,
  MinimumClearingFee: 182,
  ISVAcquiringCommission: 183,
  PayPalProcessingFee: 184,
  PrepaymentLoanPaidOut: 190,
  PrepaymentLoanInstalment: 191,
  CashAdvancePaidOut: 192,
  CashAdvanceRepayment: 193,
  IRISPurchase: 197,
  PlatformAmountSettlement: 200,
  PlatformFeeSettlement: 201,
  PlatformAmountClearance: 202,
  PlatformFeeClearance: 203,
} as const;
export type AccountTransactionSubType =
  | (typeof AccountTransactionSubType)[keyof typeof AccountTransactionSubType]
  | (number & {});
