import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type {
  SearchPage,
  SearchResultPage,
  SearchTransactionsOptions,
} from '../data-services/data-services.types.js';
import { iteratePages } from '../data-services/search-pages.js';
import type { IncreasePreauthAnswer } from '../transactions/acquiring.types.js';
import type { LegacyTransactions } from '../transactions/legacy-transaction.types.js';
import type { TransactionAnswer } from '../transactions/transactions.types.js';
import * as charges from './isv-charges.operations.js';
import type * as charge from './isv-charges.types.js';
import * as reads from './isv-transactions.operations.js';
import type {
  IsvSaleTransactionRow,
  IsvTransaction,
  IsvTransactionOptions,
  IsvTransactionsByClearanceDateOptions,
  IsvTransactionsByDateOptions,
  IsvTransactionsByOrderCodeOptions,
  IsvTransactionsByResellerSourceCodeOptions,
  IsvTransactionsBySourceCodeOptions,
  ResellerTransaction,
} from './isv-transactions.types.js';
import { OutcomeArea } from '../../outcome/outcome-area.js';

/**
 * Attempts to pay orders of connected merchants, and what the ISV does with them afterwards. Fails with `forbidden` for
 * a merchant that is not connected to this ISV.
 */
export class IsvTransactions extends OutcomeArea {
  /**
   * Reads one transaction of a connected merchant: the way to confirm a payment. Amounts come in MAJOR units.
   * Fails with `notfound` when that merchant has no such transaction.
   *
   * @see contract/isv.json transactions.retrieveTransactionById
   */
  retrieveTransactionById(
    options: IsvTransactionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<IsvTransaction>> {
    return this.sender.send(reads.RETRIEVE_TRANSACTION_BY_ID, { options }, call);
  }

  /**
   * Reads one transaction in full, as a list of one. It alone says what a refund, void or capture derives from
   * (`ParentId`). Amounts come in MAJOR units. Reseller authentication.
   *
   * @see contract/isv.json transactions.retrieveLegacyTransaction
   */
  retrieveLegacyTransaction(
    options: IsvTransactionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<LegacyTransactions>> {
    return this.sender.send(reads.RETRIEVE_LEGACY_TRANSACTION, { options }, call);
  }

  /**
   * Lists a merchant's transactions of one day. Not paged. Amounts come in MAJOR units. Reseller authentication.
   *
   * @see contract/isv.json transactions.retrieveTransactionsByDate
   */
  retrieveTransactionsByDate(
    options: IsvTransactionsByDateOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<LegacyTransactions>> {
    return this.sender.send(reads.RETRIEVE_TRANSACTIONS_BY_DATE, { options }, call);
  }

  /**
   * Lists a merchant's transactions that cleared on one day. Not paged. Amounts come in MAJOR units. Reseller
   * authentication.
   *
   * @see contract/isv.json transactions.retrieveTransactionsByClearanceDate
   */
  retrieveTransactionsByClearanceDate(
    options: IsvTransactionsByClearanceDateOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<LegacyTransactions>> {
    return this.sender.send(reads.RETRIEVE_TRANSACTIONS_BY_CLEARANCE_DATE, { options }, call);
  }

  /**
   * Lists all attempts on one order, and what was made of them: the way to see why a payment failed, and what a call
   * with `outcome: 'unknown'` did. Amounts come in MAJOR units. Reseller authentication.
   *
   * @see contract/isv.json transactions.retrieveTransactionsByOrderCode
   */
  retrieveTransactionsByOrderCode(
    options: IsvTransactionsByOrderCodeOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<LegacyTransactions>> {
    return this.sender.send(reads.RETRIEVE_TRANSACTIONS_BY_ORDER_CODE, { options }, call);
  }

  /**
   * Lists one day's transactions on one of the merchant's payment sources. Not paged. Amounts come in MAJOR units.
   * Reseller authentication.
   *
   * @see contract/isv.json transactions.retrieveTransactionsBySourceCode
   */
  retrieveTransactionsBySourceCode(
    options: IsvTransactionsBySourceCodeOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<LegacyTransactions>> {
    return this.sender.send(reads.RETRIEVE_TRANSACTIONS_BY_SOURCE_CODE, { options }, call);
  }

  /**
   * Lists one day's transactions of a merchant on one of the ISV's own payment sources. A list, whichever of its forms
   * the service answers in. Amounts come in MAJOR units. Reseller authentication.
   *
   * @see contract/isv.json transactions.retrieveTransactionsByResellerSourceCode
   */
  retrieveTransactionsByResellerSourceCode(
    options: IsvTransactionsByResellerSourceCodeOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<ResellerTransaction[]>> {
    return this.sender.send(reads.RETRIEVE_TRANSACTIONS_BY_RESELLER_SOURCE_CODE, { options }, call);
  }

  /**
   * One page of the connected merchants' sale transactions that fit the filters. No rows are no failure: there are no
   * more. Needs a data-services scope on the ISV's OAuth client.
   *
   * @see contract/isv.json transactions.searchTransactions
   */
  searchTransactions(
    options: SearchTransactionsOptions = {},
    query: SearchPage = {},
    call?: CallOptions,
  ): Promise<MethodReturn<SearchResultPage<IsvSaleTransactionRow>>> {
    return this.sender.send(reads.SEARCH_ISV_TRANSACTIONS, { options, query }, call);
  }

  /**
   * Every sale transaction that fits, page after page, oldest first unless `OrderBy` says otherwise (newest first may
   * repeat rows while new ones come in).
   *
   * @throws PayError, with the failure's fields, when a page cannot be read.
   */
  iterateTransactions(
    options: SearchTransactionsOptions = {},
    query: SearchPage = {},
    call?: CallOptions,
  ): AsyncGenerator<IsvSaleTransactionRow, void, void> {
    return iteratePages(
      (Page) => this.searchTransactions(options, { OrderBy: 'Ascending', ...query, Page }, call),
      query?.Page ?? 1,
      'transactionId',
    );
  }

  /**
   * Voids a payment of the same day, refunds a cleared one fully or partly, or releases a pre-authorisation; the service
   * gives the ISV's fee back with it. Makes a new transaction. There is no idempotency key: after `outcome: 'unknown'`
   * read the payment before repeating. `alreadycanceled`: nothing is left to give back. Reseller authentication.
   *
   * @param options `amount` in minor units; answered in MAJOR units, possibly negative.
   * @see contract/isv.json transactions.cancelTransaction
   */
  cancelTransaction(
    options: charge.CancelIsvTransactionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<TransactionAnswer, 'alreadycanceled'>> {
    return this.sender.send(charges.CANCEL_ISV_TRANSACTION, { options }, call);
  }

  /**
   * Pays an amount to the card of an earlier payment, which is not refunded by it. There is no idempotency key: after
   * `outcome: 'unknown'` look the order up before repeating. Reseller authentication.
   *
   * @param options `amount` in minor units; answered in MAJOR units and negative.
   * @deprecated by the service, which enables it on approval only.
   * @see contract/isv.json transactions.payOutOld
   */
  payOutOld(options: charge.PayOutOldOptions, call?: CallOptions): Promise<MethodReturn<TransactionAnswer>> {
    return this.sender.send(charges.PAY_OUT_OLD, { options }, call);
  }

  /**
   * Charges again the card of a payment that was made with `allowRecurring`. Makes a new transaction. There is no
   * idempotency key: after `outcome: 'unknown'` look the order up before repeating. A refusal by the card's issuer
   * carries `error.eventId` (10051 is insufficient funds). Reseller authentication.
   *
   * @param options amounts in minor units, answered in MAJOR units; `isvAmount` is contained in `amount`.
   * @see contract/isv.json transactions.createRecurringTransaction
   */
  createRecurringTransaction(
    options: charge.CreateRecurringTransactionOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<TransactionAnswer>> {
    return this.sender.send(charges.CREATE_RECURRING_TRANSACTION, { options }, call);
  }

  /**
   * Adds to what a pre-authorisation holds, as long as it is not captured. Without `idempotencyKey` a repetition adds twice.
   *
   * @param options `amount` is the increment in minor units, not the new total.
   * @see contract/isv.json transactions.increasePreauth
   */
  increasePreauth(
    options: charge.IncreaseIsvPreauthOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<IncreasePreauthAnswer>> {
    return this.sender.send(charges.INCREASE_ISV_PREAUTH, { options }, call);
  }

  /**
   * Captures a pre-authorisation, fully or partly; here, and not on the order, the ISV's fee and the tip are said. The
   * service tells a capture from a recurring charge by the transaction that is named, not by this method. Makes a new
   * transaction. There is no idempotency key: after `outcome: 'unknown'` look the order up before repeating. Reseller
   * authentication.
   *
   * @param options amounts in minor units, answered in MAJOR units; `isvAmount` and `tipAmount` are contained in `amount`.
   * @see contract/isv.json transactions.capturePreAuthPayment
   */
  capturePreAuthPayment(
    options: charge.CapturePreAuthPaymentOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<TransactionAnswer>> {
    return this.sender.send(charges.CAPTURE_PRE_AUTH_PAYMENT, { options }, call);
  }

  /**
   * Charges a merchant's order with a card whose number you were told by mail or telephone: needs the service's permission
   * and PCI DSS. There is no idempotency key: after `outcome: 'unknown'` look the order up before repeating. Reseller
   * authentication.
   *
   * @param options no amount: the order's is charged, and answered in MAJOR units; `isvAmount` in minor units.
   * @see contract/isv.json transactions.makeMotoCardCharge
   */
  makeMotoCardCharge(
    options: charge.MakeIsvMotoCardChargeOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<TransactionAnswer>> {
    return this.sender.send(charges.MAKE_ISV_MOTO_CARD_CHARGE, { options }, call);
  }
}
