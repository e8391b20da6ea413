import type { MerchantBasics } from './merchant-basics.js';
import { majorUnits } from './currencies.js';
import type { MovementReason, NewBooking, NewStatementLine } from './ledger.js';
import { MovementSubType } from './contract.generated.js';
import { Refusal } from './refusal.js';
import { TransactionType, type Transaction } from './transaction.js';

/** The merchant's wallet. Payments arrive when they clear, and refunds of cleared payments are paid from the balance. */
export class Wallet {
  constructor(private readonly core: MerchantBasics) {
    this.reset();
  }

  /** Returns the available balance in minor units. */
  balance(currencyCode = this.core.account.currencyCode): bigint {
    return this.core.books.balance('wallet', currencyCode);
  }

  /** Returns the commission on an amount in minor units, rounded down. */
  commission(amount: number): number {
    return Number((BigInt(amount) * BigInt(this.core.account.commissionBasisPoints)) / 10_000n);
  }

  /** Posts a payment, which is pending until it clears. */
  charge(payment: Transaction): void {
    this.bookPending(`payment ${payment.id}`, payment, 1);
  }

  /** Voids a payment with its commission. */
  void(payment: Transaction): void {
    this.bookPending(`void of ${payment.id}`, payment, -1);
  }

  /**
   * Clears a payment. Its amount less refunds moves to the wallet, less the fees of the service and the ISV. The statement has a line
   * for the gross amount and one for each deduction.
   */
  clear(payment: Transaction): void {
    const { id, amount, commission, refunded } = payment;
    const { pending, clearance, fee } = accountsOf(payment);
    const share = isvFee(payment) - isvFeeReturned(payment, refunded);
    const rest = amount - refunded - commission - share;
    const text = `clearance of ${id}`;
    this.book(text, payment, { [pending]: -rest, wallet: rest, isvPending: -share, isvWallet: share }, [
      saleLine(amount, clearance, text, id),
      saleLine(-refunded, clearance, `clearance of the refunds of ${id}`, id),
      saleLine(-commission, fee, `fee of ${id}`, id),
      saleLine(-share, fee, `ISV fee of ${id}`, id),
    ]);
  }

  /**
   * Refunds a part of a payment, with the ISV's share of it: from the pending amount until the payment clears, then from the balances.
   *
   * @throws Refusal 452 if the merchant's balance is too low.
   */
  refund(payment: Transaction, amount: number): void {
    const { payer, pending, refund } = accountsOf(payment);
    const fee = feeOfRefund(payment, payment.refunded, amount);
    const text = `refund of ${payment.id}`;
    if (payment.clearedAt !== null) this.payFromBalance(text, payment, amount, refund, fee);
    else this.book(text, payment, { [pending]: fee - amount, isvPending: -fee, [payer]: amount });
  }

  /** Sends money to the card of a payment without a refund. @throws Refusal 452 if the balance is too low. */
  disburse(payment: Transaction, amount: number): void {
    const text = `disbursement to the card of ${payment.id}`;
    this.payFromBalance(text, payment, amount, MovementSubType.PayOutCard);
  }

  /** Cancels a disbursement. The money returns to the balance. */
  cancelDisbursement(disbursement: Transaction, amount: number): void {
    const { id } = disbursement;
    const text = `cancellation of ${id}`;
    const lines = [saleLine(amount, MovementSubType.CardRefund, text, id)];
    this.book(text, disbursement, { cardholders: -amount, wallet: amount }, lines);
  }

  /** Cancels a refund. The money returns to the balance or to the pending amount that it came from. */
  cancelRefund(payment: Transaction, { id }: Transaction, amount: number): void {
    const fee = feeOfRefund(payment, payment.refunded - amount, amount);
    const cleared = payment.clearedAt !== null;
    const [to, feeTo] = cleared ? (['wallet', 'isvWallet'] as const) : (['pending', 'isvPending'] as const);
    const text = `cancellation of ${id}`;
    const lines = [saleLine(amount - fee, MovementSubType.CardRefund, text, id, to)];
    this.book(text, payment, { cardholders: -amount, [to]: amount - fee, [feeTo]: fee }, lines);
  }

  /**
   * Moves money from the wallet to the merchant's bank, as a payout does.
   *
   * @param amount - Minor units.
   * @throws Refusal 452 if the balance is too low. @throws RangeError if the amount is not a positive integer.
   */
  withdraw(amount: number, currencyCode = this.core.account.currencyCode): void {
    this.payToBank('payout', amount, currencyCode);
  }

  /**
   * Pays for a purchase with the account's debit card.
   *
   * @param amount - Minor units.
   * @param shop - Shop, street, city, and postal code with country, separated by backslashes.
   * @throws Refusal 452 if the balance is too low. @throws RangeError if the amount is not a positive integer.
   */
  buy(amount: number, shop = 'ACME SUPPLIES\\MAIN STREET 1\\ATHENS\\10434 GRC'): void {
    const reason = { subTypeId: MovementSubType.CardPurchase, description: shop, isInternal: false };
    this.payToBank(`purchase at ${shop}`, amount, this.core.account.currencyCode, reason);
  }

  /**
   * Adds money to the wallet. In the service, its support does this for accounts without payments.
   *
   * @param amount - Minor units.
   * @throws RangeError if the amount is not a positive integer.
   */
  deposit(amount: number, currencyCode = this.core.account.currencyCode): void {
    requireAmount(amount);
    this.book('deposit', { currencyCode }, { equity: -amount, wallet: amount });
  }

  /**
   * Holds what is not refunded of a disputed payment, or releases it again. The available balance can become negative (inferred).
   *
   * @param sign - 1 holds, -1 releases.
   */
  holdDisputed(payment: Transaction, sign: 1 | -1): void {
    const held = sign * (payment.amount - payment.refunded);
    this.book(`dispute of ${payment.id}`, payment, { wallet: -held, reserved: held });
  }

  /**
   * Pays the held amount of a lost dispute to the cardholder, with the ISV's share of it, and the fee to the service. The statement has
   * a line for the amount and one for the fee (inferred).
   */
  chargeBack(payment: Transaction): void {
    const { id, refunded } = payment;
    const { chargebackFee: fee } = this.core.account;
    const amount = payment.amount - refunded;
    const share = feeOfRefund(payment, refunded, amount);
    const text = `chargeback of ${id}`;
    const paid = { reserved: -amount, cardholders: amount, wallet: share - fee, isvWallet: -share };
    this.book(text, payment, { ...paid, commission: fee }, [
      saleLine(share - amount, MovementSubType.ManualChargeback, text, id),
      saleLine(-fee, MovementSubType.ChargebackFee, `fee for the ${text}`, id),
    ]);
  }

  /** Posts the opening balance. The ledger must be empty. */
  reset(): void {
    const { currencyCode, openingBalance: opening } = this.core.account;
    if (opening === 0) return;
    const entries = { equity: -opening, wallet: opening };
    this.core.books.book({ text: 'opening balance', currencyCode, entries, isOpening: true });
  }

  private bookPending(text: string, payment: Transaction, sign: 1 | -1): void {
    const { payer, pending } = accountsOf(payment);
    const [amount, commission, isvPending] = [payment.amount, payment.commission, isvFee(payment)].map(
      (part) => sign * part,
    ) as [number, number, number];
    const rest = amount - commission - isvPending;
    this.book(text, payment, { [payer]: -amount, [pending]: rest, commission, isvPending });
  }

  private payFromBalance(
    text: string,
    payment: Transaction,
    amount: number,
    subTypeId: number,
    isvPart = 0,
  ): void {
    const { currencyCode, id } = payment;
    const own = amount - isvPart;
    const available = this.balance(currencyCode);
    this.requireBalance(
      own,
      currencyCode,
      `: the available balance is ${majorUnits(available, currencyCode).text}`,
    );
    const entries = { wallet: -own, isvWallet: -isvPart, [accountsOf(payment).payer]: amount };
    this.book(text, payment, entries, [saleLine(-own, subTypeId, text, id)]);
  }

  private payToBank(text: string, amount: number, currencyCode: string, reason?: MovementReason): void {
    requireAmount(amount);
    this.requireBalance(amount, currencyCode);
    const lines = reason && [{ account: 'wallet', amount: -amount, reason } as const];
    this.book(text, { currencyCode }, { wallet: -amount, bank: amount }, lines);
  }

  /** @throws Refusal 452 if the balance is too low. */
  private requireBalance(amount: number, currencyCode: string, details = ''): void {
    if (this.balance(currencyCode) < BigInt(amount))
      throw new Refusal(452, `Insufficient wallet balance${details}`);
  }

  private book(
    text: string,
    { currencyCode }: Pick<Transaction, 'currencyCode'>,
    entries: NewBooking['entries'],
    statementLines?: readonly NewStatementLine[],
  ): void {
    this.core.books.book({ text, currencyCode, entries, statementLines });
  }
}

/** Returns the line of the statement for a movement that belongs to a customer's payment. */
function saleLine(
  amount: number,
  subTypeId: number,
  description: string,
  saleTransactionId: string,
  account: NewStatementLine['account'] = 'wallet',
): NewStatementLine {
  return { account, amount, reason: { subTypeId, description, isInternal: false, saleTransactionId } };
}

/** @throws RangeError if an amount of money is not a positive integer. */
function requireAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new RangeError('amount: expected whole minor units above 0');
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

/** Returns the ledger accounts and movement types of a payment. Cash clears separately from cards. */
function accountsOf({ type }: Transaction): typeof CARDS | typeof CASH {
  return type === TransactionType.Cash ? CASH : CARDS;
}

function isvFee({ isv }: Transaction): number {
  return isv?.amount ?? 0;
}

/**
 * Returns how much of the ISV's fee is returned for a refunded amount: proportional, rounded down, so that the last refund
 * returns the rest. The reversal of the fee is documented; the share for a partial refund is inferred.
 */
function isvFeeReturned(payment: Transaction, refunded: number): number {
  return payment.amount === 0
    ? 0
    : Number((BigInt(isvFee(payment)) * BigInt(refunded)) / BigInt(payment.amount));
}

/** Returns the ISV's part of a refund that follows earlier refunds. */
function feeOfRefund(payment: Transaction, before: number, amount: number): number {
  return isvFeeReturned(payment, before + amount) - isvFeeReturned(payment, before);
}
