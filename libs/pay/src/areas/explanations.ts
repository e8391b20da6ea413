import { READ_THE_PAYMENT } from './transactions/refund-refusals.js';
import type { AuthScheme, CredentialSet } from '../core/operation/operation.js';
import type { ExplainedRefusal } from '../core/operation/service-rules.js';

/** Explains the likely cause of a refusal and the fix. Empty if the service's own words are enough. */
export function explainRefusal(refusal: ExplainedRefusal): string {
  const { effective: code, side, inEnvelope, text } = refusal;
  const { auth: scheme, credentials, hints } = refusal.operation;
  if (code === 403 && refusal.isWebPage === true) return REFUSED_BY_FIREWALL;
  if (text?.includes('PaymentsRefundNotAllowed') === true) return REFUNDS_IN_FULL_ONLY;
  const hint = hints?.[code];
  if (hint !== undefined) return hint;
  if (code === 401) return EXPLAIN_401[scheme](side.name) + explainAudience(credentials);
  if (code === 403 && inEnvelope) return explain403InEnvelope(text ?? '', refusal.eventId);
  if (code === 403) return explain403(scheme, credentials);
  if (code === 404 && scheme !== 'clientBasic')
    return `This merchant has no such resource in ${side.name}: check the ID and the environment.`;
  if (code === 452) return 'The wallet balance is too low.';
  if (code === 429) return 'Too many requests: wait before the next one.';
  if (scheme === 'clientBasic' && refusal.code === 'invalid_client') {
    return (
      `Check that clientId and clientSecret are the OAuth pair (not merchantId and apikey) of ${side.name}` +
      (side.isEnvironment ? ': `dev: true` needs demo credentials.' : '.')
    );
  }
  return '';
}

const REFUSED_BY_FIREWALL =
  'The response is a web page, not JSON: a firewall in front of the service, or a proxy on the way, refused this machine’s address. ' +
  'The credentials are not the cause. Send from another address, or give the service’s support the reference.';

/** The service's support named the second cause for the same event. @see github.com/VivaPayments/API/issues/2021 */
const NOTHING_TO_REVERSE =
  'The payment was refunded or canceled in full before. Read the transactions of its order to find that refund. ' +
  'If they show none, the payment may not have cleared yet, and can only be refunded in full until the next day.';

const REFUNDS_IN_FULL_ONLY =
  'The account may refund payments only in full: refund all that is left, or ask the service’s support about refunds in part.';

/** The service uses one code for permissions of the account and for the state of a transaction, so its text decides. */
function explain403InEnvelope(text: string, eventId: number | null): string {
  if (eventId === 2055) return NOTHING_TO_REVERSE;
  if (/non reversible/i.test(text)) return READ_THE_PAYMENT;
  if (/does not allow recurring/i.test(text))
    return 'Charge only a payment whose order was created with allowRecurring: true, and capture only one with preauth: true.';
  if (/preauth .*expired/i.test(text))
    return 'Nothing is held any more: read the transaction to see whether it was captured (statusId C), and otherwise ask the customer to pay again.';
  return 'A permission is switched off for the merchant or the source: see Settings > API Access in the service’s own app.';
}

/** The service responds with 401 "The audience is invalid" to the token of other credentials. */
const explainAudience = (credentials: CredentialSet | undefined): string =>
  credentials === undefined
    ? ''
    : ` It may also be issued to other credentials: ${theCallTakes(credentials)}.`;

const theCallTakes = (credentials: CredentialSet): string =>
  `this call takes the ${CREDENTIALS[credentials]} credentials, on a client of their own (docs/reference/module.md, "Credential sets")`;

const bearer = (side: string): string =>
  `The token was not accepted: it has expired, or does not belong to ${side}.`;

const EXPLAIN_401: Record<AuthScheme, (side: string) => string> = {
  oauth: bearer,
  cloudTerminal: (side) =>
    `${bearer(side)} Card terminals need the POS APIs credentials, not those of the checkout.`,
  basic: (side) =>
    `Check that merchantId and apikey are right (not clientId and clientSecret) and belong to ${side}.`,
  reseller: (side) =>
    `Check resellerId, resellerApiKey and targetMerchantId, and that they belong to ${side}.`,
  clientBasic: (side) => `Check that clientId and clientSecret belong to ${side}.`,
  none: () => '',
};

/** Names of the credential sets in the service's app. */
const CREDENTIALS: Record<CredentialSet, string> = {
  accountTransactions: 'Account Transactions',
  dataServices: 'Data Services',
};

function explain403(scheme: AuthScheme, credentials: CredentialSet | undefined): string {
  // The service refuses the token exchange before it checks the credentials.
  if (scheme === 'clientBasic')
    return 'Either the account is blocked, or a firewall or proxy on the way refuses this machine.';
  const missing =
    credentials !== undefined
      ? theCallTakes(credentials)
      : scheme === 'oauth'
        ? 'their token lacks the scope, for each set of credentials opens its own calls only'
        : scheme === 'cloudTerminal'
          ? 'their token lacks the scope (card terminals need the POS APIs credentials)'
          : 'their account has no right to it';
  return `The credentials are valid but not allowed to do this: ${missing}, or the feature is not enabled for the merchant.`;
}
