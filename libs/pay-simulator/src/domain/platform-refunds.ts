import type { MerchantCore } from './merchant-core.js';
import { proportion, reversibleAmount, type FundsTransfer } from './funds-transfer.js';
import { Refusal } from './refusal.js';
import type { ReversalRequest, Reversals } from './reversals.js';
import type { Sellers } from './sellers.js';
import { isDisputed, isPayment, refundableAmount, TransactionType, type Transaction } from './transaction.js';
import type { Transfers } from './transfers.js';

/** Options of a platform's refund. */
interface RefundFlags {
  /** Whether the seller's share of the order's automatic transfer goes back to the platform. */
  readonly reverseTransfers: boolean;
  /** Whether the platform's fee goes back to the seller. */
  readonly refundPlatformFee: boolean;
}

/** Amounts that a refund moves between the platform and a seller. */
interface Share {
  readonly transfer: FundsTransfer;
  readonly reversed: number;
  readonly fee: number;
}

/** Refunds payments of a platform, with the proportional shares of the seller and the platform's fee. A refund is made in full or not at all. */
export class PlatformRefunds {
  constructor(
    private readonly core: MerchantCore & { reversals: Reversals; sellers: Sellers; transfers: Transfers },
  ) {}

  /**
   * Refunds a payment.
   *
   * @param request - An amount of 0 refunds the remaining amount (inferred from the documented sample).
   * @returns The refund as a new transaction.
   * @throws Refusal 403 if refunds or transfers are off, 404 for an unknown transaction, 400 for an invalid amount, 452 if the
   * balance of the platform or the seller is too low.
   */
  refund(id: string, { amount = 0, ...request }: ReversalRequest, flags: RefundFlags): Transaction {
    if (flags.reverseTransfers || flags.refundPlatformFee) this.core.permissions.requireTransfers();
    const payment = this.core.transactions.get(id);
    const remaining =
      payment.type === TransactionType.CardPreauth ? payment.amount : refundableAmount(payment);
    if (isPayment(payment) && remaining === 0)
      throw new Refusal(
        400,
        isDisputed(payment) ? 'The payment is disputed' : 'The transaction is already refunded or voided',
      );
    const refunded = amount === 0 ? remaining : amount;
    const shares = refunded > remaining ? [] : this.sharesOf(payment, refunded, flags);
    this.requireBalances(payment, refunded, shares);
    const refund = this.core.reversals.cancel(id, { ...request, amount: refunded });
    for (const { transfer, reversed, fee } of shares) {
      // The fee goes first, because the seller may need it to return its share.
      if (fee > 0) this.core.transfers.returnFee(transfer, fee);
      if (reversed > 0) this.core.transfers.applyReversal(this.core.transfers.get(transfer.id), reversed);
    }
    return refund;
  }

  /** Returns the shares of automatic transfers. A platform reverses transfers that it sent itself. */
  private sharesOf(payment: Transaction, refunded: number, flags: RefundFlags): readonly Share[] {
    const part = (amount: number): number => proportion(amount, payment, refunded);
    return this.core.transfers
      .ofPayment(payment.id)
      .filter(({ isAutomatic }) => isAutomatic)
      .map((transfer) => ({
        transfer,
        reversed: flags.reverseTransfers ? Math.min(part(transfer.amount), reversibleAmount(transfer)) : 0,
        fee: flags.refundPlatformFee ? Math.min(part(transfer.agreedFee), transfer.fee) : 0,
      }));
  }

  private requireBalances(payment: Transaction, refunded: number, shares: readonly Share[]): void {
    const moved = shares.filter(({ transfer }) => transfer.executedAt !== null);
    const fees = moved.reduce((sum, { fee }) => sum + fee, 0);
    const needed = payment.clearedAt === null ? fees : refunded + fees;
    const { available } = this.core.wallets.balance(this.core.wallets.primary);
    if (needed > 0 && available < BigInt(needed))
      throw new Refusal(452, 'Insufficient balance of the platform account');
    for (const { transfer, reversed, fee } of moved) {
      if (this.core.sellers.balance(transfer.accountId).available + BigInt(fee) < BigInt(reversed))
        throw new Refusal(452, 'Insufficient balance of the connected account');
    }
  }
}
