/** The payment method that a terminal shows first; the customer may take another. */
export const PosPaymentMethod = {
  CardPresent: 'CardPresent',
  Moto: 'MOTO',
  QrDefault: 'QrDefault',
  /** In an older list only. */
  QrPayconiq: 'QrPayconic',
  AliPay: 'AliPay',
  PayPal: 'Paypal',
  Klarna: 'Klarna',
  Iris: 'IRIS',
  Blik: 'BLIK',
} as const;
export type PosPaymentMethod = (typeof PosPaymentMethod)[keyof typeof PosPaymentMethod] | (string & {});

/** What a terminal can be asked to do beside payments. */
export const PosActionType = {
  /** Greece: hands the fiscal device's control token to the terminal. */
  AadeFimControl: 'aade-fim-control',
} as const;
export type PosActionType = (typeof PosActionType)[keyof typeof PosActionType] | (string & {});
