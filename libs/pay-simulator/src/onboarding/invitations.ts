import type { OnboardedAccount, OnboardingDesk } from '../domain/onboarding.js';

/** Path of the invitation pages below the server's root; the service has them on a host for people. */
export const INVITATION_PATH = '/app/register/invite/3';

/** Where an invitation leads, below the server's root. */
export const invitationPath = (accountId: string): string => `${INVITATION_PATH}/${accountId}`;

/** The invitations of all who invite. */
export class Invitations {
  private serverAddress = '';

  constructor(private readonly desks: readonly OnboardingDesk[]) {}

  /** The server's address, known once it listens: invitations begin with it. */
  reachableAt(serverAddress: string): void {
    this.serverAddress = serverAddress;
  }

  /** The whole address of an invitation. */
  addressOf(accountId: string): string {
    return this.serverAddress + invitationPath(accountId);
  }

  /** All accounts that anybody invited, each desk's oldest first. */
  list(): readonly OnboardedAccount[] {
    return this.desks.flatMap((desk) => desk.list());
  }

  /** Who invited. @throws RangeError when nobody did. */
  mustBeOf(accountId: string): OnboardingDesk {
    const desk = this.deskOf(accountId);
    if (!desk) throw new RangeError('accountId: nobody invited this account');
    return desk;
  }

  /** Who invited. */
  deskOf(accountId: string): OnboardingDesk | undefined {
    return this.desks.find((desk) => desk.find(accountId) !== undefined);
  }
}
