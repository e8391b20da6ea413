/**
 * State of an onboarding. A `refused` account failed the identity check, but can pass it later.
 * @see contract/behaviour/isv.yaml enums.ConnectedAccountState
 */
export type OnboardingState = 'invited' | 'connected' | 'verified' | 'refused';

/** Design of the invitation page. */
export interface Branding {
  readonly partnerName: string;
  readonly logoUrl: string;
  /** Hexadecimal, such as `#3366ff`. */
  readonly primaryColor: string | null;
}

/** Empty details. */
export const NO_DETAILS = {
  legalName: '',
  email: '',
  taxNumber: null as string | null,
  vatNumber: null as string | null,
  registrationNumber: null as string | null,
};

/** Details that the invited account enters. */
export type LegalDetails = Readonly<typeof NO_DETAILS>;

/** Details of an invitation for a merchant or seller. */
export interface InvitationDetails {
  /** Email address of the invitation. */
  readonly email: string;
  /** Return URL after the invitation. */
  readonly returnUrl: string;
  readonly branding: Branding | null;
  /** Details that the inviter knows. The invitation page is prefilled with them. */
  readonly known?: Partial<LegalDetails>;
}

/** Owner of a connected account. */
export interface ConnectedPerson {
  /** Merchant ID of the connected account. */
  readonly personId: string;
  /** ID of the primary wallet, int64 on the wire. */
  readonly walletId: string;
}

/** What is known of an account before it accepts its invitation. */
export const NEW_ACCOUNT = {
  state: 'invited' as OnboardingState,
  /** Virtual time at which the invitation was accepted. Null until then, as are `details` and `person`. */
  connectedAt: null as number | null,
  details: null as LegalDetails | null,
  person: null as ConnectedPerson | null,
  /** Whether the account can accept payments. */
  acquiringEnabled: false,
};

/** An account that a platform or ISV invited. */
export interface OnboardedAccount extends InvitationDetails, Readonly<typeof NEW_ACCOUNT> {
  /** ID of the invitation. */
  readonly accountId: string;
  /** Virtual time of the invitation. */
  readonly invitedAt: number;
}

/** Maximum length of a detail in characters. */
export const MAX_DETAIL_LENGTH = 200;

export const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+$/;

/** Returns problems by the name of the detail. */
export function detailProblems(details: LegalDetails): Partial<Record<keyof LegalDetails, string>> {
  const wrong = Object.entries(details)
    .filter(([, value]) => !isDetail(value))
    .map(([name]) => [name, `expected text of at most ${MAX_DETAIL_LENGTH} characters`]);
  return {
    ...(/^\s*$/.test(details.legalName) && { legalName: 'expected the legal name' }),
    ...(!EMAIL_PATTERN.test(details.email) && { email: 'expected an email address' }),
    ...(Object.fromEntries(wrong) as Partial<Record<keyof LegalDetails, string>>),
  };
}

// Values from the control API are not validated earlier.
function isDetail(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.length <= MAX_DETAIL_LENGTH);
}
