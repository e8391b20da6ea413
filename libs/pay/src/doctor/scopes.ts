import type { DoctorFinding } from './doctor.types.js';

/**
 * A scope (see contract/behaviour/auth.yaml), the areas and methods that fail with 403 without it, and what it requires, as the end of
 * a sentence.
 */
type ScopedModule = readonly [scope: string, modules: string, needs: string];

const TRANSFERS = 'the Account Transactions credentials, on a client of their own';
const DATA_SERVICES = 'the Data Services credentials, on a client of their own';
const RIGHTS = 'that the service enables it for your account';
const CORE = 'urn:viva:payments:core:api';
const REPORTS = 'urn:viva:payments:biservices';
const ACQUIRING =
  'transactions.acquiringRefund, acquiringCharge, fastRefund, rebate, increasePreauth and similar methods';
const CHECKOUT: ScopedModule = [
  `${CORE}:redirectcheckout`,
  'payments and reading transactions',
  'the Smart Checkout credentials',
];
const POS: ScopedModule = ['urn:viva:payments:ecr:api', 'pos', 'the POS APIs credentials, as cloudTerminal'];

/** Scopes of each client. The first scope is required. */
const SCOPES: Record<'wallet' | 'marketplace' | 'isv', readonly ScopedModule[]> = {
  wallet: [
    CHECKOUT,
    [`${CORE}:acquiring`, ACQUIRING, RIGHTS],
    [`${CORE}:acquiring:cardtokenization`, 'transactions.createCardToken', RIGHTS],
    [`${CORE}:banktransfers`, 'bankTransfers', TRANSFERS],
    [`${CORE}:merchants:wallets`, 'wallets.retrieveMerchantWallets', TRANSFERS],
    [`${REPORTS}:publicapi`, 'searches of dataServices', DATA_SERVICES],
    [`${REPORTS}:datafileapi`, 'files of dataServices and webhook subscriptions', DATA_SERVICES],
  ],
  marketplace: [[`${CORE}:platform`, 'sellers and transfers', RIGHTS], CHECKOUT],
  isv: [[`${CORE}:isv`, 'payments, connectedAccounts and webhook', RIGHTS]],
};

/** Returns which areas a token can and cannot use. */
export function scopeFindings(client: keyof typeof SCOPES, scope: string | undefined): DoctorFinding[] {
  if (scope === undefined)
    return [
      {
        check: `${client}.scopes`,
        status: 'warning',
        message: `The token of ${client} does not list its scopes, so its permissions are unknown.`,
      },
    ];
  const granted = new Set(scope.split(/\s+/));
  return SCOPES[client].map((module, index) => scopeFinding(client, module, granted, index === 0));
}

/** Returns whether the token of the terminal credentials can use `pos`. */
export function terminalFinding(client: string, scope: string | undefined): DoctorFinding {
  return scopeFinding(client, POS, new Set((scope ?? '').split(/\s+/)), false);
}

function scopeFinding(
  client: string,
  [scope, modules, needs]: ScopedModule,
  granted: ReadonlySet<string>,
  isNeeded: boolean,
): DoctorFinding {
  const check = `${client}.scopes`;
  if (granted.has(scope)) return { check, status: 'ok', message: `${client} can use ${modules}.` };
  const message = `${client} cannot use ${modules} (403): the token lacks ${scope}. This scope requires ${needs}.`;
  return { check, status: isNeeded ? 'failed' : 'optional', message };
}
