import type { OnboardedAccount } from './onboarding.js';
import type { Onboardings } from './onboardings.js';

/** Path of the invitation pages. */
export const INVITATION_PATH = '/app/register/invite/3';

/** Returns the path of an invitation. */
export const invitationPath = (accountId: string): string => `${INVITATION_PATH}/${accountId}`;

/** Invitations of the ISV and the marketplace. */
export class Invitations {
  private serverAddress = '';

  constructor(private readonly onboardings: readonly Onboardings[]) {}

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
    return this.onboardings.flatMap((onboardings) => onboardings.list());
  }

  /** Returns the onboardings of the inviter of an account. @throws RangeError for an unknown account. */
  getOnboardings(accountId: string): Onboardings {
    const onboardings = this.findOnboardings(accountId);
    if (!onboardings) throw new RangeError('accountId: this account was not invited');
    return onboardings;
  }

  /** Finds the onboardings of the inviter of an account. */
  findOnboardings(accountId: string): Onboardings | undefined {
    return this.onboardings.find((onboardings) => onboardings.find(accountId) !== undefined);
  }
}
