import type { MerchantCore } from './merchant-core.js';
import { nextAthensMidnight } from './athens-time.js';
import { NEW_TRANSFER, reversibleAmount, type FundsTransfer } from './funds-transfer.js';
import type { ServiceWallet } from './movement.js';
import type { Order } from './order.js';
import { Records } from './records.js';
import { refusal } from './refusal.js';
import type { Sellers } from './sellers.js';
import { isPayment, TransactionType, type Transaction } from './transaction.js';
import { PlannedWork } from './planned-work.js';
import { Table } from './table.js';

/** Details of a transfer to a seller. */
type SendFundsDetails = Pick<FundsTransfer, 'accountId' | 'amount' | 'paymentId' | 'description'>;

/** Details of a new transfer. */
type NewTransfer = SendFundsDetails & Partial<Pick<FundsTransfer, 'parentId' | 'to' | 'fee' | 'isAutomatic'>>;

/** Transfers between a platform and its sellers. A transfer that belongs to a payment waits until the payment clears. */
export class Transfers extends Records<FundsTransfer> {
  private readonly planned = new PlannedWork<string>('plannedTransfers', this.core.clock, (id) =>
    this.executePending(id),
  );

  constructor(private readonly core: MerchantCore & { sellers: Sellers }) {
    super(new Table<FundsTransfer>('transfers'), () => refusal(404, 'Transfer was not found'));
  }

  /**
   * Sends funds immediately, or when the payment clears.
   *
   * @throws Refusal 403 if transfers are off, 404 for an unknown seller or payment, 400 if the amount exceeds the remaining amount
   * of the payment, 452 if the platform's balance is too low.
   */
  send({ accountId, amount, description, paymentId }: SendFundsDetails): FundsTransfer {
    this.core.permissions.requireTransfers();
    const wallet = this.core.sellers.walletOf(accountId);
    const payment = paymentId === null ? undefined : this.getFundingPayment(paymentId, amount);
    const isWaiting = payment?.clearedAt === null;
    if (!isWaiting) this.requireBalance(this.platform, amount);
    const transfer = this.create({
      accountId: wallet.connectedAccountId ?? accountId,
      amount,
      description,
      paymentId: payment?.id ?? null,
    });
    return this.publishCreated(isWaiting ? transfer : this.execute(transfer, amount));
  }

  /** Creates the automatic transfer of a paid order, for its first payment or its capture. Recurring charges create none. */
  createForOrder(payment: Transaction, { transfer, code }: Order): void {
    const isFirst = payment.parentId === null || payment.type === TransactionType.CardCapture;
    if (!transfer || !isFirst || !isPayment(payment)) return;
    // The issuer may authorize less than the amount of the order.
    const amount = Math.min(transfer.amount ?? payment.amount, payment.amount);
    this.publishCreated(
      this.create({
        accountId: transfer.accountId,
        amount,
        fee: Math.min(transfer.platformFee, amount),
        isAutomatic: true,
        description: `order ${code}`,
        paymentId: payment.id,
      }),
    );
  }

  /** Executes the transfers that waited for a payment to clear. */
  executeForPayment(payment: Transaction): void {
    for (const transfer of this.ofPayment(payment.id))
      if (transfer.parentId === null) this.executePending(transfer.id);
  }

  /**
   * Reverses a transfer, or cancels the part that is not executed.
   *
   * @param amount - Amount in minor units. @default the remaining amount
   * @throws Refusal 403 if transfers are off, 404 for an unknown transfer, 400 if the amount exceeds the remaining amount,
   * 452 if the seller's balance is too low.
   */
  reverse(id: string, amount?: number): FundsTransfer {
    this.core.permissions.requireTransfers();
    const transfer = this.get(id);
    const remaining = reversibleAmount(transfer);
    const reversed = amount ?? remaining;
    if (remaining === 0 || reversed > remaining)
      throw refusal(400, `amount: expected at most ${remaining}, the remaining amount of the transfer`);
    if (transfer.executedAt !== null)
      this.requireBalance(this.core.sellers.walletOf(transfer.accountId), reversed);
    return this.applyReversal(transfer, reversed);
  }

  /** Reverses a part of a transfer. The caller validates the amount. */
  applyReversal(transfer: FundsTransfer, amount: number): FundsTransfer {
    this.save({ ...transfer, reversed: transfer.reversed + amount });
    return this.createFollowing(transfer, amount, 'platform', 'Reversal');
  }

  /** Returns a part of the platform's fee to the seller. For a waiting transfer, it reduces the fee. The caller validates the amount. */
  returnFee(transfer: FundsTransfer, amount: number): FundsTransfer {
    this.save({ ...transfer, fee: transfer.fee - amount });
    return this.createFollowing(transfer, amount, 'seller', 'Platform fee returned');
  }

  ofPayment(paymentId: string): readonly FundsTransfer[] {
    return this.list().filter((transfer) => transfer.paymentId === paymentId);
  }

  private get platform(): ServiceWallet {
    return this.core.wallets.primary;
  }

  /** Returns a payment that covers the amount beside its other transfers, refunds and disputes (inferred). */
  private getFundingPayment(id: string, amount: number): Transaction {
    const payment = this.core.transactions.find(id);
    if (!payment) throw refusal(404, 'Transaction was not found');
    if (!isPayment(payment) || /^(E|X|ML)$/.test(payment.status))
      throw refusal(400, 'transactionId: expected a successful payment');
    if (payment.currencyCode !== this.platform.currencyCode)
      throw refusal(400, "transactionId: expected a payment in the platform's currency");
    const sent = this.ofPayment(payment.id).reduce((sum, transfer) => sum + reversibleAmount(transfer), 0);
    const remaining = payment.amount - payment.refunded - sent;
    if (amount > remaining)
      throw refusal(
        400,
        `amount: expected at most ${Math.max(remaining, 0)}, the remaining amount of the payment`,
      );
    return payment;
  }

  /** Executes a waiting transfer, less its reversals. If the balance is too low, it is tried again each midnight. */
  private executePending(id: string): void {
    const transfer = this.records.get(id);
    if (!transfer || transfer.executedAt !== null) return;
    const due = reversibleAmount(transfer);
    if (due === 0) return;
    if (this.core.wallets.balance(this.platform).available < BigInt(due)) {
      this.planned.plan(id, nextAthensMidnight(this.core.clock.now()), id);
      return;
    }
    const { accountId, description, fee } = this.execute(transfer, due);
    const kept = Math.min(fee, due);
    this.save({ ...this.get(id), fee: kept });
    if (kept > 0)
      this.core.wallets.move(this.core.sellers.walletOf(accountId), this.platform, kept, {
        description: `Platform fee - ${description}`,
      });
  }

  private execute(transfer: FundsTransfer, amount: number): FundsTransfer {
    const { accountId, description, to } = transfer;
    const seller = this.core.sellers.walletOf(accountId);
    const [from, target] = to === 'seller' ? [this.platform, seller] : [seller, this.platform];
    const { debit, credit } = this.core.wallets.move(from, target, amount, { description });
    return this.save({
      ...transfer,
      executedAt: this.core.clock.now(),
      debitId: debit.id,
      creditId: credit.id,
    });
  }

  /** Creates a transfer that follows another one. It moves money if the other one was executed. */
  private createFollowing(
    parent: FundsTransfer,
    amount: number,
    to: FundsTransfer['to'],
    reason: string,
  ): FundsTransfer {
    const { id: parentId, accountId, paymentId, executedAt } = parent;
    const description = `${reason} - ${parent.description}`;
    const following = this.create({ accountId, paymentId, amount, to, description, parentId });
    return this.publishCreated(executedAt === null ? following : this.execute(following, amount));
  }

  private create(details: NewTransfer): FundsTransfer {
    return this.save({
      ...NEW_TRANSFER,
      ...details,
      agreedFee: details.fee ?? 0,
      id: this.core.ids.uuid(),
      createdAt: this.core.clock.now(),
    });
  }

  private publishCreated(transfer: FundsTransfer): FundsTransfer {
    const target = transfer.to === 'seller' ? this.core.sellers.walletOf(transfer.accountId) : this.platform;
    this.core.publish({ type: 'funds-transfer-created', funds: transfer, target });
    return transfer;
  }

  private requireBalance(wallet: ServiceWallet, amount: number): void {
    if (this.core.wallets.balance(wallet).available < BigInt(amount))
      throw refusal(452, 'Insufficient balance');
  }

  private save(transfer: FundsTransfer): FundsTransfer {
    return this.records.put(transfer.id, transfer);
  }
}
