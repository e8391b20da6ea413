import { unwrap } from 'nestjs-pay/client';
import { UNKNOWN_ID } from './world.js';
import type { RoundTrips } from './round-trip.js';
import type { World } from './world.js';

export const INVITATION = {
  email: 'merchant@example.com',
  returnUrl: 'http://localhost:3000/onboarding/done',
  branding: {
    partnerName: 'Example Software',
    logoUrl: 'https://www.example.com/logo.png',
    primaryColor: '#3366ff',
  },
};

/** Invites a merchant and returns the account ID. */
export async function invited(world: World): Promise<string> {
  return unwrap(await world.isv.connectedAccounts.create(INVITATION)).accountId;
}

export const roundTrips: RoundTrips = {
  'connectedAccounts.create': {
    fails: (world) => world.isv.connectedAccounts.create({ ...INVITATION, email: 'merchant' }),
    code: 'validationerror',
  },
  'connectedAccounts.getAccountDatas': {
    fails: (world) => world.isv.connectedAccounts.getAccountDatas({ accountId: UNKNOWN_ID }),
    code: 'notfound',
  },
};
