import { unwrap } from 'nestjs-pay/client';
import { answeringKey } from './endpoint.js';
import { UNKNOWN_ID } from './world.js';
import type { RoundTrip, World } from './world.js';

export const INVITATION = {
  email: 'merchant@example.com',
  returnUrl: 'http://localhost:3000/onboarding/done',
  branding: {
    partnerName: 'Example Software',
    logoUrl: 'https://www.example.com/logo.png',
    primaryColor: '#3366ff',
  },
};

/** The account of a merchant who has not accepted yet. */
export async function invited(world: World): Promise<string> {
  return unwrap(await world.isv.connectedAccounts.create(INVITATION)).accountId;
}

export const isvAccountsRoundTrips: Record<string, RoundTrip> = {
  'PayISV connectedAccounts.create': {
    succeeds: (world) => world.isv.connectedAccounts.create(INVITATION),
    refuses: (world) => world.isv.connectedAccounts.create({ ...INVITATION, email: 'merchant' }),
    code: 'validationerror',
  },
  'PayISV connectedAccounts.getAccountDatas': {
    succeeds: async (world) =>
      world.isv.connectedAccounts.getAccountDatas({ accountId: await invited(world) }),
    refuses: (world) => world.isv.connectedAccounts.getAccountDatas({ accountId: UNKNOWN_ID }),
    code: 'notfound',
  },
  'PayISV webhook.create': {
    succeeds: async (world) => {
      const key = unwrap(await world.isv.webhook.retrieveWebhookKey());
      return answeringKey({ key }, (url) => world.isv.webhook.create({ url, eventTypeId: 8193 }));
    },
    refuses: (world) =>
      answeringKey({ key: 'another' }, (url) => world.isv.webhook.create({ url, eventTypeId: 8193 })),
    code: 'rejected',
  },
};
