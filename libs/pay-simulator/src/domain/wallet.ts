import { majorUnits } from './currencies.js';
import type { BookingPart, Books } from './ledger.js';
import type { MerchantAccount } from './merchant.js';
import type { MovementTerms } from './movement-terms.js';
import { MovementSubType } from './movement.js';
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

  /**
   * Clears payments of one scheme: what was not given back meanwhile moves to the wallet, then the service takes its fees,
   * and an ISV its share.
   */
  clear(scheme: string, payments: readonly Transaction[]): void {
    const [first] = payments;
    if (!first) return;
    const { pending, clearance, fee } = accountsOf(first);
    const sum = (of: (payment: Transaction) => number) =>
      payments.reduce((total, payment) => total + of(payment), 0);
    const cleared = sum(({ amount, refunded }) => amount - refunded);
    const fees = sum(({ commission }) => commission);
    const share = sum((payment) => isvFee(payment) - isvFeeReturned(payment, payment.refunded));
    const rest = cleared - fees - share;
    const text = `clearance of ${payments.length} in ${scheme}`;
    const part = (amount: number, subTypeId: number, description: string): BookingPart => ({
      account: 'wallet',
      amount: BigInt(amount),
      terms: { subTypeId, description, isInternal: false },
    });
    const entries = { [pending]: -rest, wallet: rest, isvPending: -share, isvWallet: share };
    this.book(text, first.currencyCode, entries, [
      part(cleared, clearance, text),
      part(-fees, fee, `fees of ${text}`),
      part(-share, fee, `ISV fees of ${text}`),
    ]);
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
    const fee = feeOfRefund(payment, payment.refunded, amount);
    this.send(`refund of ${payment.id}`, payment, amount, accountsOf(payment).refund, fee);
  }

  /** Sends money to the card of a payment without giving that payment back. @throws Refusal 452 when the balance is too low. */
  disburse(payment: Transaction, amount: number): void {
    this.send(`disbursement to the card of ${payment.id}`, payment, amount, MovementSubType.CardPayout);
  }

  /** Takes back to the balance what was sent to a card. */
  takeBackDisbursement({ currencyCode, id }: Transaction, amount: number): void {
    const text = `cancellation of ${id}`;
    this.book(text, currencyCode, { cardholders: -amount, wallet: amount }, [
      { account: 'wallet', amount: BigInt(amount), terms: saleTerms(MovementSubType.CardRefund, text, id) },
    ]);
  }

  /** Takes back a refund: to the balances, or to what is pending where it came from there. */
  takeBackRefund(payment: Transaction, { id }: Transaction, amount: number): void {
    const fee = feeOfRefund(payment, payment.refunded - amount, amount);
    const cleared = payment.clearedAt !== null;
    const [to, feeTo] = cleared ? (['wallet', 'isvWallet'] as const) : (['pending', 'isvPending'] as const);
    const text = `cancellation of ${id}`;
    const entries = { cardholders: -amount, [to]: amount - fee, [feeTo]: fee };
    this.book(text, payment.currencyCode, entries, [
      { account: to, amount: BigInt(amount - fee), terms: saleTerms(MovementSubType.CardRefund, text, id) },
    ]);
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
    const { currencyCode } = this.account;
    const opening = BigInt(this.account.openingBalance);
    if (opening === 0n) return;
    const entries = { equity: -opening, wallet: opening };
    this.ledger.book({ text: 'opening balance', currencyCode, entries, isOpening: true });
  }

  private send(text: string, payment: Transaction, amount: number, subTypeId: number, ofIsv = 0): void {
    const { currencyCode, id } = payment;
    const available = this.balance(currencyCode);
    if (available < BigInt(amount - ofIsv)) {
      throw new Refusal(
        452,
        `Insufficient wallet balance: the available balance is ${majorUnits(available, currencyCode).text}`,
      );
    }
    const entries = {
      wallet: ofIsv - amount,
      isvWallet: -ofIsv,
      [accountsOf(payment).payer]: amount,
    };
    this.book(text, currencyCode, entries, [
      { account: 'wallet', amount: BigInt(ofIsv - amount), terms: saleTerms(subTypeId, text, id) },
    ]);
  }

  private book(
    text: string,
    currencyCode: string,
    entries: Readonly<Record<string, number>>,
    parts?: readonly BookingPart[],
  ): void {
    // An account that nothing happens to, such as an ISV's where there is none, is left out.
    const moved = Object.entries(entries).filter(([, amount]) => amount !== 0);
    this.ledger.book({
      text,
      currencyCode,
      entries: Object.fromEntries(moved.map(([name, amount]) => [name, BigInt(amount)])),
      parts,
    });
  }
}

/** A movement that a customer's payment is behind. */
function saleTerms(subTypeId: number, description: string, saleTransactionId: string): MovementTerms {
  return { subTypeId, description, isInternal: false, saleTransactionId };
}

const CARDS = {
  payer: 'cardholders',
  pending: 'pending',
  clearance: MovementSubType.ClearanceCards,
  fee: MovementSubType.CardCommission,
  refund: MovementSubType.CardRefund,
} as const;
const CASH = {
  payer: 'counter',
  pending: 'pendingCash',
  clearance: MovementSubType.ClearanceCash,
  fee: MovementSubType.CashCommission,
  refund: MovementSubType.CashDisbursement,
} as const;

/** Where a payment comes from, where it waits for clearance, and what its movements are called: cash clears apart from cards. */
function accountsOf({ type }: Transaction): typeof CARDS | typeof CASH {
  return type === TransactionType.Cash ? CASH : CARDS;
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
