import type { ConnectedMerchantOptions } from '../../domain/connected-merchants.js';
import type { SimulatorCredentials } from '../../domain/merchant.js';
import type { LegalDetails } from '../../domain/onboarding.js';
import type { AccountServices } from '../../wiring/merchant-services.js';
import {
  bodyAs,
  known,
  merchantOf,
  parameter,
  removed,
  routesOf,
  type ControlRoute,
} from '../control-route.js';
import * as schema from '../control-schemas.js';
import { INVITATION, invitationOf, UNKNOWN_ACCOUNT } from './invitations.js';

/** A merchant that is connected to the ISV. */
interface MerchantView {
  /** Merchant ID: the routes under `/merchants/{merchantId}` act on this merchant. */
  readonly merchantId: string;
  /** ID of the invitation. */
  readonly accountId: string;
  readonly companyName: string;
  /** Credentials of the merchant. They are valid only in the simulator. */
  readonly credentials: SimulatorCredentials['merchant'];
}

const MERCHANT_ROUTES = routesOf('Connected merchants', {
  listMerchants: {
    endpoint: 'GET /merchants',
    summary: "Lists the ISV's connected merchants.",
    calls: ['connectedMerchants.list'],
    run: ({ connectedMerchants }) => connectedMerchants.list().map(merchantView),
  },
  connectMerchant: {
    endpoint: 'POST /merchants',
    summary: 'Connects a verified merchant without an invitation.',
    calls: ['connectedMerchants.connect', 'isvAccounts.addVerified'],
    body: schema.input({
      accountId: schema.id('ID of the invitation. Default: a new one.'),
      companyName: schema.id('Name of the company.'),
      openingBalance: schema.amount('Opening balance of the wallet', 0),
    }),
    example: { companyName: 'Naxos Tours' },
    run: ({ connectedMerchants }, request) =>
      merchantView(connectedMerchants.connect(bodyAs<ConnectedMerchantOptions>(request))),
  },
  getMerchant: {
    endpoint: 'GET /merchants/{merchantId}',
    summary: 'Returns a connected merchant.',
    calls: ['connectedMerchants.get', 'connectedMerchants.get().account'],
    errors: { 404: 'The merchant is not connected.' },
    run: (services, request) => merchantView(merchantOf(services, request)),
  },
  inviteMerchant: {
    endpoint: 'POST /isv/invitations',
    summary: 'Invites a merchant in the name of the ISV.',
    calls: ['isvAccounts.invite'],
    body: schema.input(INVITATION, ['email']),
    example: { email: 'merchant@example.com' },
    run: ({ connectedAccounts }, request) => connectedAccounts.invite(invitationOf(request)),
  },
  getOnboardingSettings: {
    endpoint: 'GET /isv/settings',
    summary: 'Returns whether event 8194 is sent after the identity check.',
    calls: ['isvAccounts.behavior'],
    run: ({ connectedAccounts }) => connectedAccounts.behavior,
  },
  setOnboardingSettings: {
    endpoint: 'POST /isv/settings',
    summary: 'Sets whether event 8194 is sent after the identity check.',
    calls: ['isvAccounts.configure'],
    body: schema.input({ sendsVerification: schema.flag('Whether event 8194 is sent.') }, [
      'sendsVerification',
    ]),
    example: { sendsVerification: true },
    run: ({ connectedAccounts }, request) => {
      connectedAccounts.configure(bodyAs<{ sendsVerification: boolean }>(request), 'outside');
      return connectedAccounts.behavior;
    },
  },
  listIsvWebhooks: {
    endpoint: 'GET /isv-webhooks',
    summary: "Lists the ISV's webhooks.",
    calls: ['isvWebhooks.list', 'isvWebhooks.activeFor', 'isvWebhooks.eventTypes'],
    run: ({ isvWebhooks }) => isvWebhooks.list(),
  },
  registerIsvWebhook: {
    endpoint: 'POST /isv-webhooks',
    summary: 'Verifies an address and registers it for the events of all connected merchants.',
    calls: ['isvWebhooks.register'],
    body: schema.WEBHOOK_INPUT,
    example: { url: 'http://127.0.0.1:3000/pay/webhook', eventTypeIds: [1796] },
    errors: { 422: 'The receiver did not respond with the verification key. `rule` says why.' },
    run: async ({ isvWebhooks }, request) =>
      await isvWebhooks.register(bodyAs<{ url: string; eventTypeIds: number[] }>(request), 'outside'),
  },
  removeIsvWebhook: {
    endpoint: 'DELETE /isv-webhooks/{id}',
    summary: "Removes one of the ISV's webhooks.",
    calls: ['isvWebhooks.remove'],
    run: ({ isvWebhooks }, request) =>
      removed(isvWebhooks.remove(parameter(request, 'id'), 'outside'), 'webhook'),
  },
});

const INVITED_ACCOUNT_ROUTES = routesOf('Invited accounts', {
  listAccounts: {
    endpoint: 'GET /accounts',
    summary: 'Lists the accounts invited by the ISV or the marketplace.',
    calls: ['isvAccounts.list', 'sellers.onboardings'],
    run: ({ invitations }) => invitations.list(),
  },
  getInvitedAccount: {
    endpoint: 'GET /accounts/{id}',
    summary: 'Returns an invited account.',
    calls: ['isvAccounts.get', 'isvAccounts.find'],
    errors: UNKNOWN_ACCOUNT,
    run: ({ invitations }, request) =>
      known(invitations.findOnboardings(parameter(request, 'id')), 'account').get(parameter(request, 'id')),
  },
  acceptInvitation: {
    endpoint: 'POST /accounts/{id}/accept',
    summary: 'Accepts an invitation. Event 8193 is sent.',
    calls: ['isvAccounts.accept'],
    body: schema.input(schema.LEGAL_DETAILS, ['legalName']),
    example: { legalName: 'Naxos Tours' },
    errors: { 409: 'The invitation was accepted before.' },
    run: ({ invitations }, request) => {
      const id = parameter(request, 'id');
      return invitations.getOnboardings(id).accept(id, bodyAs<Partial<LegalDetails>>(request));
    },
  },
  verifyAccount: {
    endpoint: 'POST /accounts/{id}/verify',
    summary:
      'Completes the identity check of a merchant or seller. Event 8194 is sent if the result changes.',
    calls: ['isvAccounts.verify', 'sellers.verify'],
    body: schema.input({ verified: schema.flag('Result of the check.') }, ['verified']),
    example: { verified: true },
    errors: { 409: 'The invitation was not accepted yet.' },
    run: ({ invitations }, request) => {
      const id = parameter(request, 'id');
      const { verified } = bodyAs<{ verified: boolean }>(request);
      return invitations.getOnboardings(id).verify(id, verified);
    },
  },
  enableAcquiring: {
    endpoint: 'POST /accounts/{id}/acquiring',
    summary: 'Sets whether an account can accept payments. No event is sent.',
    calls: ['isvAccounts.enableAcquiring'],
    body: schema.input({ enabled: schema.flag('Whether the account can accept payments.') }, ['enabled']),
    example: { enabled: true },
    errors: { 409: 'The invitation was not accepted yet.' },
    run: ({ invitations }, request) => {
      const id = parameter(request, 'id');
      const { enabled } = bodyAs<{ enabled: boolean }>(request);
      return invitations.getOnboardings(id).enableAcquiring(id, enabled);
    },
  },
});

/** Routes of the ISV's merchants and of all invited accounts. */
export const ONBOARDING_ROUTES: readonly ControlRoute[] = [...MERCHANT_ROUTES, ...INVITED_ACCOUNT_ROUTES];

function merchantView({ account }: AccountServices): MerchantView {
  return {
    merchantId: account.credentials.merchant.merchantId,
    accountId: account.isv?.accountId ?? '',
    companyName: account.companyName,
    credentials: account.credentials.merchant,
  };
}
