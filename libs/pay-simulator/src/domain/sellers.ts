import type { MerchantCore } from './merchant-core.js';
import type { ServiceWallet, WalletBalance } from './movement.js';
import type { ConnectedPerson, InvitationDetails, OnboardedAccount } from './onboarding.js';
import { Onboardings } from './onboardings.js';
import { completePayouts, type Payouts } from './payouts.js';
import { refusal } from './refusal.js';
import type { Statement } from './statement.js';
import { walletIban } from './wallets.js';
import { Table } from './table.js';

/** Options for a new connected seller. All options are optional. */
export interface SellerOptions {
  /** Account ID of an invitation. @default a new one */
  readonly accountId?: string;
  readonly email?: string;
  readonly legalName?: string;
  /** Whether the seller passes the identity check. @default true */
  readonly verified?: boolean;
  /** @default no automatic payouts */
  readonly payouts?: Partial<Payouts>;
}

/** Sellers of a platform: connected accounts, each with its own wallet and payouts. */
export class Sellers {
  /** Accounts of the sellers, from the invitation to the identity check. */
  readonly onboardings = new Onboardings(
    this.core,
    this.core.account.credentials.merchant.merchantId,
    (accountId) => this.openWallet(accountId),
  );
  private readonly payouts = new Table<Payouts>('payouts');
  private readonly wallets = new Table<ServiceWallet>('sellerWallets');
  private readonly watchers: (() => void)[] = [];

  constructor(private readonly core: MerchantCore & { statement: Statement }) {}

  /** Invites a seller, with automatic payouts if given. @throws Refusal 400 if a payout setting is invalid. The message names the setting. */
  invite(invitation: InvitationDetails, payouts?: Partial<Payouts>): OnboardedAccount {
    const complete = payouts && completePayouts(payouts);
    const account = this.onboardings.invite(invitation);
    if (complete) this.setPayouts(account.accountId, complete);
    return account;
  }

  /** Connects a seller and verifies it immediately, without the onboarding page. */
  connect({ accountId, email, legalName, verified = true, payouts }: SellerOptions = {}): OnboardedAccount {
    const invited = accountId === undefined ? this.inviteDefault(email) : this.get(accountId);
    if (payouts) this.changePayouts(invited.accountId, payouts);
    const account = this.onboardings.accept(invited.accountId, {
      legalName: legalName ?? invited.known?.legalName ?? 'Example Seller Ltd',
    });
    return verified ? this.verify(account.accountId) : account;
  }

  /** Completes the identity check of a connected seller, or revokes it. */
  verify(accountId: string, verified = true): OnboardedAccount {
    return this.onboardings.verify(accountId, verified);
  }

  /** Returns an account. @throws Refusal 404 if this platform has no account with the ID. */
  get(accountId: string): OnboardedAccount {
    return this.onboardings.get(accountId);
  }

  list(): readonly OnboardedAccount[] {
    return this.onboardings.list();
  }

  /** Returns the automatic payouts of a seller, or undefined without any. */
  payoutsOf(accountId: string): Payouts | undefined {
    return this.payouts.get(accountId.toLowerCase());
  }

  /** Changes the given payout settings of a seller. @throws Refusal 404 for an unknown seller, 400 if a setting is missing or invalid. */
  changePayouts(accountId: string, changes: Partial<Payouts>): void {
    this.get(accountId);
    this.setPayouts(accountId, completePayouts({ ...this.payoutsOf(accountId), ...changes }));
  }

  /** Returns the wallet of a connected seller. @throws Refusal 404 if the seller is unknown or has not accepted its invitation. */
  walletOf(accountId: string): ServiceWallet {
    const wallet = this.wallets.get(accountId.toLowerCase());
    if (!wallet) throw refusal(404, 'Connected account was not found');
    return wallet;
  }

  /** Returns the balance of a seller in minor units. */
  balance(accountId: string): WalletBalance {
    return this.core.wallets.balance(this.walletOf(accountId));
  }

  /** Calls the watcher when payouts of a seller change. The watcher stays registered after a reset. */
  watchPayouts(watcher: () => void): void {
    this.watchers.push(watcher);
  }

  private inviteDefault(email = 'seller@example.com'): OnboardedAccount {
    return this.invite({ email, returnUrl: 'http://localhost:3000/connected', branding: null });
  }

  private setPayouts(accountId: string, payouts: Payouts): void {
    this.payouts.set(accountId.toLowerCase(), payouts);
    for (const watcher of this.watchers) watcher();
  }

  private openWallet(accountId: string): ConnectedPerson {
    const id = `3${this.core.ids.digits(12)}`;
    const wallet: ServiceWallet = {
      id,
      ownerId: this.core.ids.uuid(),
      name: 'Primary',
      iban: walletIban(id),
      currencyCode: this.core.account.currencyCode,
      isPrimary: true,
      available: `seller:${accountId}`,
      reserved: `sellerReserved:${accountId}`,
      connectedAccountId: accountId,
    };
    this.wallets.set(accountId.toLowerCase(), wallet);
    this.core.statement.open(wallet);
    return { personId: wallet.ownerId, walletId: id };
  }
}
