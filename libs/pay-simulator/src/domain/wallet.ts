import { majorUnits } from './currencies.js';
import type { Books } from './ledger.js';
import type { MerchantAccount } from './merchant.js';
import { Refusal } from './refusal.js';
import type { Transaction } from './transaction.js';

/** The merchant's wallet: payments arrive when they clear, refunds of cleared payments are paid from the balance. */
export class Wallet {
  constructor(
    private readonly ledger: Books,
    private readonly account: MerchantAccount,
  ) {
    this.reset();
  }

  /** What can be spent, minor units. */
  balance(currencyCode = this.account.currencyCode): bigint {
    return this.ledger.balance('wallet', currencyCode);
  }

  /** The service's share of a payment, minor units, rounded down. */
  commission(amount: number): number {
    return Number((BigInt(amount) * BigInt(this.account.commissionBasisPoints)) / 10_000n);
  }

  /** A payment: the cardholder has paid, the merchant waits for clearance. */
  charge({ amount, commission, currencyCode, id }: Transaction): void {
    this.book(`payment ${id}`, currencyCode, {
      cardholders: -amount,
      pending: amount - commission,
      commission,
    });
  }

  /** Takes a payment back as if it had not been, commission included. */
  void({ amount, commission, currencyCode, id }: Transaction): void {
    this.book(`void of ${id}`, currencyCode, {
      cardholders: amount,
      pending: commission - amount,
      commission: -commission,
    });
  }

  /** Clears a payment: what was not given back meanwhile moves to the wallet. */
  clear({ amount, commission, refunded, currencyCode, id }: Transaction): void {
    const rest = amount - commission - refunded;
    this.book(`clearance of ${id}`, currencyCode, { pending: -rest, wallet: rest });
  }

  /** Gives back a part of a payment that has not cleared: it comes out of what is pending. */
  refundPending({ currencyCode, id }: Transaction, amount: number): void {
    this.book(`refund of ${id}`, currencyCode, { pending: -amount, cardholders: amount });
  }

  /** Gives back from the balance. @throws Refusal 452 when the balance is too low. */
  refund({ currencyCode, id }: Transaction, amount: number): void {
    this.send(`refund of ${id}`, currencyCode, amount);
  }

  /** Sends money to the card of a payment without giving that payment back. @throws Refusal 452 when the balance is too low. */
  disburse({ currencyCode, id }: Transaction, amount: number): void {
    this.send(`disbursement to the card of ${id}`, currencyCode, amount);
  }

  /** Takes back what was sent to a card: to the balance, or to what is pending where it came from there. */
  takeBack({ currencyCode, id }: Transaction, amount: number, to: 'wallet' | 'pending'): void {
    this.book(`cancellation of ${id}`, currencyCode, { cardholders: -amount, [to]: amount });
  }

  /**
   * Moves money from the wallet to the merchant's bank, as a payout does.
   *
   * @param amount minor units.
   * @throws Refusal 452 when the balance is too low. @throws RangeError when the amount is not a whole number above 0.
   */
  withdraw(amount: number, currencyCode = this.account.currencyCode): void {
    if (!Number.isSafeInteger(amount) || amount <= 0)
      throw new RangeError('amount: expected whole minor units above 0');
    if (this.balance(currencyCode) < BigInt(amount)) throw new Refusal(452, 'Insufficient wallet balance');
    this.book('payout', currencyCode, { wallet: -amount, bank: amount });
  }

  /** Opens the wallet with the account's first balance; the ledger must be empty. */
  reset(): void {
    const { openingBalance, currencyCode } = this.account;
    if (openingBalance > 0)
      this.book('opening balance', currencyCode, { equity: -openingBalance, wallet: openingBalance });
  }

  private send(text: string, currencyCode: string, amount: number): void {
    const available = this.balance(currencyCode);
    if (available < BigInt(amount)) {
      throw new Refusal(
        452,
        `Insufficient wallet balance: the available balance is ${majorUnits(available, currencyCode).text}`,
      );
    }
    this.book(text, currencyCode, { wallet: -amount, cardholders: amount });
  }

  private book(text: string, currencyCode: string, entries: Readonly<Record<string, number>>): void {
    this.ledger.book({
      text,
      currencyCode,
      entries: Object.fromEntries(Object.entries(entries).map(([name, amount]) => [name, BigInt(amount)])),
    });
  }
}
