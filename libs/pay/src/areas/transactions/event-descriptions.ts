import { PayEventId } from './event-ids.js';
import {
  FIRST_REQUEST_REFUSAL,
  REQUEST_DESCRIPTIONS,
  SESSION_DESCRIPTIONS,
} from './terminal-event-descriptions.js';

/** What an event id says. */
export interface PayEventDescription {
  /** In words, for a log or a person at the shop; not for the customer of a fraud case. */
  readonly meaning: string;
  /** What to do about it. */
  readonly nextStep: string;
}

const NOTHING = 'Nothing.';
const OTHER = 'Ask for another card or way to pay: this one is likely to be refused again.';
const STOP = 'Do not try this card again and do not tell the customer why; ask for another way to pay.';
const CALL = 'The customer must call the bank that issued the card before it is tried again.';
const CHECK = 'Let the customer enter the data again, correctly.';
const AUTH =
  'Charge again with the customer present, who must authenticate: a repetition without will be refused again.';
const AGAIN = 'Nothing was paid: the customer may try again on the same order.';
const LATER = 'Temporary: make sure that nothing was paid, then try again later.';
const REVOKED = 'Stop charging this card: the cardholder withdrew consent.';
const SUPPORT =
  'Nothing the customer can mend: check what was sent and your account’s settings, else ask the service’s support.';

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
    ['The webhook subscription is one too many or there already', SUPPORT],
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
  [PayEventId.SoftDecline, ['Soft decline: strong customer authentication is asked for', AUTH]],
  [PayEventId.CallIssuer, ['Call issuer', CALL]],
  [PayEventId.PinTriesExceeded, ['PIN entry tries exceeded', OTHER]],
  [PayEventId.InvalidToAccount, ['Invalid ‘to’ account', SUPPORT]],
  [PayEventId.InvalidFromAccount, ['Invalid ‘from’ account', SUPPORT]],
  [PayEventId.CardBlockedOrNotActivated, ['Card blocked or not activated', OTHER]],
  [PayEventId.LifeCycle, ['Life cycle', OTHER]],
  [PayEventId.NoFinancialImpact, ['No financial impact', SUPPORT]],
  [PayEventId.DomesticDebitNotAllowed, ['Domestic debit transaction not allowed', LATER]],
  [PayEventId.FraudOrSecurity, ['Fraud/security', STOP]],
  [PayEventId.InvalidAuthorisationLifeCycle, ['Invalid authorisation life cycle', SUPPORT]],
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
  [PayEventId.AuthorisationRevoked, ['The cardholder revoked the authorisation', REVOKED]],
  [PayEventId.VerificationDataFailed, ['Verification data failed', CHECK]],
  [PayEventId.Policy, ['Policy', OTHER]],
  [PayEventId.InvalidAccount, ['Invalid or nonexistent account', OTHER]],
  [PayEventId.NoSuchIssuer, ['No such issuer', OTHER]],
  [PayEventId.LostCardPickUp, ['Lost card, pick up', STOP]],
  [PayEventId.StolenCardPickUp, ['Stolen card, pick up', STOP]],
  [PayEventId.AccountClosed, ['Closed account', OTHER]],
  [
    PayEventId.ScaRequestedOnlinePin,
    ['Strong customer authentication is asked for; online PIN supported', AUTH],
  ],
  [PayEventId.ScaRequested, ['Soft decline: strong customer authentication is asked for', AUTH]],
  [PayEventId.ScaRequestedSecondTap, ['Strong customer authentication is asked for: second tap', AUTH]],
  [PayEventId.UseChip, ['Use the chip (Bancontact)', AUTH]],
  [PayEventId.BancontactIssuerUnavailable, ['Issuer unavailable (Bancontact)', LATER]],
  [PayEventId.CartesBancairesVoidFailed, ['Cartes Bancaires void validation failed', SUPPORT]],
  [PayEventId.PayconiqExpired, ['The Payconiq payment expired', AGAIN]],
  [PayEventId.PayconiqCancelled, ['The Payconiq payment was cancelled', AGAIN]],
  [PayEventId.ResponseNotUnderstood, ['The payment method’s response was not understood', LATER]],
  [PayEventId.KlarnaCancelled, ['The Klarna payment was cancelled', AGAIN]],
]);

/**
 * Whose numbers an event id is of, for they overlap: `payment` (response codes), `session` (a terminal session's `eventId`),
 * `request` (the header of an answer to a request to a terminal).
 */
export type PayEventTable = 'payment' | 'session' | 'request';

const TABLES: Record<PayEventTable, ReadonlyMap<number, readonly [meaning: string, nextStep: string]>> = {
  payment: DESCRIPTIONS,
  session: SESSION_DESCRIPTIONS,
  request: REQUEST_DESCRIPTIONS,
};

/** Where else an id is looked up that its own table does not have: one number means one thing in most of them. */
const LOOKED_UP_IN: Record<PayEventTable, readonly PayEventTable[]> = {
  payment: ['payment', 'session', 'request'],
  session: ['session', 'payment'],
  request: ['request', 'session', 'payment'],
};

/** Meaning and next step behind the event id of a refusal, for a message; empty for one that is not documented. */
export function explainPayEventId(id: number, isTerminalRequest = false): string {
  // 1100 in a refusal is a busy terminal: in a header it would tell of success.
  const table = !isTerminalRequest ? 'payment' : id >= FIRST_REQUEST_REFUSAL ? 'request' : 'session';
  const [meaning, nextStep] = find(id, table) ?? [];
  return meaning === undefined ? '' : `: ${meaning}. ${String(nextStep).replace(/\.$/, '')}`;
}

/**
 * Says in words what an event id means and what to do next; an id that is not documented says so.
 *
 * @param table whose number it is. @default 'payment', and what that does not have from the tables of card terminals
 */
export function describePayEventId(id: PayEventId, table: PayEventTable = 'payment'): PayEventDescription {
  const [meaning, nextStep] = find(id, table) ?? ['Not a documented event id', SUPPORT];
  return { meaning, nextStep };
}

function find(id: number, table: PayEventTable): readonly [meaning: string, nextStep: string] | undefined {
  return LOOKED_UP_IN[table]
    .map((name) => TABLES[name].get(id))
    .find((description) => description !== undefined);
}
