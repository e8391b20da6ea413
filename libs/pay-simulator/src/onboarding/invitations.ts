import type { OnboardedAccount, OnboardingDesk } from '../domain/onboarding.js';

/** Path of the invitation pages. */
export const INVITATION_PATH = '/app/register/invite/3';

/** Returns the path of an invitation. */
export const invitationPath = (accountId: string): string => `${INVITATION_PATH}/${accountId}`;

/** Invitations of the ISV and the marketplace. */
export class Invitations {
  private serverAddress = '';

  constructor(private readonly desks: readonly OnboardingDesk[]) {}

  /** Sets the base URL of invitations. The URL is known after the server starts to listen. */
  reachableAt(serverAddress: string): void {
    this.serverAddress = serverAddress;
  }

  /** Returns the full URL of an invitation. */
  addressOf(accountId: string): string {
    return this.serverAddress + invitationPath(accountId);
  }

  /** Lists all invited accounts, oldest first for each inviter. */
  list(): readonly OnboardedAccount[] {
    return this.desks.flatMap((desk) => desk.list());
  }

  /** Returns the inviter of an account. @throws RangeError for an unknown account. */
  mustBeOf(accountId: string): OnboardingDesk {
    const desk = this.deskOf(accountId);
    if (!desk) throw new RangeError('accountId: this account was not invited');
    return desk;
  }

  /** Returns the inviter of an account. */
  deskOf(accountId: string): OnboardingDesk | undefined {
    return this.desks.find((desk) => desk.find(accountId) !== undefined);
  }
}
