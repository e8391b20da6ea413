import { nextAthensMidnight } from './athens-time.js';
import type { SimulatorClock } from './clock.js';
import type { Ids } from './ids.js';
import type { PublishEvent } from './events.js';
import { reversible, type FundsTransfer } from './funds-transfer.js';
import { MovementSubType, type ServiceWallet } from './movement.js';
import type { Order } from './order.js';
import type { Permissions } from './permissions.js';
import { Refusal } from './refusal.js';
import type { Sellers } from './sellers.js';
import { isPayment, TransactionType, type Transaction } from './transaction.js';
import type { Transactions } from './transactions.js';
import { requireTransfersAllowed } from './wallet-transfers.js';
import type { Wallets } from './wallets.js';

/** What a platform asks to be sent; amount in minor units. */
export interface SendFundsTerms {
  readonly accountId: string;
  readonly amount: number;
  readonly description: string;
  /** The customer's payment behind it. */
  readonly paymentId: string | null;
}

/** What the parts of a new transfer have in common. */
type NewTransfer = Pick<FundsTransfer, 'accountId' | 'amount' | 'paymentId' | 'description'> &
  Partial<Pick<FundsTransfer, 'parentId' | 'to' | 'fee' | 'isAutomatic'>>;

/** Transfers of a platform's funds to its sellers and back. What belongs to a payment waits until that has settled. */
export class Transfers {
  private readonly byId = new Map<string, FundsTransfer>();

  constructor(
    private readonly clock: SimulatorClock,
    private readonly ids: Ids,
    private readonly sellers: Sellers,
    private readonly transactions: Transactions,
    private readonly wallets: Wallets,
    private readonly permissions: Permissions,
    private readonly publish: PublishEvent,
  ) {}

  /**
   * Sends funds: at once, or when the payment settles.
   *
   * @throws Refusal 403 transfers are switched off, 404 unknown seller or payment, 400 the payment does not bring that much,
   * 452 the platform's balance is too low.
   */
  send({ accountId, amount, description, paymentId }: SendFundsTerms): FundsTransfer {
    requireTransfersAllowed(this.permissions);
    const wallet = this.sellers.walletOf(accountId);
    const payment = paymentId === null ? undefined : this.payment(paymentId, amount);
    const isWaiting = payment?.clearedAt === null;
    if (!isWaiting) this.requireBalance(this.platform, amount);
    const transfer = this.create({
      accountId: wallet.connectedAccountId ?? accountId,
      amount,
      description,
      paymentId: payment?.id ?? null,
    });
    return this.announced(isWaiting ? transfer : this.execute(transfer, amount));
  }

  /** Makes the automatic transfer of a paid order: with its first payment or the capture, not with later charges of a series. */
  sendOfOrder(payment: Transaction, { transfer, code }: Order): void {
    const isFirst = payment.parentId === null || payment.type === TransactionType.CardCapture;
    if (!transfer || !isFirst || !isPayment(payment)) return;
    // The issuer may authorise less than the order asks.
    const amount = Math.min(transfer.amount ?? payment.amount, payment.amount);
    this.announced(
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

  /** Runs what waited for a payment, now that it has settled. */
  settle(payment: Transaction): void {
    for (const transfer of this.ofPayment(payment.id)) if (transfer.parentId === null) this.run(transfer.id);
  }

  /**
   * Takes a transfer back, or cancels what of it has not run.
   *
   * @param amount absent: all that is left of it.
   * @throws Refusal 403 transfers are switched off, 404 unknown, 400 more than is left, 452 the seller's balance is too low.
   */
  reverse(id: string, amount?: number): FundsTransfer {
    requireTransfersAllowed(this.permissions);
    const transfer = this.get(id);
    const left = reversible(transfer);
    const back = amount ?? left;
    if (left === 0 || back > left)
      throw refuse(`amount: expected at most ${left}, what is left to take back of the transfer`);
    if (transfer.executedAt !== null) this.requireBalance(this.sellers.walletOf(transfer.accountId), back);
    return this.takeBack(transfer, back);
  }

  /** Takes a part back that was checked before. */
  takeBack(transfer: FundsTransfer, amount: number): FundsTransfer {
    this.save({ ...transfer, reversed: transfer.reversed + amount });
    return this.after(transfer, amount, 'platform', `Reversal - ${transfer.description}`);
  }

  /** Gives a part of the platform's fee back to the seller; while the transfer waits, less becomes due. Checked before. */
  giveFeeBack(transfer: FundsTransfer, amount: number): FundsTransfer {
    this.save({ ...transfer, fee: transfer.fee - amount });
    return this.after(transfer, amount, 'seller', `Platform fee returned - ${transfer.description}`);
  }

  /** The transfer. @throws Refusal 404 when there is none with that id. */
  get(id: string): FundsTransfer {
    const transfer = this.byId.get(id.toLowerCase());
    if (!transfer) throw new Refusal(404, 'Transfer was not found', 0, 404);
    return transfer;
  }

  /** Every transfer and reversal, oldest first. */
  list(): readonly FundsTransfer[] {
    return [...this.byId.values()];
  }

  ofPayment(paymentId: string): readonly FundsTransfer[] {
    return this.list().filter((transfer) => transfer.paymentId === paymentId);
  }

  reset(): void {
    this.byId.clear();
  }

  private get platform(): ServiceWallet {
    return this.wallets.primary;
  }

  /** The payment, when it still brings that much beyond what is sent of it already (inferred: nobody is paid from it twice). */
  private payment(id: string, amount: number): Transaction {
    const payment = this.transactions.find(id);
    if (!payment) throw new Refusal(404, 'Transaction was not found', 0, 404);
    if (!isPayment(payment) || /^[EX]$/.test(payment.status))
      throw refuse('transactionId: expected a payment that took money');
    if (payment.currencyCode !== this.platform.currencyCode)
      throw refuse("transactionId: expected a payment in the platform's currency");
    const sent = this.ofPayment(payment.id).reduce((sum, transfer) => sum + reversible(transfer), 0);
    const left = payment.amount - payment.refunded - sent;
    if (amount > left) throw refuse(`amount: expected at most ${Math.max(left, 0)}, what the payment leaves`);
    return payment;
  }

  /** Runs a waiting transfer, less what was taken back meanwhile. Without the balance for it, it is tried again each night. */
  private run(id: string): void {
    const transfer = this.byId.get(id);
    if (!transfer || transfer.executedAt !== null) return;
    const due = reversible(transfer);
    if (due === 0) return;
    if (this.wallets.balance(this.platform).available < BigInt(due)) {
      this.clock.schedule(nextAthensMidnight(this.clock.now()), () => this.run(id));
      return;
    }
    const { accountId, description, fee } = this.execute(transfer, due);
    const kept = Math.min(fee, due);
    this.save({ ...this.get(id), fee: kept });
    if (kept > 0)
      this.move(this.sellers.walletOf(accountId), this.platform, kept, `Platform fee - ${description}`);
  }

  private execute(transfer: FundsTransfer, amount: number): FundsTransfer {
    const { accountId, description, to } = transfer;
    const seller = this.sellers.walletOf(accountId);
    const [from, target] = to === 'seller' ? [this.platform, seller] : [seller, this.platform];
    const { debit, credit } = this.move(from, target, amount, description);
    return this.save({
      ...transfer,
      executedAt: this.clock.now(),
      debitId: debit.id,
      creditId: credit.id,
    });
  }

  private move(from: ServiceWallet, to: ServiceWallet, amount: number, description: string) {
    return this.wallets.move(from, to, amount, { subTypeId: MovementSubType.WalletToWallet, description });
  }

  /** What follows a transfer: it moves money where that one has. */
  private after(
    parent: FundsTransfer,
    amount: number,
    to: FundsTransfer['to'],
    description: string,
  ): FundsTransfer {
    const { accountId, paymentId, executedAt } = parent;
    const following = this.create({ accountId, paymentId, amount, to, description, parentId: parent.id });
    return this.announced(executedAt === null ? following : this.execute(following, amount));
  }

  private create(terms: NewTransfer): FundsTransfer {
    return this.save({
      parentId: null,
      to: 'seller',
      fee: 0,
      isAutomatic: false,
      ...terms,
      agreedFee: terms.fee ?? 0,
      id: this.ids.uuid(),
      createdAt: this.clock.now(),
      executedAt: null,
      debitId: null,
      creditId: null,
      reversed: 0,
    });
  }

  private announced(transfer: FundsTransfer): FundsTransfer {
    const target = transfer.to === 'seller' ? this.sellers.walletOf(transfer.accountId) : this.platform;
    this.publish({ type: 'funds-transfer-created', funds: transfer, target });
    return transfer;
  }

  private requireBalance(wallet: ServiceWallet, amount: number): void {
    if (this.wallets.balance(wallet).available < BigInt(amount))
      throw new Refusal(452, 'Insufficient balance', 0, 452);
  }

  private save(transfer: FundsTransfer): FundsTransfer {
    this.byId.set(transfer.id, transfer);
    return transfer;
  }
}

const refuse = (text: string): Refusal => new Refusal(400, text, 0, 400);
