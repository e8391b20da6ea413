import { majorUnits } from './currencies.js';
import type { BookingPart, Ledger } from './ledger.js';
import type { MerchantAccount } from './merchant.js';
import type { MovementTerms } from './movement-terms.js';
import { MovementSubType } from './movement.js';
import { Refusal } from './refusal.js';
import { TransactionType, type Transaction } from './transaction.js';

/** The merchant's wallet: payments arrive when they clear, refunds of cleared payments are paid from the balance. */
export class Wallet {
  constructor(
    private readonly ledger: Ledger,
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
      [pending]: amount - commission,
      commission,
    });
  }

  /** Takes a payment back as if it had not been, commission included. */
  void(payment: Transaction): void {
    const { amount, commission, currencyCode, id } = payment;
    const { payer, pending } = accountsOf(payment);
    this.book(`void of ${id}`, currencyCode, {
      [payer]: amount,
      [pending]: commission - amount,
      commission: -commission,
    });
  }

  /** Clears payments of one scheme: what was not given back meanwhile moves to the wallet, then the service takes its fees. */
  clear(scheme: string, payments: readonly Transaction[]): void {
    const [first] = payments;
    if (!first) return;
    const { currencyCode } = first;
    const { pending, clearance, fee } = accountsOf(first);
    const sum = (of: (payment: Transaction) => number) =>
      payments.reduce((total, payment) => total + BigInt(of(payment)), 0n);
    const cleared = sum(({ amount, refunded }) => amount - refunded);
    const fees = sum(({ commission }) => commission);
    const text = `clearance of ${payments.length} in ${scheme}`;
    const reason = (subTypeId: number, description: string) => ({
      subTypeId,
      description,
      isInternal: false,
    });
    this.ledger.book({
      text,
      currencyCode,
      entries: { [pending]: fees - cleared, wallet: cleared - fees },
      parts: [
        { account: 'wallet', amount: cleared, terms: reason(clearance, text) },
        { account: 'wallet', amount: -fees, terms: reason(fee, `fees of ${text}`) },
      ],
    });
  }

  /** Gives back a part of a payment that has not cleared: it comes out of what is pending. */
  refundPending(payment: Transaction, amount: number): void {
    const { payer, pending } = accountsOf(payment);
    this.book(`refund of ${payment.id}`, payment.currencyCode, { [pending]: -amount, [payer]: amount });
  }

  /** Gives back from the balance. @throws Refusal 452 when the balance is too low. */
  refund(payment: Transaction, amount: number): void {
    this.send(`refund of ${payment.id}`, payment, amount, accountsOf(payment).refund);
  }

  /** Sends money to the card of a payment without giving that payment back. @throws Refusal 452 when the balance is too low. */
  disburse(payment: Transaction, amount: number): void {
    this.send(`disbursement to the card of ${payment.id}`, payment, amount, MovementSubType.CardPayout);
  }

  /** Takes back what was sent to a card: to the balance, or to what is pending where it came from there. */
  takeBack({ currencyCode, id }: Transaction, amount: number, to: 'wallet' | 'pending'): void {
    const text = `cancellation of ${id}`;
    this.book(text, currencyCode, { cardholders: -amount, [to]: amount }, [
      { account: to, amount: BigInt(amount), terms: saleTerms(MovementSubType.CardRefund, text, id) },
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

  /** Opens the wallet with the account's first balance; the ledger must be empty. */
  reset(): void {
    const { openingBalance, currencyCode } = this.account;
    if (openingBalance > 0)
      this.book('opening balance', currencyCode, { equity: -openingBalance, wallet: openingBalance });
  }

  private send(text: string, payment: Transaction, amount: number, subTypeId: number): void {
    const { currencyCode, id } = payment;
    const available = this.balance(currencyCode);
    if (available < BigInt(amount)) {
      throw new Refusal(
        452,
        `Insufficient wallet balance: the available balance is ${majorUnits(available, currencyCode).text}`,
      );
    }
    this.book(text, currencyCode, { wallet: -amount, [accountsOf(payment).payer]: amount }, [
      { account: 'wallet', amount: BigInt(-amount), terms: saleTerms(subTypeId, text, id) },
    ]);
  }

  private book(
    text: string,
    currencyCode: string,
    entries: Readonly<Record<string, number>>,
    parts?: readonly BookingPart[],
  ): void {
    this.ledger.book({
      text,
      currencyCode,
      entries: Object.fromEntries(Object.entries(entries).map(([name, amount]) => [name, BigInt(amount)])),
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
