import type { DoctorFinding } from './doctor.types.js';

interface ScopedModule {
  /** @see contract/behaviour/auth.yaml scopes */
  scope: string;
  /** Areas and methods that fail with 403 without the scope. */
  modules: string;
  /** What the scope requires, as the end of a sentence. */
  needs: string;
}

const OWN_CLIENT = 'credentials, on a client of their own';
const RIGHTS = 'that the service enables it for your account';
const CORE = 'urn:viva:payments:core:api';
const REPORTS = 'urn:viva:payments:biservices';

const CHECKOUT: ScopedModule = {
  scope: `${CORE}:redirectcheckout`,
  modules: 'payments and reading transactions',
  needs: 'the Smart Checkout credentials',
};
const POS: ScopedModule = {
  scope: 'urn:viva:payments:ecr:api',
  modules: 'pos',
  needs: 'the POS APIs credentials, as cloudTerminal',
};

/** Scopes of each client. The first scope is required. */
const SCOPES: Record<'wallet' | 'marketplace' | 'isv', ScopedModule[]> = {
  wallet: [
    CHECKOUT,
    {
      scope: `${CORE}:acquiring`,
      modules:
        'transactions.acquiringRefund, acquiringCharge, fastRefund, rebate, increasePreauth and similar methods',
      needs: RIGHTS,
    },
    { scope: `${CORE}:acquiring:cardtokenization`, modules: 'transactions.createCardToken', needs: RIGHTS },
    {
      scope: `${CORE}:banktransfers`,
      modules: 'bankTransfers',
      needs: `the Account Transactions ${OWN_CLIENT}`,
    },
    {
      scope: `${CORE}:merchants:wallets`,
      modules: 'wallets.retrieveMerchantWallets',
      needs: `the Account Transactions ${OWN_CLIENT}`,
    },
    {
      scope: `${REPORTS}:publicapi`,
      modules: 'searches of dataServices',
      needs: `the Data Services ${OWN_CLIENT}`,
    },
    {
      scope: `${REPORTS}:datafileapi`,
      modules: 'files of dataServices and webhook subscriptions',
      needs: `the Data Services ${OWN_CLIENT}`,
    },
  ],
  marketplace: [{ scope: `${CORE}:platform`, modules: 'sellers and transfers', needs: RIGHTS }, CHECKOUT],
  isv: [{ scope: `${CORE}:isv`, modules: 'payments, connectedAccounts and webhook', needs: RIGHTS }],
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
  { scope, modules, needs }: ScopedModule,
  granted: ReadonlySet<string>,
  isNeeded: boolean,
): DoctorFinding {
  const check = `${client}.scopes`;
  if (granted.has(scope)) return { check, status: 'ok', message: `${client} can use ${modules}.` };
  const message = `${client} cannot use ${modules} (403): the token lacks ${scope}. This scope requires ${needs}.`;
  return { check, status: isNeeded ? 'failed' : 'optional', message };
}
