import type { CallLimits } from '../../core/call-limits.js';
import type { PayInquiry } from '../../core/inquiry.js';
import type { MethodReturn } from '../../core/method-return.js';
import type { Operation, OperationInput } from '../../core/operation.js';
import type { RequestSender } from '../../core/request-sender.js';
import { GET_ISV_ORDER } from '../isv-payments/isv-payments.operations.js';
import { RETRIEVE_ISV_SESSION_BY_ID } from '../isv-pos/isv-pos.operations.js';
import {
  RETRIEVE_LEGACY_TRANSACTION,
  RETRIEVE_TRANSACTIONS_BY_ORDER_CODE,
} from '../isv-transactions/isv-transactions.operations.js';
import { GET_ORDER } from '../payments/payments.operations.js';
import type { Order } from '../payments/payments.types.js';
import { RETRIEVE_SESSION_BY_ID } from '../pos-session/pos-session.operations.js';
import type { PosSession } from '../pos-session/pos-session.types.js';
import {
  GET_LEGACY_TRANSACTION,
  LIST_LEGACY_TRANSACTIONS,
} from '../transactions/legacy-transaction.operations.js';
import type { LegacyTransaction } from '../transactions/legacy-transaction.types.js';

/** Makes the reads that an inquiry asks for. What they answer is the service's own. */
export class InquiryReads {
  #orderCode: string | null = null;

  constructor(
    private readonly sender: RequestSender,
    private readonly limits: CallLimits,
    private readonly inquiry: PayInquiry,
  ) {}

  order(): Promise<MethodReturn<Order>> {
    const { id: orderCode } = this.inquiry;
    return this.#isIsv
      ? this.#send(GET_ISV_ORDER, { options: { orderCode, ...this.#target } })
      : this.#send(GET_ORDER, { path: { orderCode } });
  }

  session(): Promise<MethodReturn<PosSession | null>> {
    const operation: Operation<PosSession | null> = this.#isIsv
      ? RETRIEVE_ISV_SESSION_BY_ID
      : RETRIEVE_SESSION_BY_ID;
    return this.#send(operation, { options: { sessionId: this.inquiry.id } });
  }

  /** All transactions of the order that the inquiry is about. The order of a transaction is asked for once. */
  async transactions(): Promise<MethodReturn<LegacyTransaction[]>> {
    if (this.inquiry.about === 'order-charge') this.#orderCode = this.inquiry.id;
    if (this.#orderCode === null) {
      const one = await this.#transaction(this.inquiry.id);
      if (!one.success) return one;
      this.#orderCode = one.data.Transactions[0]?.Order.OrderCodeText ?? null;
      // A payment that is not listed yet.
      if (this.#orderCode === null) return { ...one, data: [] };
    }
    const orderCode = this.#orderCode;
    const all = await (this.#isIsv
      ? this.#send(RETRIEVE_TRANSACTIONS_BY_ORDER_CODE, { options: { orderCode, ...this.#target } })
      : this.#send(LIST_LEGACY_TRANSACTIONS, { options: { orderCode } }));
    return all.success ? { ...all, data: all.data.Transactions } : all;
  }

  #transaction(transactionId: string) {
    return this.#isIsv
      ? this.#send(RETRIEVE_LEGACY_TRANSACTION, { options: { transactionId, ...this.#target } })
      : this.#send(GET_LEGACY_TRANSACTION, { path: { transactionId } });
  }

  get #isIsv(): boolean {
    return this.inquiry.client === 'isv';
  }

  get #target(): { targetMerchantId: string | null } {
    return { targetMerchantId: this.inquiry.targetMerchantId };
  }

  #send<Data>(operation: Operation<Data>, input: OperationInput): Promise<MethodReturn<Data>> {
    return this.sender.sendWithin(operation, input, this.limits);
  }
}
