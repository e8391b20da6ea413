import type { PayErrorCode } from '../core/operation/method-return.js';
import type {
  Operation,
  OperationFacts,
  OptionsPlace,
  ResponseForms,
  ResponseShape,
} from '../core/operation/operation.js';
import { readSentTransfer, readUpdatedAccount } from './bank-transfers/bank-transfers.reader.js';
import { readStatement } from './data-services/data-services.reader.js';
import { pageResponse } from './data-services/search-pages.js';
import { readResellerTransactions } from './isv-transactions/isv-transactions.reader.js';
import { readObligation } from './obligations/obligations.reader.js';
import type { OperationData } from './operations.generated.js';
import { readRfPayment } from './rf-code-payments/rf-code-payments.reader.js';
import { LEGACY_TRANSACTIONS } from './transactions/legacy-transaction.reader.js';

type Members = Record<string, unknown>;

/** How the payload is taken from a response whose shape is in contract/. */
interface Reading<Data> {
  kind?: undefined;
  /** Of the body, or of each item of a list. */
  pick?: (body: Members) => Data extends readonly unknown[] ? unknown : Data;
  forms?: ResponseForms<Members, Data> | ResponseForms<Members[], Data>;
}

/** What contract/ does not say about an operation. */
export type Declaration<Data, Kind extends PayErrorCode> = Omit<
  Operation<Data>,
  keyof OperationFacts | 'id' | 'failureCode' | 'codes' | 'envelopeCodes'
> & {
  options?: Partial<Omit<OptionsPlace, 'in' | 'toUserName'>>;
  /** How the response is read: the whole shape instead of the one in contract/, or what the shape lacks. */
  response?: ResponseShape<Data> | Reading<Data>;
  failureCode?: Kind;
  codes?: Record<number, Kind>;
  envelopeCodes?: Record<`${number}/${number}`, Kind>;
};

const MIB = 1024 * 1024;

/** Exceptional responses. An operation that needs more than that is declared in the folder of its area. */
export const DECLARATIONS: {
  readonly [Key in keyof OperationData]?: Declaration<OperationData[Key], never>;
} = {
  'bankTransfers.updateBankAccount': {
    response: { forms: { read: readUpdatedAccount, problem: 'without archive or isArchived' } },
  },
  'bankTransfers.executeBankTransfer': { response: { pick: readSentTransfer } },
  'dataServices.searchTransactions': { response: pageResponse('transactionId', 'transactions') },
  'dataServices.searchAccountTransactions': {
    response: pageResponse('accountTransactionId', 'account transactions'),
  },
  'dataServices.searchMerchantExpenses': { response: pageResponse('walletTransactionId', 'card purchases') },
  'dataServices.retrieveMt940Data': {
    response: {
      kind: 'bytes',
      maxBytes: 64 * MIB,
      forms: { read: readStatement, problem: 'with something other than an MT940 statement' },
      whenNoContent: null,
    },
  },
  'obligations.createObligation': {
    response: { forms: { read: readObligation, problem: 'without an obligation' } },
  },
  'rfCodePayments.generateRfCodes': {
    response: {
      kind: 'bytes',
      maxBytes: 64 * 1024,
      forms: { read: readRfPayment, problem: 'without an RF code whose check digits are right' },
    },
  },
  'transactions.getLegacyTransactions': { response: LEGACY_TRANSACTIONS },
  'transactions.getLegacyTransactions:list': { response: LEGACY_TRANSACTIONS },
  'transactions.retrieveLegacyTransaction': { response: LEGACY_TRANSACTIONS },
  'transactions.retrieveTransactionsByDate': { response: LEGACY_TRANSACTIONS },
  'transactions.retrieveTransactionsByClearanceDate': { response: LEGACY_TRANSACTIONS },
  'transactions.retrieveTransactionsByOrderCode': { response: LEGACY_TRANSACTIONS },
  'transactions.retrieveTransactionsBySourceCode': { response: LEGACY_TRANSACTIONS },
  'transactions.retrieveTransactionsByResellerSourceCode': {
    response: {
      forms: { read: readResellerTransactions, problem: 'with something other than transactions' },
    },
  },
  'transactions.searchTransactions': { response: pageResponse('transactionId', 'transactions') },
  'webhooks.deleteSubscription': { response: { kind: 'empty', ignoresMessage: true } },
};
