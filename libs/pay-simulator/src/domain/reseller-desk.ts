import type { MerchantBasics } from './merchant-basics.js';
import { Refusal } from './refusal.js';
import { Cell, Table } from './table.js';

/** Validity of a one-time password in virtual time. The service does not document it. */
const PASSWORD_LIFETIME_MS = 5 * 60_000;

/** Kind of payment at a reseller's counter. */
export type CounterPayment = 'cash' | 'bill';

/** Customer at the counter. A check and its payment match by customer (inferred, because the service has no ID). */
export interface CounterCustomer {
  readonly phone: string;
  readonly countryCode: string;
}

/** A one-time password that was sent to a customer. */
export interface OneTimePassword extends CounterCustomer {
  readonly payment: CounterPayment;
  readonly password: string;
  readonly expiresAt: number;
  /** Whether the payment needs tags. */
  readonly tagsNeeded: boolean;
  readonly redeemed: boolean;
}

/** Counter of a reseller. A check sends a one-time password to the customer, and the payment redeems it. */
export class ResellerDesk {
  private readonly sent = new Table<OneTimePassword>('passwords');
  private readonly tags = new Cell('passwordTags', false);

  constructor(private readonly core: MerchantBasics) {}

  /** Whether new checks require tags with the payment. */
  get tagsNeeded(): boolean {
    return this.tags.value;
  }

  /** Sets whether new checks require tags with the payment. */
  configure({ tagsNeeded }: { readonly tagsNeeded: boolean }): void {
    this.tags.value = tagsNeeded;
  }

  /** Checks that the account is a reseller. @throws Refusal 403 if it is not. */
  requireReseller(): void {
    if (!this.core.permissions.get().actAsReseller) throw new Refusal(403, 'The account is not a reseller');
  }

  /** Opens a check and sends a one-time password. Earlier passwords of the customer become invalid. */
  sendPassword(payment: CounterPayment, customer: CounterCustomer): void {
    this.send(payment, customer, this.tagsNeeded);
  }

  /** Sends another one-time password. @throws Refusal 400 if the customer has no open check. */
  resendPassword(payment: CounterPayment, customer: CounterCustomer): void {
    const [, { tagsNeeded }] = this.getOpenCheck(payment, customer);
    this.send(payment, customer, tagsNeeded);
  }

  /**
   * Redeems the customer's password and closes the check. Call it last, so that a payment that is rejected for another reason
   * leaves the password valid.
   *
   * @throws Refusal 400 if no check is open, tags are missing, or the password is wrong, replaced or expired.
   */
  redeem(
    payment: CounterPayment,
    customer: CounterCustomer,
    password: string,
    tags: readonly string[],
  ): void {
    const [key, check] = this.getOpenCheck(payment, customer);
    if (check.tagsNeeded && tags.length === 0)
      throw new Refusal(400, 'tags: expected at least one, because the check requires tags');
    if (check.password !== password) throw new Refusal(400, 'The one-time password is wrong');
    if (check.expiresAt <= this.core.clock.now()) throw new Refusal(400, 'The one-time password has expired');
    this.sent.set(key, { ...check, redeemed: true });
  }

  /** Lists all one-time passwords, oldest first. */
  passwords(): readonly OneTimePassword[] {
    return [...this.sent.values()];
  }

  private send(payment: CounterPayment, { phone, countryCode }: CounterCustomer, tagsNeeded: boolean): void {
    const expiresAt = this.core.clock.now() + PASSWORD_LIFETIME_MS;
    const password = this.core.ids.digits(6);
    this.sent.append({ phone, countryCode, payment, password, expiresAt, tagsNeeded, redeemed: false });
  }

  /** Returns the latest password of the customer's open check. */
  private getOpenCheck(
    payment: CounterPayment,
    { phone, countryCode }: CounterCustomer,
  ): readonly [key: string, check: OneTimePassword] {
    const last = [...this.sent].findLast(
      ([, one]) => one.payment === payment && one.phone === phone && one.countryCode === countryCode,
    );
    if (!last || last[1].redeemed) throw new Refusal(400, 'There is no open check for this phone');
    return last;
  }
}
