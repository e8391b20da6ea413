import type { SimulatorClock } from './clock.js';
import type { Ids } from './ids.js';
import type { Permissions } from './permissions.js';
import { Refusal } from './refusal.js';

/** How long a one-time password is good, virtual time; the service names no figure. */
const PASSWORD_LIFETIME_MS = 5 * 60_000;

/** What is paid at a reseller's counter. */
export type CounterPayment = 'cash' | 'bill';

/** Customer who pays. A check and its payment match by customer (inferred, because the service has no ID). */
export interface CounterCustomer {
  readonly phone: string;
  readonly countryCode: string;
}

/** A one-time password on its way to a customer's phone. */
export interface OneTimePassword extends CounterCustomer {
  readonly payment: CounterPayment;
  readonly password: string;
  readonly expiresAt: number;
  /** Whether the check asked for tags with the payment. */
  readonly tagsNeeded: boolean;
  readonly redeemed: boolean;
}

/** A reseller's counter: checks send customers one-time passwords, and each payment redeems one. */
export class ResellerDesk {
  /** Whether checks answer that tags must go with the payment. */
  tagsNeeded = false;
  private sent: OneTimePassword[] = [];

  constructor(
    private readonly clock: SimulatorClock,
    private readonly ids: Ids,
    private readonly permissions: Permissions,
  ) {}

  /** @throws Refusal 403 when the account is no reseller. */
  requireReseller(): void {
    if (!this.permissions.get().actAsReseller) throw new Refusal(403, 'The account is not a reseller');
  }

  /** Opens a check: sends the customer a one-time password; the ones before lose their worth. */
  sendPassword(payment: CounterPayment, customer: CounterCustomer): void {
    this.send(payment, customer, this.tagsNeeded);
  }

  /** Sends another one. @throws Refusal 400 when no check is open for this customer. */
  sendAnother(payment: CounterPayment, customer: CounterCustomer): void {
    const { tagsNeeded } = this.open(payment, customer);
    this.send(payment, customer, tagsNeeded);
  }

  /**
   * Takes the customer's password for a payment and closes the check. Ask it last: a payment that is refused for
   * something else leaves the password good.
   *
   * @throws Refusal 400 no open check, tags missing, password wrong (or an older one) or expired.
   */
  redeem(
    payment: CounterPayment,
    customer: CounterCustomer,
    password: string,
    tags: readonly string[],
  ): void {
    const open = this.open(payment, customer);
    if (open.tagsNeeded && tags.length === 0)
      throw new Refusal(400, 'tags: expected at least one, the check asked for them');
    if (open.password !== password) throw new Refusal(400, 'The one-time password is wrong');
    if (open.expiresAt <= this.clock.now()) throw new Refusal(400, 'The one-time password has expired');
    this.sent = this.sent.map((one) => (one === open ? { ...one, redeemed: true } : one));
  }

  /** Everything that was sent, oldest first: what customers read on their phones. */
  passwords(): readonly OneTimePassword[] {
    return [...this.sent];
  }

  reset(): void {
    this.sent = [];
    this.tagsNeeded = false;
  }

  private send(payment: CounterPayment, { phone, countryCode }: CounterCustomer, tagsNeeded: boolean): void {
    const expiresAt = this.clock.now() + PASSWORD_LIFETIME_MS;
    const password = this.ids.digits(6);
    this.sent.push({ phone, countryCode, payment, password, expiresAt, tagsNeeded, redeemed: false });
  }

  /** The newest password of the customer's open check. */
  private open(payment: CounterPayment, { phone, countryCode }: CounterCustomer): OneTimePassword {
    const last = this.sent.findLast(
      (one) => one.payment === payment && one.phone === phone && one.countryCode === countryCode,
    );
    if (!last || last.redeemed) throw new Refusal(400, 'There is no open check for this phone');
    return last;
  }
}
