import type { MethodReturn } from '../../core/operation/method-return.js';
import type { CallOptions } from '../../core/options/call-options.js';
import { operations } from '../define-operation.js';
import type { CreateTransactionOptions } from '../options.generated.js';
import { OutcomeArea } from '../outcome-area.js';
import type { Transaction, TransactionResponse } from '../results.generated.js';
import { readPaymentReturns } from './payment-returns.js';
import type { PaymentReturns } from './payment-returns.js';

/** Reads, charges and captures transactions. Shared by merchants and marketplaces. */
export class SharedTransactions extends OutcomeArea {
  /** @internal Reads what went back of a payment to the customer. */
  static readReturns(
    { sender }: SharedTransactions,
    transactionId: string,
    call?: CallOptions,
  ): Promise<MethodReturn<PaymentReturns>> {
    return readPaymentReturns(sender, transactionId, call);
  }

  /**
   * Reads one transaction. Use it to confirm a payment. Amounts are in MAJOR units.
   * Fails with `notfound` if this merchant has no such transaction.
   *
   * @param transactionId ID from the redirect (`t`) or the webhook.
   * @example
   * const read = await pay.transactions.getTransactionById(transactionId);
   * @see https://developer.viva.com/tutorials/payments/verify-a-payment
   */
  getTransactionById(transactionId: string, call?: CallOptions): Promise<MethodReturn<Transaction>> {
    return this.sender.send(operations['transactions.getTransactionById'], { path: { transactionId } }, call);
  }

  /**
   * Captures a pre-authorization, or charges a payment made with `allowRecurring` again. The initial transaction
   * decides which. The result is a new transaction.
   * Fails with `rejected` if the amount is too high for a capture, or the card's issuer declines. `error.eventId` then
   * holds the issuer's reason (10051 is insufficient funds). Fails with `forbidden` if charges through the API are off,
   * the payment does not allow them, or nothing is held any more.
   * After `outcome: 'unknown'`, call again only with the same call option `idempotencyKey`, or look it up with
   * {@link resolveOutcome}.
   *
   * @param options `id` is the initial transaction. Amounts are in minor units; the result is in MAJOR units.
   * @example
   * const captured = await pay.transactions.createTransaction({ id: preauthId, amount: 2000 });
   * @see https://developer.viva.com/tutorials/payments/handle-pre-authorizations
   */
  createTransaction(
    options: CreateTransactionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<TransactionResponse>> {
    return this.sender.send(operations['transactions.createTransaction'], { options }, call);
  }
}
