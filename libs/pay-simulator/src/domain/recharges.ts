import type { MerchantCore } from './merchant-core.js';
import { deriveTransaction, type DerivedTransactionRequest } from './derived-transactions.js';
import { resolveIsvShare, type IsvShareRequest } from './isv-share.js';
import type { Payments } from './payments.js';
import { Refusal } from './refusal.js';
import { ThreeDSecure, TransactionType, type NewTransaction, type Transaction } from './transaction.js';

/** Smallest recurring charge in minor units (inferred: 9 fails, and larger amounts succeed). @see contract/openapi/transactions.yaml */
const MIN_RECURRING_AMOUNT = 10;

/** Details of a charge on an earlier transaction. Amounts are in minor units. */
interface RechargeRequest
  extends DerivedTransactionRequest, Pick<NewTransaction, 'tipAmount' | 'installments'> {
  /** Share of the ISV. @default no fee */
  readonly isv?: IsvShareRequest;
}

/** Charges without the customer. Depending on the initial transaction, a charge is a capture or a recurring charge. */
export class Recharges {
  constructor(private readonly core: MerchantCore & { payments: Payments }) {}

  /**
   * Charges the card of an initial transaction.
   *
   * @returns The new transaction: F, or E with its event ID if the issuer declines.
   * @throws Refusal 403 if the permission is off, the source is not usable, or the initial transaction does not allow the charge,
   * 404 for an unknown transaction, 400 if a capture exceeds the authorized amount or the amount is 0, 500 for a tiny recurring charge.
   */
  charge(initialId: string, request: RechargeRequest): Transaction {
    this.core.permissions.require('allowRecurringAndCaptures');
    const initial = this.core.transactions.get(initialId);
    if (request.amount <= 0)
      throw new Refusal(400, `Negative or zero amount, order ${initial.orderCode}, parent ${initial.id}`);
    this.core.payments.checkFollowing(initial, request);
    return initial.type === TransactionType.CardPreauth
      ? this.capture(initial, request)
      : this.chargeAgain(initial, request);
  }

  /**
   * Increases a pre-authorization by an amount.
   *
   * @returns The pre-authorization.
   * @throws Refusal 403 if not enabled or the source is not usable, 404 for an unknown transaction, 400 if it is not an open
   * pre-authorization.
   */
  increase(preauthId: string, request: DerivedTransactionRequest): Transaction {
    this.core.permissions.require('allowPreauthIncreases');
    const preauth = this.core.transactions.get(preauthId);
    if (!this.core.transactions.isHeld(preauth))
      throw new Refusal(400, 'The transaction is not an open pre-authorization');
    if (!Number.isSafeInteger(preauth.amount + request.amount))
      throw new Refusal(400, 'amount: expected a total of at most 2^53 − 1');
    this.core.payments.checkFollowing(preauth, request);
    return this.core.transactions.increase(preauth.id, request.amount);
  }

  private capture(preauth: Transaction, request: RechargeRequest): Transaction {
    if (!this.core.transactions.isHeld(preauth))
      throw new Refusal(403, 'Preauth has expired or already captured');
    if (request.amount > preauth.amount) throw new Refusal(400, 'The amount exceeds the authorized amount');
    this.core.transactions.move(preauth.id, 'C');
    return this.core.payments.approve(
      this.newTransaction(preauth, request, TransactionType.CardCapture),
      this.core.orders.get(preauth.orderCode),
    );
  }

  private chargeAgain(initial: Transaction, request: RechargeRequest): Transaction {
    if (!initial.recurringSupport || initial.status === 'E' || initial.parentId !== null) {
      throw new Refusal(
        403,
        `Invalid transaction. The transaction ${initial.id} does not allow recurring charge`,
      );
    }
    if (request.amount < MIN_RECURRING_AMOUNT) throw new Refusal(500, 'Internal error');
    const type =
      request.installments > 1 ? TransactionType.CardChargeInstallments : TransactionType.CardCharge;
    const details = this.newTransaction(initial, request, type);
    const order = this.core.orders.get(initial.orderCode);
    const eventId = this.core.payments.declineReason('approve', request.amount);
    return eventId === 0
      ? this.core.payments.approve(details, order)
      : this.core.payments.decline(details, order, eventId);
  }

  private newTransaction(
    initial: Transaction,
    request: RechargeRequest,
    type: TransactionType,
  ): NewTransaction {
    const { amount, tipAmount, installments } = request;
    return deriveTransaction(initial, request, {
      ...{ type, amount, tipAmount, installments },
      threeDSecure: ThreeDSecure.None,
      ...resolveIsvShare(initial.isv, { amount: 0, ...request.isv }),
    });
  }
}
