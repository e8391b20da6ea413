import type { SimulatorClock } from './clock.js';
import type { Ids } from './ids.js';
import type { ResetTo } from './configured.js';
import type { PublishEvent } from './events.js';
import { makeIban } from './iban.js';
import type { MerchantAccount } from './merchant.js';
import type { ServiceWallet, WalletBalance } from './movement.js';
import type { ConnectedPerson, InvitationTerms, OnboardedAccount } from './onboarding.js';
import { Onboardings } from './onboardings.js';
import { completePayouts, type Payouts } from './payouts.js';
import { Refusal } from './refusal.js';
import type { Statement } from './statement.js';
import type { Wallets } from './wallets.js';

/** Whom a test connects; every member has a default. */
export interface SellerTerms {
  /** Account id of an invitation. @default a new one */
  readonly accountId?: string;
  readonly email?: string;
  readonly legalName?: string;
  /** Whether the identity check is passed as well. @default true */
  readonly verified?: boolean;
  /** @default paid out by hand */
  readonly payouts?: Partial<Payouts>;
}

/** The sellers of a platform: connected accounts, each with a wallet of its own and its payouts. */
export class Sellers {
  /** From the invitation to the identity check. */
  readonly onboardings: Onboardings;
  private readonly payouts = new Map<string, Payouts>();
  private readonly wallets = new Map<string, ServiceWallet>();
  private readonly watchers: (() => void)[] = [];

  constructor(
    private readonly account: MerchantAccount,
    private readonly books: Pick<Wallets, 'balance'>,
    private readonly statement: Pick<Statement, 'open'>,
    clock: SimulatorClock,
    private readonly ids: Ids,
    publish: PublishEvent,
  ) {
    this.onboardings = new Onboardings(clock, ids, {
      personId: account.credentials.merchant.merchantId,
      connect: (accountId) => this.openWallet(accountId),
      publish,
    });
  }

  /** Invites a seller; with payouts, once it is connected, it is paid out by itself. @throws Refusal 400 naming what is wrong with the payouts. */
  invite(terms: InvitationTerms, payouts?: Partial<Payouts>): OnboardedAccount {
    const complete = payouts && completePayouts(payouts);
    const account = this.onboardings.invite(terms);
    if (complete) this.setPayouts(account.accountId, complete);
    return account;
  }

  /** Connects a seller at once, and verifies it: what the onboarding page does step by step. */
  connect({ accountId, email, legalName, verified = true, payouts }: SellerTerms = {}): OnboardedAccount {
    const invited = accountId === undefined ? this.inviteAnybody(email) : this.get(accountId);
    if (payouts) this.changePayouts(invited.accountId, payouts);
    const account = this.onboardings.accept(invited.accountId, {
      legalName: legalName ?? invited.known?.legalName ?? 'Example Seller Ltd',
    });
    return verified ? this.verify(account.accountId) : account;
  }

  /** Ends the identity check of a connected seller, or revokes it. */
  verify(accountId: string, verified = true): OnboardedAccount {
    return this.onboardings.verify(accountId, verified);
  }

  /** The account. @throws Refusal 404 when this platform has none with that id. */
  get(accountId: string): OnboardedAccount {
    return this.onboardings.get(accountId);
  }

  list(): readonly OnboardedAccount[] {
    return this.onboardings.list();
  }

  /** How a seller is paid out; undefined: by hand. */
  payoutsOf(accountId: string): Payouts | undefined {
    return this.payouts.get(accountId.toLowerCase());
  }

  /** Changes what is named of a seller's payouts. @throws Refusal 404 unknown, 400 naming what is missing or wrong. */
  changePayouts(accountId: string, changes: Partial<Payouts>): void {
    this.get(accountId);
    this.setPayouts(accountId, completePayouts({ ...this.payoutsOf(accountId), ...changes }));
  }

  /** A connected seller's wallet. @throws Refusal 404 when there is no such seller, or it has not accepted its invitation. */
  walletOf(accountId: string): ServiceWallet {
    const wallet = this.wallets.get(accountId.toLowerCase());
    if (!wallet) throw new Refusal(404, 'Connected account was not found', 0, 404);
    return wallet;
  }

  /** What a seller has, minor units. */
  balance(accountId: string): WalletBalance {
    return this.books.balance(this.walletOf(accountId));
  }

  /** Tells when somebody's payouts were set or changed, also after a reset. */
  watchPayouts(watcher: () => void): void {
    this.watchers.push(watcher);
  }

  reset(to: ResetTo): void {
    this.onboardings.reset(to);
    this.payouts.clear();
    this.wallets.clear();
  }

  private inviteAnybody(email = 'seller@example.com'): OnboardedAccount {
    return this.invite({ email, returnUrl: 'http://localhost:3000/connected', branding: null });
  }

  private setPayouts(accountId: string, payouts: Payouts): void {
    this.payouts.set(accountId.toLowerCase(), payouts);
    for (const watcher of this.watchers) watcher();
  }

  private openWallet(accountId: string): ConnectedPerson {
    const id = `3${this.ids.digits(12)}`;
    const wallet: ServiceWallet = {
      id,
      ownerId: this.ids.uuid(),
      name: 'Primary',
      iban: makeIban('GB', `VPAY040024${id.slice(-8)}`),
      currencyCode: this.account.currencyCode,
      isPrimary: true,
      available: `seller:${accountId}`,
      reserved: `sellerReserved:${accountId}`,
      connectedAccountId: accountId,
    };
    this.wallets.set(accountId.toLowerCase(), wallet);
    this.statement.open(wallet);
    return { personId: wallet.ownerId, walletId: id };
  }
}
