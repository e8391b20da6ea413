/** What the issuer said of 3-D Secure: `eci` of the redirect, `ThreeDSecureStatusId` of answers. Open: there may be others. */
export const ThreeDSecureStatus = {
  Unspecified: 0,
  Authenticated: 1,
  NoThreeDSecure: 2,
  /** Attempted, or the card is not enrolled. */
  AttemptedOrNotEnrolled: 3,
} as const;
export type ThreeDSecureStatus = (typeof ThreeDSecureStatus)[keyof typeof ThreeDSecureStatus] | (number & {});

/** Scheme of a card. Some are inferred by the sources; open: there may be others. */
export const CardType = {
  Visa: 0,
  Mastercard: 1,
  Diners: 2,
  AmericanExpress: 3,
  Invalid: 4,
  Unknown: 5,
  Maestro: 6,
  Discover: 7,
  Jcb: 8,
} as const;
export type CardType = (typeof CardType)[keyof typeof CardType] | (number & {});

/** Wallet on the customer's device that the card came from. Open: there may be others. */
export const DigitalWallet = { ApplePay: 2, GooglePay: 3, SamsungPay: 4 } as const;
export type DigitalWallet = (typeof DigitalWallet)[keyof typeof DigitalWallet] | (number & {});
