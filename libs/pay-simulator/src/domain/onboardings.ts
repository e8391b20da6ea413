import type { SimulatorClock } from './clock.js';
import type { Ids } from './ids.js';
import { Configured, type ChangedBy, type ResetTo } from './configured.js';
import type { PublishEvent } from './events.js';
import { detailProblems, NO_DETAILS } from './legal-details.js';
import type {
  ConnectedPerson,
  InvitationTerms,
  LegalDetails,
  OnboardedAccount,
  OnboardingDesk,
} from './onboarding.js';
import { Refusal } from './refusal.js';

/** Inviter of accounts. */
export interface Platform {
  /** The ISV's or marketplace's own id. */
  readonly personId: string;
  /** Makes the merchant or seller. */
  readonly connect: (accountId: string, details: LegalDetails) => ConnectedPerson;
  readonly publish: PublishEvent;
}

/** Settings of the onboarding. */
export interface OnboardingBehaviour {
  /** Whether event 8194 is sent: the service's demo environment does not. @see contract/webhook-events.json 8194 */
  readonly tellsVerification: boolean;
}

/** The accounts that a platform invited, from the invitation to the identity check. */
export class Onboardings implements OnboardingDesk {
  private readonly configured = new Configured<OnboardingBehaviour>({ tellsVerification: true });
  private readonly byId = new Map<string, OnboardedAccount>();

  constructor(
    private readonly clock: SimulatorClock,
    private readonly ids: Ids,
    private readonly platform: Platform,
  ) {}

  get behaviour(): OnboardingBehaviour {
    return this.configured.value;
  }

  configure(changes: Partial<OnboardingBehaviour>, by: ChangedBy = 'application'): void {
    this.configured.change(by, (behaviour) => ({ ...behaviour, ...changes }));
  }

  /** Invites somebody; each invitation makes another account. */
  invite(terms: InvitationTerms): OnboardedAccount {
    return this.save(this.invited(this.ids.uuid(), terms));
  }

  find(accountId: string): OnboardedAccount | undefined {
    return this.byId.get(accountId.toLowerCase());
  }

  /** The account. @throws Refusal 404 when there is none with that id. */
  get(accountId: string): OnboardedAccount {
    const account = this.find(accountId);
    if (!account) throw new Refusal(404, 'Account was not found', 0, 404);
    return account;
  }

  list(): readonly OnboardedAccount[] {
    return [...this.byId.values()];
  }

  /**
   * The invited accepts: event 8193.
   *
   * @param given what is left out stays as the platform knew it.
   */
  accept(accountId: string, given: Partial<LegalDetails> = {}): OnboardedAccount {
    const account = this.get(accountId);
    if (account.state !== 'invited') throw new Refusal(409, 'The invitation was accepted before', 0, 409);
    const details = checked({ ...NO_DETAILS, email: account.email, ...account.known, ...given });
    const person = this.platform.connect(account.accountId, details);
    return this.connected({ ...account, details }, person);
  }

  /** Takes over somebody who is connected already and needs no invitation: verified at once, events 8193 and 8194. */
  adopt(
    accountId: string,
    person: ConnectedPerson,
    terms: InvitationTerms,
    details: LegalDetails,
  ): OnboardedAccount {
    this.connected({ ...this.invited(accountId, terms), details: checked(details) }, person);
    return this.verify(accountId, true);
  }

  /**
   * The identity check ends, and may end otherwise later: event 8194 where that changes something. Who is verified may take
   * payments, until {@link enableAcquiring} says otherwise.
   */
  verify(accountId: string, verified: boolean): OnboardedAccount {
    const account = this.get(accountId);
    if (account.state === 'invited') throw new Refusal(409, 'The invitation was not accepted yet', 0, 409);
    const state = verified ? 'verified' : 'refused';
    if (account.state === state) return account;
    const saved = this.save({ ...account, state, acquiringEnabled: verified });
    const isChange = verified || account.state === 'verified';
    if (isChange && this.behaviour.tellsVerification)
      this.platform.publish({
        type: 'account-verification-changed',
        account: saved,
        platformId: this.platform.personId,
      });
    return saved;
  }

  /** Lets an account take payments or not, whatever its identity check says; nothing tells of it. */
  enableAcquiring(accountId: string, acquiringEnabled: boolean): OnboardedAccount {
    const account = this.get(accountId);
    if (account.person === null) throw new Refusal(409, 'The invitation was not accepted yet', 0, 409);
    return this.save({ ...account, acquiringEnabled });
  }

  reset(to: ResetTo): void {
    this.configured.reset(to);
    this.byId.clear();
  }

  private invited(accountId: string, terms: InvitationTerms): OnboardedAccount {
    return {
      ...terms,
      accountId,
      state: 'invited',
      invitedAt: this.clock.now(),
      connectedAt: null,
      details: null,
      person: null,
      acquiringEnabled: false,
    };
  }

  private connected(account: OnboardedAccount, person: ConnectedPerson): OnboardedAccount {
    const saved = this.save({ ...account, state: 'connected', connectedAt: this.clock.now(), person });
    this.platform.publish({
      type: 'account-connected',
      account: saved,
      platformId: this.platform.personId,
    });
    return saved;
  }

  private save(account: OnboardedAccount): OnboardedAccount {
    this.byId.set(account.accountId.toLowerCase(), account);
    return account;
  }
}

/** @throws RangeError naming every detail that is wrong. */
function checked(details: LegalDetails): LegalDetails {
  const problems = Object.entries(detailProblems(details)).map(([name, problem]) => `${name}: ${problem}`);
  if (problems.length > 0) throw new RangeError(problems.join('; '));
  return details;
}
