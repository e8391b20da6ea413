/**
 * How far somebody's onboarding is. Of `refused` the identity check was not passed; it may be passed later.
 * @see contract/isv.json enums.ConnectedAccountState
 */
export type OnboardingState = 'invited' | 'connected' | 'verified' | 'refused';

/** The platform's look on the invitation. */
export interface Branding {
  readonly partnerName: string;
  readonly logoUrl: string;
  /** Hexadecimal, such as `#3366ff`. */
  readonly primaryColor: string | null;
}

/** How a platform invites a merchant or seller. */
export interface InvitationTerms {
  readonly email: string;
  /** Return URL after the invitation. */
  readonly returnUrl: string;
  readonly branding: Branding | null;
  /** What is already known of the invited: the page has it typed in. */
  readonly known?: Partial<LegalDetails>;
}

/** Details that the invited account enters. */
export interface LegalDetails {
  readonly legalName: string;
  readonly email: string;
  readonly taxNumber: string | null;
  readonly vatNumber: string | null;
  readonly registrationNumber: string | null;
}

/** Owner of a connected account. */
export interface ConnectedPerson {
  /** Merchant id of the one who was connected. */
  readonly personId: string;
  /** Its primary wallet, int64 on the wire. */
  readonly walletId: string;
}

/** An account that a platform invited. */
export interface OnboardedAccount extends InvitationTerms {
  readonly accountId: string;
  readonly state: OnboardingState;
  readonly invitedAt: number;
  /** Null until the invitation was accepted, and so are the next two. */
  readonly connectedAt: number | null;
  readonly details: LegalDetails | null;
  readonly person: ConnectedPerson | null;
  /** Whether the account can accept payments. */
  readonly acquiringEnabled: boolean;
}

/** Operations of an inviter that the invitation page uses. */
export interface OnboardingDesk {
  readonly find: (accountId: string) => OnboardedAccount | undefined;
  readonly list: () => readonly OnboardedAccount[];
  /** The invited accepts. @throws Refusal 409 when it has accepted before. @throws RangeError naming the detail that is wrong. */
  readonly accept: (accountId: string, details: Partial<LegalDetails>) => OnboardedAccount;
  /** The identity check ends. @throws Refusal 409 when the invitation was not accepted yet. */
  readonly verify: (accountId: string, verified: boolean) => OnboardedAccount;
}
