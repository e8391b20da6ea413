import { PERMISSION_OFF_TEXT } from './contract.generated.js';
import { derivedTransaction, type DerivedTexts } from './derived-transaction.js';
import type { PublishEvent } from './events.js';
import type { Orders } from './orders.js';
import type { Permissions, PermissionSwitches } from './permissions.js';
import { Refusal } from './refusal.js';
import type { Sources } from './sources.js';
import { isPayment, refundable, TransactionType, type Transaction } from './transaction.js';
import type { NewTransaction, Transactions } from './transactions.js';
import type { Wallet } from './wallet.js';

/** Card schemes that take money sent to a card. @see contract/transactions.json transactions.fastRefund */
const RECEIVING_SCHEMES: ReadonlySet<string> = new Set(['Visa', 'Mastercard', 'Maestro']);
/** ServiceId of a fast refund in its webhook, and of what an OCT call asks for. @see contract/transactions.json enums.ServiceId */
export const ServiceId = { Oct: 6, Payout: 14, FastRefund: 19 } as const;
/** Event id of an original credit that the receiving side refused. @see contract/transactions.json enums.EventId */
const OCT_REFUSED_EVENT = 311;

/** What a merchant asks to send to the card of an earlier payment. */
export interface DisbursementRequest extends DerivedTexts {
  /** Whole minor units. */
  readonly amount: number;
  readonly currencyCode?: string;
}

/** Sends money to the card of an earlier payment: rebates, fast refunds, original credits and pay-outs. */
export class Disbursements {
  constructor(
    private readonly orders: Orders,
    private readonly transactions: Transactions,
    private readonly wallet: Wallet,
    private readonly permissions: Permissions,
    private readonly sources: Sources,
    private readonly publish: PublishEvent,
  ) {}

  /**
   * Sends money without giving the payment back: its amount does not bound it.
   *
   * @throws Refusal 403 not enabled or no payment, 404 unknown, 422 scheme not eligible, 452 balance too low.
   */
  rebate(id: string, request: DisbursementRequest): Transaction {
    const payment = this.receiver(id, request, 'allowRebates');
    this.wallet.disburse(payment, request.amount);
    return this.write(payment, request, { type: TransactionType.CardOct, amount: -request.amount });
  }

  /**
   * Gives a part of the payment back within minutes.
   *
   * @throws Refusal as `rebate`, and 400 when less than the amount is left to give back.
   */
  fastRefund(id: string, request: DisbursementRequest): Transaction {
    const payment = this.receiver(id, request, 'allowFastRefunds');
    const { amount } = request;
    if (amount > refundable(payment))
      throw new Refusal(400, 'The amount exceeds what is left of the payment');
    if (payment.clearedAt === null) this.wallet.refundPending(payment, amount);
    else this.wallet.refund(payment, amount);
    this.transactions.noteRefund(payment.id, amount);
    return this.write(payment, request, {
      type: TransactionType.CardRefund,
      amount: -amount,
      serviceId: ServiceId.FastRefund,
    });
  }

  /**
   * Sends an original credit or a pay-out. One to a card that takes none fails as a transaction, with event id 311.
   *
   * @throws Refusal 403 not enabled, 404 unknown, 400 no payment or another currency, 452 balance too low.
   */
  payOut(
    id: string,
    serviceId: typeof ServiceId.Oct | typeof ServiceId.Payout,
    request: DisbursementRequest,
  ): Transaction {
    if (!this.permissions.get().allowOctAndPayouts)
      throw new Refusal(403, 'OCT is disabled for the merchant');
    const payment = this.transactions.get(id);
    if (!isPayment(payment) || payment.card === null || payment.status === 'E')
      throw new Refusal(400, 'The transaction is no payment with a card');
    this.checkRequest(payment, request);
    const type = serviceId === ServiceId.Oct ? TransactionType.CardOct : TransactionType.CardPayout;
    const own = { type, amount: -request.amount, serviceId };
    if (!RECEIVING_SCHEMES.has(payment.card.scheme)) {
      return this.transactions.create(
        derivedTransaction(payment, request, { ...own, status: 'E', eventId: OCT_REFUSED_EVENT }),
      );
    }
    this.wallet.disburse(payment, request.amount);
    return this.write(payment, request, own);
  }

  private receiver(
    id: string,
    request: DisbursementRequest,
    permission: keyof PermissionSwitches,
  ): Transaction {
    if (!this.permissions.get()[permission]) throw new Refusal(403, PERMISSION_OFF_TEXT);
    const payment = this.transactions.get(id);
    if (!isPayment(payment) || payment.card === null || payment.status === 'E')
      throw new Refusal(403, 'The transaction is not eligible: it is no payment with a card');
    if (!RECEIVING_SCHEMES.has(payment.card.scheme))
      throw new Refusal(422, `The card scheme ${payment.card.scheme} is not eligible`);
    this.checkRequest(payment, request);
    return payment;
  }

  private checkRequest(payment: Transaction, { sourceCode, currencyCode }: DisbursementRequest): void {
    if (currencyCode !== undefined && currencyCode !== payment.currencyCode) {
      throw new Refusal(
        400,
        `currencyCode: expected ${payment.currencyCode}, the currency of the transaction`,
      );
    }
    if (sourceCode !== undefined) this.sources.usable(sourceCode);
  }

  private write(
    payment: Transaction,
    request: DisbursementRequest,
    own: Pick<NewTransaction, 'type' | 'amount' | 'serviceId'>,
  ): Transaction {
    const transaction = this.transactions.create(derivedTransaction(payment, request, own));
    this.publish({ type: 'reversal-created', transaction, order: this.orders.get(payment.orderCode) });
    return transaction;
  }
}
