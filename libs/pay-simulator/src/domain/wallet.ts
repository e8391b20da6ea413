import { majorUnits } from './currencies.js';
import type { Books, LedgerAccount } from './ledger.js';
import type { MerchantAccount } from './merchant.js';
import { Refusal } from './refusal.js';
import { TransactionType, type Transaction } from './transaction.js';

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

  /** A payment: the customer has paid, the merchant waits for clearance. */
  charge(payment: Transaction): void {
    const { amount, commission, currencyCode, id } = payment;
    const { payer, pending } = accountsOf(payment);
    this.book(`payment ${id}`, currencyCode, {
      [payer]: -amount,
      [pending]: amount - commission - isvFee(payment),
      commission,
      isvPending: isvFee(payment),
    });
  }

  /** Takes a payment back as if it had not been, commission included. */
  void(payment: Transaction): void {
    const { amount, commission, currencyCode, id } = payment;
    const { payer, pending } = accountsOf(payment);
    this.book(`void of ${id}`, currencyCode, {
      [payer]: amount,
      [pending]: commission + isvFee(payment) - amount,
      commission: -commission,
      isvPending: -isvFee(payment),
    });
  }

  /** Clears a payment: what was not given back meanwhile moves to the wallet, an ISV's fee to the ISV's. */
  clear(payment: Transaction): void {
    const { amount, commission, refunded, currencyCode, id } = payment;
    const fee = isvFee(payment) - isvFeeReturned(payment, refunded);
    const rest = amount - refunded - commission - fee;
    this.book(`clearance of ${id}`, currencyCode, {
      [accountsOf(payment).pending]: -rest,
      wallet: rest,
      isvPending: -fee,
      isvWallet: fee,
    });
  }

  /** Gives back a part of a payment that has not cleared: it comes out of what is pending, an ISV's share out of its. */
  refundPending(payment: Transaction, amount: number): void {
    const { payer, pending } = accountsOf(payment);
    const fee = feeOfRefund(payment, payment.refunded, amount);
    this.book(`refund of ${payment.id}`, payment.currencyCode, {
      [pending]: fee - amount,
      isvPending: -fee,
      [payer]: amount,
    });
  }

  /** Gives back from the balance, an ISV's share from its own. @throws Refusal 452 when the merchant's balance is too low. */
  refund(payment: Transaction, amount: number): void {
    this.send(`refund of ${payment.id}`, payment, amount, feeOfRefund(payment, payment.refunded, amount));
  }

  /** Sends money to the card of a payment without giving that payment back. @throws Refusal 452 when the balance is too low. */
  disburse(payment: Transaction, amount: number): void {
    this.send(`disbursement to the card of ${payment.id}`, payment, amount);
  }

  /** Takes back to the balance what was sent to a card. */
  takeBackDisbursement({ currencyCode, id }: Transaction, amount: number): void {
    this.book(`cancellation of ${id}`, currencyCode, { cardholders: -amount, wallet: amount });
  }

  /** Takes back a refund: to the balances, or to what is pending where it came from there. */
  takeBackRefund(payment: Transaction, refund: Transaction, amount: number): void {
    const fee = feeOfRefund(payment, payment.refunded - amount, amount);
    const [to, feeTo] = payment.clearedAt === null ? ['pending', 'isvPending'] : ['wallet', 'isvWallet'];
    this.book(`cancellation of ${refund.id}`, payment.currencyCode, {
      cardholders: -amount,
      [to]: amount - fee,
      [feeTo]: fee,
    });
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

  /**
   * Puts money into the wallet from outside, as the service's support does where payments do not.
   *
   * @param amount minor units.
   * @throws RangeError when the amount is not a whole number above 0.
   */
  deposit(amount: number, currencyCode = this.account.currencyCode): void {
    if (!Number.isSafeInteger(amount) || amount <= 0)
      throw new RangeError('amount: expected whole minor units above 0');
    this.book('deposit', currencyCode, { equity: -amount, wallet: amount });
  }

  /** Opens the wallet with the account's first balance; the ledger must be empty. */
  reset(): void {
    const { openingBalance, currencyCode } = this.account;
    if (openingBalance > 0)
      this.book('opening balance', currencyCode, { equity: -openingBalance, wallet: openingBalance });
  }

  private send(text: string, payment: Transaction, amount: number, ofIsv = 0): void {
    const { currencyCode } = payment;
    const available = this.balance(currencyCode);
    if (available < BigInt(amount - ofIsv)) {
      throw new Refusal(
        452,
        `Insufficient wallet balance: the available balance is ${majorUnits(available, currencyCode).text}`,
      );
    }
    this.book(text, currencyCode, {
      wallet: ofIsv - amount,
      isvWallet: -ofIsv,
      [accountsOf(payment).payer]: amount,
    });
  }

  private book(text: string, currencyCode: string, entries: Readonly<Record<string, number>>): void {
    // An account that nothing happens to, such as an ISV's where there is none, is left out.
    const moved = Object.entries(entries).filter(([, amount]) => amount !== 0);
    this.ledger.book({
      text,
      currencyCode,
      entries: Object.fromEntries(moved.map(([name, amount]) => [name, BigInt(amount)])),
    });
  }
}

/** Where a payment comes from, and where it waits for clearance: cash clears apart from cards. */
function accountsOf({ type }: Transaction): {
  readonly payer: LedgerAccount;
  readonly pending: LedgerAccount;
} {
  return type === TransactionType.Cash
    ? { payer: 'counter', pending: 'pendingCash' }
    : { payer: 'cardholders', pending: 'pending' };
}

function isvFee({ isv }: Transaction): number {
  return isv?.amount ?? 0;
}

/**
 * How much of an ISV's fee has gone back once so much of the payment has: in proportion, rounded down, so that the last
 * refund takes the rest (that the fee is reversed is documented; its share of a part is inferred).
 */
function isvFeeReturned(payment: Transaction, refunded: number): number {
  return payment.amount === 0
    ? 0
    : Number((BigInt(isvFee(payment)) * BigInt(refunded)) / BigInt(payment.amount));
}

/** An ISV's part of a refund of so much, after what was refunded before. */
function feeOfRefund(payment: Transaction, before: number, amount: number): number {
  return isvFeeReturned(payment, before + amount) - isvFeeReturned(payment, before);
}
