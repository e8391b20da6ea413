/**
 * Status of a transaction. Other values may appear.
 *
 * @see https://developer.viva.com/integration-reference/response-codes/
 */
export const TransactionStatus = {
  /** Successful. Also used for a successful hold, capture, refund or void: the type of the transaction says which. */
  Finished: 'F',
  /** In progress. */
  Active: 'A',
  /** Pre-authorization that was captured. The capture is another transaction. */
  Captured: 'C',
  /** Unsuccessful. */
  Error: 'E',
  /** Refunded in full or in part. The status does not show the remaining amount. */
  Refunded: 'R',
  /** Voided by the merchant. */
  Canceled: 'X',
  Disputed: 'M',
  DisputeAwaitingResponse: 'MA',
  DisputeInProgress: 'MI',
  DisputeLost: 'ML',
  DisputeSuspected: 'MS',
  DisputeWon: 'MW',
  /** Older code of a lost dispute. */
  DisputeRefunded: 'U',
} as const;
export type TransactionStatus = (typeof TransactionStatus)[keyof typeof TransactionStatus] | (string & {});

/** Type of a transaction. Other values may appear. */
export const TransactionType = {
  CardCapture: 0,
  CardPreAuthorisation: 1,
  CardRefund: 4,
  CardCharge: 5,
  CardChargeWithInstallments: 6,
  CardVoid: 7,
  CardOriginalCredit: 8,
  WalletCharge: 9,
  WalletRefund: 11,
  CardRefundClaimed: 13,
  DiasEBanking: 15,
  Cash: 16,
  CashRefund: 17,
  CardRefundInstallments: 18,
  CardPayout: 19,
  AlipayCharge: 20,
  AlipayRefund: 21,
  CardManualCashDisbursement: 22,
  IdealCharge: 23,
  IdealRefund: 24,
  P24Charge: 25,
  P24Refund: 26,
  BlikCharge: 27,
  BlikRefund: 28,
  PayUCharge: 29,
  PayURefund: 30,
  CardWithdrawal: 31,
  MultibancoChargeOlder: 32,
  GiropayCharge: 34,
  GiropayRefund: 35,
  SofortCharge: 36,
  SofortRefund: 37,
  EpsCharge: 38,
  EpsRefund: 39,
  WeChatPayCharge: 40,
  WeChatPayRefund: 41,
  BitPayCharge: 42,
  SepaDirectDebitCharge: 44,
  SepaDirectDebitRefund: 45,
  PayPalCharge: 48,
  PayPalRefund: 49,
  TrustlyCharge: 50,
  TrustlyRefund: 51,
  KlarnaCharge: 52,
  KlarnaRefund: 53,
  MbWayCharge: 54,
  MbWayRefund: 55,
  MultibancoCharge: 56,
  MultibancoRefund: 57,
  PayconiqCharge: 58,
  PayconiqRefund: 59,
  IrisCharge: 60,
  IrisRefund: 61,
  OnlineBankingCharge: 62,
  OnlineBankingRefund: 63,
  BancomatPayCharge: 64,
  BancomatPayRefund: 65,
  TbiBankCharge: 66,
  TbiBankRefund: 67,
  PayOnDeliveryCharge: 68,
  CardVerification: 69,
  SwishCharge: 70,
  SwishRefund: 71,
  BluecodeCharge: 74,
  BluecodeRefund: 75,
  SatispayCharge: 78,
  SatispayRefund: 79,
  KlarnaPreAuthorisation: 80,
  KlarnaCapture: 81,
} as const;
export type TransactionType = (typeof TransactionType)[keyof typeof TransactionType] | (number & {});
