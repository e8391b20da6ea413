import type { WebhookRegistration } from '../../deliveries/webhooks.js';
import type { ConnectedMerchantOptions } from '../../domain/connected-merchants.js';
import type { LegalDetails } from '../../domain/onboarding.js';
import type { OnboardingBehavior } from '../../domain/onboardings.js';
import type { AccountServices } from '../../services/merchant-services.js';
import { handlers, known, merchantOf, removed, type ControlInput } from '../control-route.js';
import { invitationOf, type InvitationBody } from './invitations.js';

const MERCHANT_ROUTES = handlers({
  listMerchants: ({ connectedMerchants }) => connectedMerchants.list().map(merchantView),
  connectMerchant: ({ connectedMerchants }, { body }: ControlInput<ConnectedMerchantOptions>) =>
    merchantView(connectedMerchants.connect(body)),
  getMerchant: (services, request) => merchantView(merchantOf(services, request)),
  inviteMerchant: ({ connectedAccounts }, { body }: ControlInput<InvitationBody>) =>
    connectedAccounts.invite(invitationOf(body)),
  getOnboardingSettings: ({ connectedAccounts }) => connectedAccounts.behavior,
  setOnboardingSettings: ({ connectedAccounts }, { body }: ControlInput<OnboardingBehavior>) =>
    connectedAccounts.configure(body, 'outside'),
  listIsvWebhooks: ({ isvWebhooks }) => isvWebhooks.list(),
  listIsvWebhookEventTypes: ({ isvWebhooks }) => isvWebhooks.eventTypes,
  registerIsvWebhook: async ({ isvWebhooks }, { body }: ControlInput<WebhookRegistration>) =>
    await isvWebhooks.register(body, 'outside'),
  removeIsvWebhook: ({ isvWebhooks }, { path }) => removed(isvWebhooks.remove(path.id, 'outside'), 'webhook'),
});

const INVITED_ACCOUNT_ROUTES = handlers({
  listAccounts: ({ invitations }) => invitations.list(),
  getInvitedAccount: ({ invitations }, { path: { id } }) =>
    known(invitations.findOnboardings(id), 'account').get(id),
  acceptInvitation: ({ invitations }, { path: { id }, body }: ControlInput<Partial<LegalDetails>>) =>
    invitations.getOnboardings(id).accept(id, body),
  verifyAccount: ({ invitations }, { path: { id }, body }: ControlInput<{ verified: boolean }>) =>
    invitations.getOnboardings(id).verify(id, body.verified),
  enableAcquiring: ({ invitations }, { path: { id }, body }: ControlInput<{ enabled: boolean }>) =>
    invitations.getOnboardings(id).enableAcquiring(id, body.enabled),
});

/** Routes of the ISV's merchants and of all invited accounts. */
export const ONBOARDING_ROUTES = { ...MERCHANT_ROUTES, ...INVITED_ACCOUNT_ROUTES };

function merchantView({ account }: AccountServices) {
  return {
    merchantId: account.credentials.merchant.merchantId,
    accountId: account.isv?.accountId ?? '',
    companyName: account.companyName,
    companyTitle: account.companyTitle,
    credentials: account.credentials.merchant,
  };
}
