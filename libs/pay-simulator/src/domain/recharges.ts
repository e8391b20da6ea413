import { PERMISSION_OFF_TEXT } from './contract.generated.js';
import type { PublishEvent } from './events.js';
import { issuerDecision } from './issuer.js';
import { isvShare, type IsvShare } from './isv-share.js';
import type { Orders } from './orders.js';
import type { Payments } from './payments.js';
import type { Permissions } from './permissions.js';
import { Refusal } from './refusal.js';
import type { Sources } from './sources.js';
import { ThreeDSecure, TransactionType, type Transaction } from './transaction.js';
import type { NewTransaction, Transactions } from './transactions.js';

/** What a merchant asks for on an earlier transaction. Amounts are whole minor units. */
export interface RechargeRequest {
  readonly amount: number;
  readonly tipAmount: number;
  readonly installments: number;
  readonly sourceCode?: string;
  readonly currencyCode?: string;
  readonly customerTrns?: string;
  readonly merchantTrns?: string;
  /** What an ISV says of its share; absent: it has none. */
  readonly isv?: IsvShare;
}

/** Charges without the customer: captures of pre-authorisations and recurring charges; the initial transaction decides which. */
export class Recharges {
  constructor(
    private readonly orders: Orders,
    private readonly transactions: Transactions,
    private readonly payments: Payments,
    private readonly permissions: Permissions,
    private readonly sources: Sources,
    private readonly publish: PublishEvent,
  ) {}

  /**
   * Charges again.
   *
   * @returns the new transaction: F, or E with its event id when the issuer refuses.
   * @throws Refusal 403 permission off or source unusable, 404 unknown, 400 not allowed by the initial transaction.
   */
  charge(initialId: string, request: RechargeRequest): Transaction {
    if (!this.permissions.get().allowRecurringAndCaptures) throw new Refusal(403, PERMISSION_OFF_TEXT);
    const initial = this.transactions.get(initialId);
    if (request.currencyCode !== undefined && request.currencyCode !== initial.currencyCode) {
      throw new Refusal(
        400,
        `currencyCode: expected ${initial.currencyCode}, the currency of the initial transaction`,
      );
    }
    if (request.sourceCode !== undefined) this.sources.usable(request.sourceCode);
    return initial.type === TransactionType.CardPreauth
      ? this.capture(initial, request)
      : this.recur(initial, request);
  }

  /**
   * Holds more on a pre-authorisation: `amount` is added to it.
   *
   * @returns the pre-authorisation itself.
   * @throws Refusal 403 not enabled or source unusable, 404 unknown, 400 no pre-authorisation or no longer held.
   */
  increase(
    preauthId: string,
    { amount, sourceCode, currencyCode }: Pick<RechargeRequest, 'amount' | 'sourceCode' | 'currencyCode'>,
  ): Transaction {
    if (!this.permissions.get().allowPreauthIncreases) throw new Refusal(403, PERMISSION_OFF_TEXT);
    const preauth = this.transactions.get(preauthId);
    if (preauth.type !== TransactionType.CardPreauth || preauth.status !== 'F')
      throw new Refusal(400, 'The transaction is no pre-authorisation that is still held');
    if (currencyCode !== undefined && currencyCode !== preauth.currencyCode) {
      throw new Refusal(
        400,
        `currencyCode: expected ${preauth.currencyCode}, the currency of the pre-authorisation`,
      );
    }
    if (!Number.isSafeInteger(preauth.amount + amount))
      throw new Refusal(400, 'amount: expected a total of at most 2^53 − 1');
    if (sourceCode !== undefined) this.sources.usable(sourceCode);
    return this.transactions.increase(preauth.id, amount);
  }

  private capture(preauth: Transaction, request: RechargeRequest): Transaction {
    if (preauth.status !== 'F') throw new Refusal(400, 'The pre-authorisation is no longer held');
    if (request.amount > preauth.amount) throw new Refusal(400, 'The amount exceeds the authorised amount');
    this.transactions.move(preauth.id, 'C');
    return this.payments.settle(
      this.terms(preauth, request, TransactionType.CardCapture),
      this.orders.get(preauth.orderCode),
    );
  }

  private recur(initial: Transaction, request: RechargeRequest): Transaction {
    if (!initial.recurringSupport || initial.status === 'E' || initial.parentId !== null) {
      throw new Refusal(400, 'The transaction allows neither capture nor recurring charges');
    }
    const type =
      request.installments > 1 ? TransactionType.CardChargeInstallments : TransactionType.CardCharge;
    const terms = this.terms(initial, request, type);
    const order = this.orders.get(initial.orderCode);
    const eventId = issuerDecision('approve', request.amount);
    if (eventId === 0) return this.payments.settle(terms, order);
    const failed = this.transactions.create({ ...terms, status: 'E', eventId });
    this.publish({ type: 'payment-failed', transaction: failed, order });
    return failed;
  }

  private terms(initial: Transaction, request: RechargeRequest, type: TransactionType): NewTransaction {
    return {
      orderCode: initial.orderCode,
      parentId: initial.id,
      type,
      status: 'F',
      amount: request.amount,
      fee: 0,
      commission: 0,
      tipAmount: request.tipAmount,
      currencyCode: initial.currencyCode,
      sourceCode: request.sourceCode ?? initial.sourceCode,
      card: initial.card,
      email: initial.email,
      fullName: initial.fullName,
      phone: initial.phone,
      customerTrns: request.customerTrns ?? initial.customerTrns,
      merchantTrns: request.merchantTrns ?? initial.merchantTrns,
      recurringSupport: false,
      installments: request.installments,
      threeDSecure: ThreeDSecure.None,
      eventId: 0,
      ...(initial.reading && { reading: initial.reading }),
      ...isvShare(initial.isv, { amount: 0, ...request.isv }),
    };
  }
}
