// How the contract's codes are said to a reader.
import { borrowFunction } from './library.mjs';

const codeFor = borrowFunction('core/operation/failure.ts', 'codeFor');
const refusalOutcome = borrowFunction('core/operation/failure.ts', 'refusalOutcome');

const AUTH = {
  oauth: 'OAuth token, which the client fetches with `clientId` and `clientSecret`',
  basic: 'Basic auth with `merchantId` and `apikey`',
  reseller: 'Basic auth with `resellerId`, `resellerApiKey` and the merchant that it acts for',
  cloudTerminal:
    'OAuth token of the card terminal credentials (`cloudTerminal`, else `clientId` and `clientSecret`)',
  clientBasic:
    'Basic auth with the card terminal credentials (`cloudTerminal`, else `clientId` and `clientSecret`)',
  none: 'nothing: no credentials are sent',
};

/** The sets of credentials that a merchant has beside the checkout's. */
const SETS = { accountTransactions: 'Account Transactions', dataServices: 'Data Services' };

/** What a call proves itself with. */
export function signsInWith({ auth, credentials }) {
  if (credentials === undefined) return AUTH[auth];
  return `OAuth token of the **${SETS[credentials]}** credentials, not the checkout's: [Credential sets](../nest.md#credential-sets)`;
}

/** May the call be repeated? */
export function repetition(retry) {
  if (retry === undefined) return 'Yes: it sends nothing.';
  if (retry === 'safe') return 'Yes: it only reads.';
  if (retry === 'idempotent') return 'Yes: twice is as once.';
  if (retry === 'unsafe')
    return "**No.** There is no key: after `outcome: 'unknown'` look what happened before you repeat it.";
  return `Only with the same \`${retry.callerKey}\`: make it when you decide to act, store it, and send it again.`;
}

/** What tells what became of the call when its answer was lost. */
export function resolvedBy({ outcomeLookup }) {
  if (outcomeLookup === undefined) return undefined;
  if (outcomeLookup.nothing === undefined)
    return `\`${outcomeLookup.read.replace(/:\w+$/, '')}\`: give the failed result to \`${outcomeLookup.about === 'cancelled-order' ? 'payments' : 'transactions'}.resolveOutcome\``;
  const harmless = outcomeLookup.harmlessWithout === undefined ? '' : ' Repeating it does no harm.';
  return `Nothing. ${outcomeLookup.nothing}${harmless}`;
}

export const CONFIDENCE = {
  documented: 'documented by the service',
  'public-sdk': 'known from public SDKs, not documented by the service',
  inferred: 'inferred, not documented by the service',
};

/** The `code` that a refusal gets in the library, by the library's own rule. */
export function failureCode(declaration, { status, code }) {
  if (declaration?.failureCode !== undefined) return declaration.failureCode;
  if (status === null) return '';
  const inEnvelope = status >= 200 && status < 300;
  const effective = inEnvelope ? Number(code) : status;
  // The library finds no number either: then it is a refusal like any other.
  if (Number.isNaN(effective)) return codeFor(0);
  if (refusalOutcome(effective, inEnvelope) === 'unknown') return 'servererror';
  return declaration?.codes?.[effective] ?? codeFor(effective);
}
