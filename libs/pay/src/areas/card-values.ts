/** Result of 3-D Secure: `eci` in the redirect, `ThreeDSecureStatusId` in responses. Other values may appear. */
export const ThreeDSecureStatus = {
  Unspecified: 0,
  Authenticated: 1,
  NoThreeDSecure: 2,
  /** Attempted, or the card is not enrolled. */
  AttemptedOrNotEnrolled: 3,
} as const;
export type ThreeDSecureStatus = (typeof ThreeDSecureStatus)[keyof typeof ThreeDSecureStatus] | (number & {});

/** Card scheme. Some values are inferred, and others may appear. */
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

/** Digital wallet that held the card. Other values may appear. */
export const DigitalWallet = { ApplePay: 2, GooglePay: 3, SamsungPay: 4 } as const;
export type DigitalWallet = (typeof DigitalWallet)[keyof typeof DigitalWallet] | (number & {});
