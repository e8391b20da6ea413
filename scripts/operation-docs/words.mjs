// Words for the contract's codes on the generated pages.
import { refusalFailure } from './library.mjs';

const AUTH = {
  oauth: 'OAuth token, which the client fetches with `clientId` and `clientSecret`',
  basic: 'Basic auth with `merchantId` and `apikey`',
  reseller: 'Basic auth with `resellerId`, `resellerApiKey` and the ID of the connected merchant',
  cloudTerminal:
    'OAuth token of the card terminal credentials (`cloudTerminal`, else `clientId` and `clientSecret`)',
  clientBasic:
    'Basic auth with the card terminal credentials (`cloudTerminal`, else `clientId` and `clientSecret`)',
  none: 'none: the call sends no credentials',
};

/** Credential sets of a merchant besides the checkout credentials. */
const SETS = { accountTransactions: 'Account Transactions', dataServices: 'Data Services' };

/** Describes the credentials of a call. */
export function signsInWith({ auth, credentials }) {
  if (credentials === undefined) return AUTH[auth];
  return `OAuth token of the **${SETS[credentials]}** credentials, not the checkout's: [Credential sets](../../module.md#credential-sets)`;
}

/** Describes whether the call can be repeated. */
export function repetition(retry) {
  if (retry === undefined) return 'Yes: it sends nothing.';
  if (retry === 'safe') return 'Yes: it only reads.';
  if (retry === 'idempotent') return 'Yes: a repeat has the same effect as one call.';
  if (retry === 'unsafe')
    return "**No.** The service takes no key. After `outcome: 'unknown'`, call again only with the same call option `idempotencyKey`, or check first what happened.";
  const name =
    retry.callerKey === 'idempotencyKey' ? 'call option `idempotencyKey`' : `\`${retry.callerKey}\``;
  const required = retry.isRequired === true ? ' The call fails without it.' : '';
  return `Only with the same ${name}: create it before the first call, store it, and send it again.${required}`;
}

/** Describes the lookup that resolves an unknown outcome. */
export function resolvedBy({ outcomeLookup }) {
  if (outcomeLookup === undefined) return undefined;
  if (outcomeLookup.nothing === undefined)
    return `\`${outcomeLookup.read.replace(/:\w+$/, '')}\`: pass the failed result to \`${outcomeLookup.about === 'cancelled-order' ? 'payments' : 'transactions'}.resolveOutcome\``;
  const harmless = outcomeLookup.harmlessWithout === undefined ? '' : ' Repeating the call is harmless.';
  return `None. ${outcomeLookup.nothing}${harmless}`;
}

const CONFIDENCE = {
  documented: 'documented by the service',
  'public-sdk': 'known from public SDKs, not documented by the service',
  inferred: 'inferred, not documented by the service',
};

/** Describes how an operation is known. */
export const knownFrom = (confidence) => CONFIDENCE[confidence] ?? `responses of the service: ${confidence}`;

const CONTEXT = {
  redact: (text) => text,
  hosts: { api: 'https://api', accounts: 'https://accounts', web: 'https://web' },
  service: { isDecision: () => false, explain: () => [] },
};

/** Returns the library's `code` for an error, with the library's own function. */
export function failureCode(operation, { status, code, eventId = null }) {
  if (operation.failureCode !== undefined) return operation.failureCode;
  if (status === null) return '';
  const refusal = { code: String(code), text: null, eventId, fields: [] };
  return refusalFailure({ operation, repeatable: false }, status, refusal, CONTEXT).code;
}
