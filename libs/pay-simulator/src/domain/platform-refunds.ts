import { proportion, reversible, type FundsTransfer } from './funds-transfer.js';
import type { Permissions } from './permissions.js';
import { Refusal } from './refusal.js';
import type { ReversalRequest, Reversals } from './reversals.js';
import type { Sellers } from './sellers.js';
import { isPayment, refundable, TransactionType, type Transaction } from './transaction.js';
import type { Transactions } from './transactions.js';
import type { Transfers } from './transfers.js';
import { requireTransfersAllowed } from './wallet-transfers.js';
import type { Wallets } from './wallets.js';

/** What goes back with a refund. */
export interface RefundFlags {
  /** The seller's share of the order's automatic transfer, to the platform. */
  readonly reverseTransfers: boolean;
  /** The platform's fee, to the seller. */
  readonly refundPlatformFee: boolean;
}

/** What a refund moves between the platform and one seller. */
interface Share {
  readonly transfer: FundsTransfer;
  readonly back: number;
  readonly fee: number;
}

/** Refunds of a platform: the customer's money, and in proportion the seller's share and the platform's fee. All or nothing. */
export class PlatformRefunds {
  constructor(
    private readonly transactions: Transactions,
    private readonly reversals: Reversals,
    private readonly transfers: Transfers,
    private readonly sellers: Sellers,
    private readonly wallets: Wallets,
    private readonly permissions: Permissions,
  ) {}

  /**
   * Gives a payment back.
   *
   * @param request an amount of 0 is all that is left (inferred from the documented sample).
   * @returns the new transaction that gives the money back.
   * @throws Refusal 403 refunds or transfers are off, 404 unknown, 400 not possible, 452 the platform's or the seller's balance is too low.
   */
  refund(id: string, { amount = 0, ...request }: ReversalRequest, flags: RefundFlags): Transaction {
    if (flags.reverseTransfers || flags.refundPlatformFee) requireTransfersAllowed(this.permissions);
    const payment = this.transactions.get(id);
    const left = payment.type === TransactionType.CardPreauth ? payment.amount : refundable(payment);
    if (isPayment(payment) && left === 0)
      throw new Refusal(400, 'The transaction is already refunded or voided');
    const refunded = amount === 0 ? left : amount;
    const shares = refunded > left ? [] : this.sharesOf(payment, refunded, flags);
    this.requireBalances(payment, refunded, shares);
    const refund = this.reversals.cancel(id, { ...request, amount: refunded });
    for (const { transfer, back, fee } of shares) {
      // The fee first: the seller may need it to give its share back.
      if (fee > 0) this.transfers.giveFeeBack(transfer, fee);
      if (back > 0) this.transfers.takeBack(this.transfers.get(transfer.id), back);
    }
    return refund;
  }

  /** Only what the service split by itself: a split by the platform's own transfers it takes back itself (the contract's flows). */
  private sharesOf(payment: Transaction, refunded: number, flags: RefundFlags): readonly Share[] {
    const part = (amount: number): number => proportion(amount, payment, refunded);
    return this.transfers
      .ofPayment(payment.id)
      .filter(({ isAutomatic }) => isAutomatic)
      .map((transfer) => ({
        transfer,
        back: flags.reverseTransfers ? Math.min(part(transfer.amount), reversible(transfer)) : 0,
        fee: flags.refundPlatformFee ? Math.min(part(transfer.agreedFee), transfer.fee) : 0,
      }));
  }

  private requireBalances(payment: Transaction, refunded: number, shares: readonly Share[]): void {
    const moved = shares.filter(({ transfer }) => transfer.executedAt !== null);
    const fees = moved.reduce((sum, { fee }) => sum + fee, 0);
    const own = payment.clearedAt === null ? fees : refunded + fees;
    const { available } = this.wallets.balance(this.wallets.primary);
    if (own > 0 && available < BigInt(own))
      throw new Refusal(452, 'Insufficient balance of the platform account');
    for (const { transfer, back, fee } of moved) {
      if (this.sellers.balance(transfer.accountId).available + BigInt(fee) < BigInt(back))
        throw new Refusal(452, 'Insufficient balance of the connected account');
    }
  }
}
