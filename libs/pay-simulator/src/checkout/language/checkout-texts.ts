import type { ChallengeAnswer } from '../../domain/issuer.js';
import type { DeclineReason } from '../decline-reason.js';

/** Error messages of the form's fields. */
interface ProblemTexts {
  readonly cardNumber: string;
  readonly testCardOnly: string;
  readonly expiry: string;
  readonly cardExpired: string;
  /** With `{digits}`. */
  readonly securityCode: string;
  readonly nameOnCard: string;
  readonly email: string;
  readonly installments: string;
  /** With `{least}`. */
  readonly amount: string;
}

/** Texts of a page for an order that cannot be paid. */
interface EndTexts {
  readonly title: string;
  readonly text: string;
}

/** All texts of the hosted pages in one language. */
export interface CheckoutTexts {
  /** Text at the top of the page: no real payment. */
  readonly banner: string;
  readonly orderSummary: string;
  readonly orderNumber: string;
  readonly amountToPay: string;
  readonly cardFee: string;
  readonly tipIncluded: string;
  readonly contact: string;
  readonly email: string;
  readonly card: string;
  readonly savedCards: string;
  readonly anotherCard: string;
  readonly cardNumber: string;
  readonly expiry: string;
  readonly expiryHint: string;
  readonly securityCode: string;
  readonly securityCodeHint: string;
  readonly nameOnCard: string;
  readonly amount: string;
  readonly installments: string;
  readonly payInFull: string;
  /** With `{amount}`. */
  readonly pay: string;
  /** Label of the pay button if the customer chooses the amount. */
  readonly payPlain: string;
  readonly verify: string;
  readonly verifyNote: string;
  readonly preauthNote: string;
  readonly recurringNote: string;
  readonly cardOnly: string;
  readonly noMethod: string;
  readonly cancel: string;
  readonly returnToShop: string;
  readonly checkForm: string;
  readonly problems: ProblemTexts;
  readonly amountChanged: string;
  readonly declined: string;
  readonly declinedHint: string;
  readonly reasons: Readonly<Record<DeclineReason, string>>;
  readonly unknown: EndTexts;
  readonly expired: EndTexts;
  readonly paid: EndTexts;
  readonly cancelled: EndTexts;
  readonly challenge: {
    readonly title: string;
    readonly text: string;
    readonly choose: string;
    readonly answers: Readonly<Record<ChallengeAnswer, string>>;
    /** What each answer does. */
    readonly effects: Readonly<Record<ChallengeAnswer, string>>;
    readonly leaveEffect: string;
    readonly leave: string;
  };
  readonly tests: {
    readonly title: string;
    readonly hint: string;
    readonly result: string;
    /** With `{count}`. */
    readonly digits: string;
    readonly noCode: string;
    readonly approved: string;
    readonly declined: string;
    readonly challenge: string;
    readonly amounts: string;
    readonly all: string;
    readonly fill: string;
  };
}
