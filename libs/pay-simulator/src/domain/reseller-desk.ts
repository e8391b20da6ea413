import type { SimulatorClock } from '../clock.js';
import type { Ids } from '../ids.js';
import type { Permissions } from './permissions.js';
import { Refusal } from './refusal.js';

/** How long a one-time password is good, virtual time; the service names no figure. */
const PASSWORD_LIFETIME_MS = 5 * 60_000;

/** What is paid at a reseller's counter. */
export type CounterPayment = 'cash' | 'bill';

/** Who pays: a check and its payment belong together by this (inferred, the service gives no id). */
export interface CounterCustomer {
  readonly phone: string;
  readonly countryCode: string;
}

/** A one-time password on its way to a customer's phone. */
export interface OneTimePassword extends CounterCustomer {
  readonly payment: CounterPayment;
  readonly password: string;
  readonly expiresAt: number;
}

/** A reseller's counter: checks send customers one-time passwords, which payments then ask for. */
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

  /** Sends a customer a one-time password; the ones before lose their worth. */
  sendPassword(payment: CounterPayment, customer: CounterCustomer): void {
    const expiresAt = this.clock.now() + PASSWORD_LIFETIME_MS;
    this.sent.push({ ...customer, payment, password: this.ids.digits(6), expiresAt });
  }

  /** Sends another one. @throws Refusal 400 when no check was made for this customer. */
  sendAnother(payment: CounterPayment, customer: CounterCustomer): void {
    if (!this.last(payment, customer)) throw new Refusal(400, 'There is no open check for this phone');
    this.sendPassword(payment, customer);
  }

  /** Everything that was sent, oldest first: what customers read on their phones. */
  passwords(): readonly OneTimePassword[] {
    return [...this.sent];
  }

  reset(): void {
    this.sent = [];
    this.tagsNeeded = false;
  }

  private last(
    payment: CounterPayment,
    { phone, countryCode }: CounterCustomer,
  ): OneTimePassword | undefined {
    return this.sent.findLast(
      (one) => one.payment === payment && one.phone === phone && one.countryCode === countryCode,
    );
  }
}
