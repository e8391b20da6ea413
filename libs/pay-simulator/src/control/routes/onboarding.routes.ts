import type { AccountServices } from '../../services/merchant-services.js';
import type { Services } from '../../services/services.js';
import { known, merchantOf, removed, type Handlers } from '../control-route.js';
import { invitationOf } from './invitations.js';

const MERCHANT_ROUTES = {
  listMerchants: ({ connectedMerchants }) => connectedMerchants.list().map(merchantView),
  connectMerchant: ({ connectedMerchants }, { body }) => merchantView(connectedMerchants.connect(body)),
  getMerchant: (services, request) => merchantView(merchantOf(services, request)),
  inviteMerchant: ({ connectedAccounts }, { body }) => connectedAccounts.invite(invitationOf(body)),
  getOnboardingSettings: ({ connectedAccounts }) => connectedAccounts.behavior,
  setOnboardingSettings: ({ connectedAccounts }, { body }) => connectedAccounts.configure(body, 'outside'),
  listIsvWebhooks: ({ isvWebhooks }) => isvWebhooks.list(),
  listIsvWebhookEventTypes: ({ isvWebhooks }) => isvWebhooks.eventTypes,
  registerIsvWebhook: async ({ isvWebhooks }, { body }) => await isvWebhooks.register(body, 'outside'),
  removeIsvWebhook: ({ isvWebhooks }, { path }) => removed(isvWebhooks.remove(path.id, 'outside'), 'webhook'),
} satisfies Handlers<Services>;

const INVITED_ACCOUNT_ROUTES = {
  listAccounts: ({ invitations }) => invitations.list(),
  getInvitedAccount: ({ invitations }, { path: { id } }) =>
    known(invitations.findOnboardings(id), 'account').get(id),
  acceptInvitation: ({ invitations }, { path: { id }, body }) =>
    invitations.getOnboardings(id).accept(id, body),
  verifyAccount: ({ invitations }, { path: { id }, body }) =>
    invitations.getOnboardings(id).verify(id, body.verified),
  enableAcquiring: ({ invitations }, { path: { id }, body }) =>
    invitations.getOnboardings(id).enableAcquiring(id, body.enabled),
} satisfies Handlers<Services>;

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
