import type { OnboardingDesk } from '../domain/onboarding.js';

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

  /** Who invited. */
  deskOf(accountId: string): OnboardingDesk | undefined {
    return this.desks.find((desk) => desk.find(accountId) !== undefined);
  }
}
