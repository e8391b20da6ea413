/** Payment methods that a terminal shows first. The customer can choose another. */
export const PosPaymentMethod = {
  CardPresent: 'CardPresent',
  Moto: 'MOTO',
  QrDefault: 'QrDefault',
  /** Only in an older list of the service. */
  QrPayconiq: 'QrPayconic',
  AliPay: 'AliPay',
  PayPal: 'Paypal',
  Klarna: 'Klarna',
  Iris: 'IRIS',
  Blik: 'BLIK',
} as const;
export type PosPaymentMethod = (typeof PosPaymentMethod)[keyof typeof PosPaymentMethod] | (string & {});

/** Actions of a terminal besides payments. */
export const PosActionType = {
  /** Greece: sends the fiscal device's control token to the terminal. */
  AadeFimControl: 'aade-fim-control',
} as const;
export type PosActionType = (typeof PosActionType)[keyof typeof PosActionType] | (string & {});
