import { PayEventId } from '../coded-values.generated.js';
import {
  FIRST_REQUEST_REFUSAL,
  REQUEST_DESCRIPTIONS,
  SESSION_DESCRIPTIONS,
} from './terminal-event-descriptions.js';

/** Description of an event ID. */
export interface PayEventDescription {
  /** Meaning, for logs and staff. Do not show it to the customer in cases of fraud. */
  readonly meaning: string;
  /** Recommended next step. */
  readonly nextStep: string;
}

const NOTHING = 'Nothing.';
const OTHER = 'Ask for another card or payment method. This card is likely to be declined again.';
const STOP = 'Do not try this card again, and do not tell the customer why. Ask for another payment method.';
const CALL = 'The customer must call the card’s issuing bank before another attempt.';
const CHECK = 'Ask the customer to check the data and enter it again.';
const AUTH =
  'Charge again while the customer is present and can authenticate. Without authentication, the charge will be declined again.';
const AGAIN = 'Nothing was paid. The customer can try again on the same order.';
const LATER = 'Temporary error. Make sure that nothing was paid, then try again later.';
const REVOKED = 'Stop charging this card. The cardholder withdrew consent.';
const SUPPORT =
  'The customer cannot fix this. Check your request and your account’s settings, or contact the service’s support.';

const DESCRIPTIONS: ReadonlyMap<number, readonly [meaning: string, nextStep: string]> = new Map([
  [PayEventId.None, ['Nothing to report', NOTHING]],
  [PayEventId.Declined, ['Declined', SUPPORT]],
  [PayEventId.OctRefused, ['The original credit (OCT) was refused', SUPPORT]],
  [PayEventId.ThreeDSecureAbandoned, ['The customer left the 3-D Secure step', AGAIN]],
  [PayEventId.ThreeDSecureFailed, ['3-D Secure failed: wrong password or code', AUTH]],
  [PayEventId.AcquiringRestricted, ['The acquiring policy does not allow the payment', SUPPORT]],
  [PayEventId.DeviceNotFound, ['Device not found', SUPPORT]],
  [
    PayEventId.WebhookSubscriptionRefused,
    ['The webhook subscription already exists or exceeds the limit', SUPPORT],
  ],
  [PayEventId.MessageValidationFailed, ['The card message was not valid', SUPPORT]],
  [PayEventId.SchemeTimeout, ['Card scheme communication interrupted or timed out', LATER]],
  [PayEventId.SchemeWriteFailed, ['Card scheme write failed', LATER]],
  [PayEventId.SchemeSendFailed, ['Card scheme proxy send failed', LATER]],
  [PayEventId.TransactionFailed, ['Transaction failed', LATER]],
  [PayEventId.ReferToIssuer, ['Refer to card issuer', CALL]],
  [PayEventId.InvalidMerchant, ['Invalid merchant number', SUPPORT]],
  [PayEventId.PickUpCard, ['Pick up card', STOP]],
  [PayEventId.DoNotHonor, ['Do not honor', OTHER]],
  [PayEventId.GeneralError, ['General error', LATER]],
  [PayEventId.PickUpCardFraud, ['Pick up card, fraud account', STOP]],
  [PayEventId.InvalidTransaction, ['Invalid transaction', SUPPORT]],
  [PayEventId.InvalidAmount, ['Invalid amount', CHECK]],
  [PayEventId.InvalidCardNumber, ['Invalid card number', CHECK]],
  [PayEventId.InvalidIssuer, ['Invalid issuer', OTHER]],
  [PayEventId.ReEnterTransaction, ['Re-enter transaction', LATER]],
  [PayEventId.StolenCardTestAmount, ['Stolen card', STOP]],
  [PayEventId.NoActionTaken, ['No action taken', LATER]],
  [PayEventId.FormatError, ['Format error', SUPPORT]],
  [PayEventId.NoCreditAccount, ['No credit account', OTHER]],
  [PayEventId.LostCard, ['Lost card', STOP]],
  [PayEventId.StolenCard, ['Stolen card', STOP]],
  [PayEventId.ClosedAccount, ['Closed account', OTHER]],
  [PayEventId.InsufficientFunds, ['Insufficient funds', OTHER]],
  [PayEventId.NoCheckingAccount, ['No checking account', OTHER]],
  [PayEventId.NoSavingsAccount, ['No savings account', OTHER]],
  [PayEventId.ExpiredCard, ['Expired card', OTHER]],
  [PayEventId.IncorrectPin, ['Incorrect PIN', CHECK]],
  [PayEventId.NotPermittedToCardholder, ['Function not permitted to cardholder', OTHER]],
  [PayEventId.NotPermittedToTerminal, ['Function not permitted to terminal', SUPPORT]],
  [PayEventId.SuspectedFraud, ['Suspected fraud', STOP]],
  [PayEventId.WithdrawalLimitExceeded, ['Withdrawal limit exceeded', OTHER]],
  [PayEventId.RestrictedCard, ['Restricted card', OTHER]],
  [PayEventId.SecurityViolation, ['Security violation', OTHER]],
  [PayEventId.SoftDecline, ['Soft decline: strong customer authentication is required', AUTH]],
  [PayEventId.CallIssuer, ['Call issuer', CALL]],
  [PayEventId.PinTriesExceeded, ['PIN entry tries exceeded', OTHER]],
  [PayEventId.InvalidToAccount, ['Invalid ‘to’ account', SUPPORT]],
  [PayEventId.InvalidFromAccount, ['Invalid ‘from’ account', SUPPORT]],
  [PayEventId.CardBlockedOrNotActivated, ['Card blocked or not activated', OTHER]],
  [PayEventId.LifeCycle, ['Life cycle', OTHER]],
  [PayEventId.NoFinancialImpact, ['No financial impact', SUPPORT]],
  [PayEventId.DomesticDebitNotAllowed, ['Domestic debit transaction not allowed', LATER]],
  [PayEventId.FraudOrSecurity, ['Fraud/security', STOP]],
  [PayEventId.InvalidAuthorisationLifeCycle, ['Invalid authorization life cycle', SUPPORT]],
  [PayEventId.PinValidationNotPossible, ['PIN validation not possible', LATER]],
  [PayEventId.CryptographicFailure, ['Cryptographic failure', SUPPORT]],
  [PayEventId.UnacceptablePin, ['Unacceptable PIN, retry', CHECK]],
  [PayEventId.IssuerUnavailable, ['Issuer unavailable', LATER]],
  [PayEventId.ViolationOfLaw, ['Violation of law', OTHER]],
  [PayEventId.DuplicateTransmission, ['Duplicate transmission', SUPPORT]],
  [PayEventId.SystemMalfunction, ['System malfunction', LATER]],
  [PayEventId.EmptyIssuerResponse, ['Empty issuer response', LATER]],
  [PayEventId.GenericError, ['Generic error, possibly a wrong security code', LATER]],
  [PayEventId.ForcedReversal, ['Forced reversal', LATER]],
  [PayEventId.InvalidCvv, ['Wrong security code (CVV)', CHECK]],
  [PayEventId.NegativeVerificationResult, ['The card’s verification value is wrong', CHECK]],
  [PayEventId.BlockedCard, ['Blocked card', OTHER]],
  [PayEventId.AuthorisationRevoked, ['The cardholder revoked the authorization', REVOKED]],
  [PayEventId.VerificationDataFailed, ['Verification data failed', CHECK]],
  [PayEventId.Policy, ['Policy', OTHER]],
  [PayEventId.InvalidAccount, ['Invalid or nonexistent account', OTHER]],
  [PayEventId.NoSuchIssuer, ['No such issuer', OTHER]],
  [PayEventId.LostCardPickUp, ['Lost card, pick up', STOP]],
  [PayEventId.StolenCardPickUp, ['Stolen card, pick up', STOP]],
  [PayEventId.AccountClosed, ['Closed account', OTHER]],
  [
    PayEventId.ScaRequestedOnlinePin,
    ['Strong customer authentication is required; online PIN supported', AUTH],
  ],
  [PayEventId.ScaRequested, ['Soft decline: strong customer authentication is required', AUTH]],
  [PayEventId.ScaRequestedSecondTap, ['Strong customer authentication is required: second tap', AUTH]],
  [PayEventId.UseChip, ['Use the chip (Bancontact)', AUTH]],
  [PayEventId.BancontactIssuerUnavailable, ['Issuer unavailable (Bancontact)', LATER]],
  [PayEventId.CartesBancairesVoidFailed, ['Cartes Bancaires void validation failed', SUPPORT]],
  [PayEventId.PayconiqExpired, ['The Payconiq payment expired', AGAIN]],
  [PayEventId.PayconiqCancelled, ['The Payconiq payment was canceled', AGAIN]],
  [PayEventId.ResponseNotUnderstood, ['The payment method’s response was not understood', LATER]],
  [PayEventId.KlarnaCancelled, ['The Klarna payment was canceled', AGAIN]],
]);

/**
 * Table of event IDs. The numbers of the tables overlap.
 * `payment`: response codes of payments. `session`: `eventId` of a terminal session. `request`: header of the
 * response to a terminal request.
 */
export type PayEventTable = 'payment' | 'session' | 'request';

const TABLES: Record<PayEventTable, ReadonlyMap<number, readonly [meaning: string, nextStep: string]>> = {
  payment: DESCRIPTIONS,
  session: SESSION_DESCRIPTIONS,
  request: REQUEST_DESCRIPTIONS,
};

/** Tables to search for an ID, in order. Most numbers mean the same in all tables. */
const SEARCH_ORDER: Record<PayEventTable, readonly PayEventTable[]> = {
  payment: ['payment', 'session', 'request'],
  session: ['session', 'payment'],
  request: ['request', 'session', 'payment'],
};

/** Returns the meaning and next step for the event ID of a rejection, or an empty string if it is not documented. */
export function explainPayEventId(id: number, isTerminalRequest = false): string {
  // In a rejection, 1100 means a busy terminal; in a response header it would mean success.
  const table = !isTerminalRequest ? 'payment' : id >= FIRST_REQUEST_REFUSAL ? 'request' : 'session';
  const [meaning, nextStep] = find(id, table) ?? [];
  return meaning === undefined ? '' : `: ${meaning}. ${String(nextStep).replace(/\.$/, '')}`;
}

/**
 * Describes an event ID and the recommended next step. An undocumented ID gets a general description.
 *
 * @param table Table that the number belongs to. The default, `'payment'`, falls back to the tables of card
 *   terminals.
 */
export function describePayEventId(id: PayEventId, table: PayEventTable = 'payment'): PayEventDescription {
  const [meaning, nextStep] = find(id, table) ?? ['Not a documented event ID', SUPPORT];
  return { meaning, nextStep };
}

function find(id: number, table: PayEventTable): readonly [meaning: string, nextStep: string] | undefined {
  return SEARCH_ORDER[table]
    .map((name) => TABLES[name].get(id))
    .find((description) => description !== undefined);
}
