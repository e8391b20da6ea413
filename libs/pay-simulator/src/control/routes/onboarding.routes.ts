import type { ConnectedMerchantOptions } from '../../domain/connected-merchants.js';
import type { LegalDetails } from '../../domain/onboarding.js';
import type { AccountServices } from '../../services/merchant-services.js';
import { bodyAs, known, merchantOf, parameter, removed, handlers } from '../control-route.js';
import { invitationOf } from './invitations.js';

const MERCHANT_ROUTES = handlers({
  listMerchants: ({ connectedMerchants }) => connectedMerchants.list().map(merchantView),
  connectMerchant: ({ connectedMerchants }, request) =>
    merchantView(connectedMerchants.connect(bodyAs<ConnectedMerchantOptions>(request))),
  getMerchant: (services, request) => merchantView(merchantOf(services, request)),
  inviteMerchant: ({ connectedAccounts }, request) => connectedAccounts.invite(invitationOf(request)),
  getOnboardingSettings: ({ connectedAccounts }) => connectedAccounts.behavior,
  setOnboardingSettings: ({ connectedAccounts }, request) => {
    connectedAccounts.configure(bodyAs<{ sendsVerification: boolean }>(request), 'outside');
    return connectedAccounts.behavior;
  },
  listIsvWebhooks: ({ isvWebhooks }) => isvWebhooks.list(),
  listIsvWebhookEventTypes: ({ isvWebhooks }) => isvWebhooks.eventTypes,
  registerIsvWebhook: async ({ isvWebhooks }, request) =>
    await isvWebhooks.register(bodyAs<{ url: string; eventTypeIds: number[] }>(request), 'outside'),
  removeIsvWebhook: ({ isvWebhooks }, request) =>
    removed(isvWebhooks.remove(parameter(request, 'id'), 'outside'), 'webhook'),
});

const INVITED_ACCOUNT_ROUTES = handlers({
  listAccounts: ({ invitations }) => invitations.list(),
  getInvitedAccount: ({ invitations }, request) =>
    known(invitations.findOnboardings(parameter(request, 'id')), 'account').get(parameter(request, 'id')),
  acceptInvitation: ({ invitations }, request) => {
    const id = parameter(request, 'id');
    return invitations.getOnboardings(id).accept(id, bodyAs<Partial<LegalDetails>>(request));
  },
  verifyAccount: ({ invitations }, request) => {
    const id = parameter(request, 'id');
    const { verified } = bodyAs<{ verified: boolean }>(request);
    return invitations.getOnboardings(id).verify(id, verified);
  },
  enableAcquiring: ({ invitations }, request) => {
    const id = parameter(request, 'id');
    const { enabled } = bodyAs<{ enabled: boolean }>(request);
    return invitations.getOnboardings(id).enableAcquiring(id, enabled);
  },
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
