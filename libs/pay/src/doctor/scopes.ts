import type { DoctorFinding } from './doctor.types.js';

interface ScopedModule {
  /** @see contract/auth.json scopes */
  scope: string;
  /** What is refused with 403 without it. */
  modules: string;
  /** What to do, as the end of a sentence. */
  needs: string;
}

const OWN_CLIENT = 'credentials, on a client of their own';
const RIGHTS = 'to be enabled for the account by the service';
const CORE = 'urn:viva:payments:core:api';
const REPORTS = 'urn:viva:payments:biservices';

const CHECKOUT: ScopedModule = {
  scope: `${CORE}:redirectcheckout`,
  modules: 'payments and the reads of transactions',
  needs: 'the Smart Checkout credentials',
};
const POS: ScopedModule = {
  scope: 'urn:viva:payments:ecr:api',
  modules: 'pos',
  needs: 'the POS APIs credentials, as cloudTerminal',
};

/** The first of each client's is what the client is for. */
const SCOPES: Record<'wallet' | 'marketplace' | 'isv', ScopedModule[]> = {
  wallet: [
    CHECKOUT,
    {
      scope: `${CORE}:acquiring`,
      modules: 'transactions.fastRefund, rebate, increasePreauth and their like',
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
      modules: 'the searches of dataServices',
      needs: `the Data Services ${OWN_CLIENT}`,
    },
    {
      scope: `${REPORTS}:datafileapi`,
      modules: 'the files of dataServices and the subscriptions of webhooks',
      needs: `the Data Services ${OWN_CLIENT}`,
    },
  ],
  marketplace: [{ scope: `${CORE}:platform`, modules: 'sellers and transfers', needs: RIGHTS }, CHECKOUT],
  isv: [{ scope: `${CORE}:isv`, modules: 'payments, connectedAccounts and webhook', needs: RIGHTS }],
};

/** What a token opens and what it does not. */
export function scopeFindings(client: keyof typeof SCOPES, scope: string | undefined): DoctorFinding[] {
  if (scope === undefined)
    return [
      {
        check: `${client}.scopes`,
        status: 'warning',
        message: `The token of ${client} does not say its scopes: what it opens is not known.`,
      },
    ];
  const granted = new Set(scope.split(/\s+/));
  return SCOPES[client].map((module, index) => scopeFinding(client, module, granted, index === 0));
}

/** What the token of the card terminals' pair opens. */
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
  if (granted.has(scope)) return { check, status: 'ok', message: `${client} may use ${modules}.` };
  const message = `${client} will be refused (403) for ${modules}: the token lacks ${scope}. That needs ${needs}.`;
  return { check, status: isNeeded ? 'failed' : 'warning', message };
}
