import type { MerchantCore } from './merchant-core.js';
import { athensDay, nextAthensHour } from './athens-time.js';
import type { OnboardedAccount } from './onboarding.js';
import { DEFAULT_PAYOUT_THRESHOLD, isPayoutDay, type Payouts } from './payouts.js';
import type { Sellers } from './sellers.js';
import { PlannedWork } from './planned-work.js';

/** Hour in Athens at which payouts run, after the clearing at midnight. */
const PAYOUT_HOUR = 8;

/** Pays out the available balances of verified sellers by their schedules on the virtual clock, without a fee. A payout that falls on another day is made on the next business day. */
export class SellerPayouts {
  private readonly planned = new PlannedWork<null>('plannedPayouts', this.core.clock, () => this.run());

  constructor(private readonly core: MerchantCore & { sellers: Sellers }) {
    core.sellers.watchPayouts(() => {
      if (this.planned.size === 0) this.plan();
    });
  }

  /** Lists the next payout day of each verified seller with automatic payouts. */
  coming(): readonly {
    readonly at: number;
    readonly account: OnboardedAccount;
    readonly isCovered: boolean;
  }[] {
    const [run] = this.planned.list();
    if (run === undefined) return [];
    return this.core.sellers.list().flatMap((account) => {
      const payouts = this.core.sellers.payoutsOf(account.accountId);
      if (account.state !== 'verified' || !payouts || payouts.disable === true) return [];
      const at = this.nextPayout(run.at, payouts);
      return [{ at, account, isCovered: this.isCovered(account.accountId, payouts) }];
    });
  }

  private plan(): void {
    this.planned.plan('', nextAthensHour(this.core.clock.now(), PAYOUT_HOUR), null);
  }

  private run(): void {
    let isNeeded = false;
    const days = this.core.days.catchUp(athensDay(this.core.clock.now()));
    for (const { accountId, state } of this.core.sellers.list()) {
      const payouts = this.core.sellers.payoutsOf(accountId);
      if (!payouts) continue;
      isNeeded = true;
      if (state === 'verified' && payouts.disable !== true && days.some((day) => isPayoutDay(payouts, day)))
        this.payOut(accountId, payouts);
    }
    if (isNeeded) this.plan();
  }

  /** Returns the first run on a payout day. Each month and each week has one, so the search ends. */
  private nextPayout(run: number, payouts: Payouts): number {
    let at = run;
    while (!this.core.days.catchUp(athensDay(at)).some((day) => isPayoutDay(payouts, day)))
      at = nextAthensHour(at, PAYOUT_HOUR);
    return at;
  }

  private isCovered(accountId: string, { amountThreshold }: Payouts): boolean {
    const { available } = this.core.wallets.balance(this.core.sellers.walletOf(accountId));
    return available >= BigInt(amountThreshold ?? DEFAULT_PAYOUT_THRESHOLD);
  }

  private payOut(accountId: string, payouts: Payouts): void {
    if (!this.isCovered(accountId, payouts)) return;
    const { bankAccount, statementDescriptor } = payouts;
    const wallet = this.core.sellers.walletOf(accountId);
    const amount = Number(this.core.wallets.balance(wallet).available);
    this.core.wallets.hold(wallet, amount, `held for the payout of seller ${accountId}`);
    this.core.wallets.payOut(wallet, amount, 0, {
      description: statementDescriptor ?? 'Payout',
      ...(bankAccount.iban !== null && { iban: bankAccount.iban }),
    });
  }
}
