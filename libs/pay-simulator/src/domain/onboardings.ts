import type { MerchantBasics } from './merchant-basics.js';
import { checkedInput } from './input.js';
import { Configured, type ChangedBy } from './configured.js';
import {
  detailProblems,
  NEW_ACCOUNT,
  NO_DETAILS,
  type ConnectedPerson,
  type InvitationDetails,
  type LegalDetails,
  type OnboardedAccount,
} from './onboarding.js';
import { Records } from './records.js';
import { refusal } from './refusal.js';
import { Table } from './table.js';

const DEFAULTS = {
  /** Whether event 8194 is sent. The service's demo environment does not send it. @see contract/webhooks.yaml 8194 */
  sendsVerification: true,
};

/** Settings of the onboarding. */
export type OnboardingBehavior = Readonly<typeof DEFAULTS>;

/** Accounts that a platform or ISV invited, from the invitation to the identity check. */
export class Onboardings extends Records<OnboardedAccount> {
  private readonly configured = new Configured<OnboardingBehavior>('onboarding', DEFAULTS);

  /**
   * @param personId - ID of the ISV or marketplace that invites accounts.
   * @param connect - Creates the merchant or seller.
   */
  constructor(
    private readonly core: Pick<MerchantBasics, 'clock' | 'ids' | 'publish'>,
    private readonly personId: string,
    private readonly connect: (accountId: string, details: LegalDetails) => ConnectedPerson,
  ) {
    super(new Table<OnboardedAccount>('accounts'), () => refusal(404, 'Account was not found'));
  }

  get behavior(): OnboardingBehavior {
    return this.configured.value;
  }

  configure(changes: Partial<OnboardingBehavior>, by: ChangedBy = 'application'): OnboardingBehavior {
    this.configured.change(by, (behavior) => ({ ...behavior, ...changes }));
    return this.behavior;
  }

  /** Invites an account. Each invitation creates another account. */
  invite(invitation: InvitationDetails): OnboardedAccount {
    return this.save(this.newAccount(this.core.ids.uuid(), invitation));
  }

  /**
   * Accepts an invitation. Sends event 8193.
   *
   * @param changes - Details that differ from the details of the invitation.
   * @throws Refusal 409 if the invitation was accepted before. @throws RangeError that names each invalid detail.
   */
  accept(accountId: string, changes: Partial<LegalDetails> = {}): OnboardedAccount {
    const account = this.get(accountId);
    if (account.state !== 'invited') throw refusal(409, 'The invitation was already accepted');
    const details = checkDetails({ ...NO_DETAILS, email: account.email, ...account.known, ...changes });
    const person = this.connect(account.accountId, details);
    return this.markConnected({ ...account, details }, person);
  }

  /** Adds an account that is connected without an invitation, and verifies it. Sends events 8193 and 8194. */
  addVerified(
    accountId: string,
    person: ConnectedPerson,
    invitation: InvitationDetails,
    details: LegalDetails,
  ): OnboardedAccount {
    this.markConnected({ ...this.newAccount(accountId, invitation), details: checkDetails(details) }, person);
    return this.verify(accountId, true);
  }

  /**
   * Completes the identity check, or changes its result. Sends event 8194 if the result changes. A verified account can accept
   * payments until {@link enableAcquiring} changes it.
   *
   * @param verified - Result of the check. @throws RangeError if it is missing.
   * @throws Refusal 409 if the invitation was not accepted yet.
   */
  verify(accountId: string, verified: boolean): OnboardedAccount {
    checkedInput('verifyAccount', { verified });
    const account = this.get(accountId);
    if (account.state === 'invited') throw refusal(409, 'The invitation was not accepted yet');
    const state = verified ? 'verified' : 'refused';
    if (account.state === state) return account;
    const saved = this.save({ ...account, state, acquiringEnabled: verified });
    const isChange = verified || account.state === 'verified';
    if (isChange && this.behavior.sendsVerification) this.publish('account-verification-changed', saved);
    return saved;
  }

  /** Sets whether an account can accept payments, independent of its identity check. Sends no event. */
  enableAcquiring(accountId: string, acquiringEnabled: boolean): OnboardedAccount {
    const account = this.get(accountId);
    if (account.person === null) throw refusal(409, 'The invitation was not accepted yet');
    return this.save({ ...account, acquiringEnabled });
  }

  private newAccount(accountId: string, invitation: InvitationDetails): OnboardedAccount {
    return { ...NEW_ACCOUNT, ...invitation, accountId, invitedAt: this.core.clock.now() };
  }

  private markConnected(account: OnboardedAccount, person: ConnectedPerson): OnboardedAccount {
    const saved = this.save({ ...account, state: 'connected', connectedAt: this.core.clock.now(), person });
    this.publish('account-connected', saved);
    return saved;
  }

  private publish(
    type: 'account-connected' | 'account-verification-changed',
    account: OnboardedAccount,
  ): void {
    this.core.publish({ type, account, platformId: this.personId });
  }

  private save(account: OnboardedAccount): OnboardedAccount {
    return this.records.put(account.accountId.toLowerCase(), account);
  }
}

/** Returns valid details. @throws RangeError that names each invalid detail. */
function checkDetails(details: LegalDetails): LegalDetails {
  const problems = Object.entries(detailProblems(details)).map(([name, problem]) => `${name}: ${problem}`);
  if (problems.length > 0) throw new RangeError(problems.join('; '));
  return details;
}
