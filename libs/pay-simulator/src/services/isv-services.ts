import { createPublisher } from '../deliveries/publisher.js';
import { ISV_WEBHOOK_RULES, Webhooks } from '../deliveries/webhooks.js';
import { ConnectedMerchants, type ConnectedMerchantOptions } from '../domain/connected-merchants.js';
import type { MerchantAccount } from '../domain/merchant.js';
import type { LegalDetails } from '../domain/onboarding.js';
import { Onboardings } from '../domain/onboardings.js';
import type { Sources } from '../domain/sources.js';
import { createMerchantServices, type AccountServices, type MerchantParts } from './merchant-services.js';
import type { SharedServices } from './shared-services.js';

/** Creates the services of the ISV. */
export function createIsvServices(
  shared: SharedServices,
  account: MerchantAccount,
  addresses: Pick<MerchantParts, 'successUrl' | 'failureUrl'>,
  sources: Sources,
) {
  const { clock, ids, send, ledger, hosts, state } = shared;
  const personId = account.credentials.isv.resellerId;
  const isvWebhooks = new Webhooks(ids, send, account.isvWebhookKey, ISV_WEBHOOK_RULES, undefined, hosts);
  const webhooks = [isvWebhooks];
  const merchants = new ConnectedMerchants<AccountServices>(account, ids, (connected) =>
    createMerchantServices(shared, {
      account: connected,
      books: ledger.ofMerchant(connected.credentials.merchant.merchantId),
      ...addresses,
      scope: scopeOf(connected),
      additionalWebhooks: webhooks,
    }),
  );
  const publish = createPublisher({ ...shared, account, sources, webhooks, recipientId: personId });
  const connectedAccounts = new Onboardings({ clock, ids, publish }, personId, (accountId, { legalName }) =>
    personOf(merchants.connect({ accountId, companyName: legalName })),
  );
  state.add('', merchants);
  state.add('isv/', isvWebhooks, connectedAccounts);
  const connectedMerchants = {
    get: (merchantId: string): AccountServices => merchants.get(merchantId),
    find: (merchantId: string): AccountServices | undefined => merchants.find(merchantId),
    list: (): readonly AccountServices[] => merchants.list(),
    /** Connects a merchant without an invitation. The merchant is verified and can accept payments immediately. */
    connect: (terms: ConnectedMerchantOptions = {}): AccountServices => {
      const accountId = terms.accountId ?? ids.uuid();
      const services = merchants.connect({ ...terms, accountId });
      const { email } = INVITATION_DEFAULTS;
      const details: LegalDetails = { ...EMPTY_NUMBERS, legalName: services.account.companyName, email };
      connectedAccounts.addVerified(accountId, personOf(services), INVITATION_DEFAULTS, details);
      return services;
    },
    reset: (): void => {
      for (const { account: connected } of merchants.list()) state.remove(scopeOf(connected));
      merchants.reset();
    },
  };
  return { isvWebhooks, connectedAccounts, connectedMerchants };
}

const scopeOf = ({ credentials }: MerchantAccount): string => `${credentials.merchant.merchantId}/`;

const INVITATION_DEFAULTS = {
  email: 'merchant@example.com',
  returnUrl: 'http://localhost:3000/',
  branding: null,
};
const EMPTY_NUMBERS = { taxNumber: null, vatNumber: null, registrationNumber: null };

function personOf({ account, wallets }: AccountServices): { personId: string; walletId: string } {
  return { personId: account.credentials.merchant.merchantId, walletId: wallets.primary.id };
}
