import { IsvPos } from '../areas/isv-pos/isv-pos.js';
import { INITIATE_ISV_SALE, REFUND_ISV_TRANSACTION } from '../areas/isv-pos/isv-pos.operations.js';
import type { IsvSaleDetails } from '../areas/isv-pos/isv-pos.types.js';
import { IsvTransactions } from '../areas/isv-transactions/isv-transactions.js';
import type { PosSession } from '../areas/pos-session/pos-session.types.js';
import {
  CAPTURE_PRE_AUTH_REQUEST,
  INITIATE_SALE_REQUEST,
  POS_REFUND_TRANSACTION,
} from '../areas/pos-transactions/pos-transactions.operations.js';
import { PayPos } from '../areas/pos/pos.js';
import { PayTransactions } from '../areas/transactions/transactions.js';
import { readOptions } from '../core/options/options-check.js';
import { unknownOptions } from '../core/options/unknown-options.js';
import type { FieldError, MethodReturn } from '../core/operation/method-return.js';
import type { Operation } from '../core/operation/operation.js';
import type { PayAccount } from '../nest/accounts/pay-accounts.js';
import { PayWiringError } from '../nest/pay.exceptions.js';
import type { NewSale } from './sale-store.js';

/** One attempt, because a sale that may have reached the terminal is never sent again. */
const SEND = { timeoutMs: 15_000, maxRetries: 0 };
const READ_MS = 10_000;

/** Names of the service's members in a request of the till. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  sessionId: 'id',
  merchantReference: 'reference',
  tipAmount: 'tip',
};

/** Sends the requests of a merchant or an ISV. */
export class TerminalGateway {
  readonly #account: PayAccount;
  readonly isIsv: boolean;

  /** @throws PayWiringError if the account has no client with terminals. */
  constructor(account: PayAccount, client: 'wallet' | 'isv' | undefined) {
    this.#account = account;
    const [first] = account.clientNames.filter((name) => name === (client ?? name) && name !== 'marketplace');
    if (first === undefined)
      throw new PayWiringError(
        `PayTillModule needs the client ${client ?? 'wallet or isv'}: configure it in PayModule.`,
      );
    this.isIsv = first === 'isv';
  }

  /** Returns what is wrong with a sale, with the till's names of the options. */
  problems(sale: NewSale): FieldError[] {
    const operation = this.#operationOf(sale.kind);
    const request = requestOf(sale);
    const { dto } = operation.options ?? {};
    if (dto === undefined) return [];
    const { problems } = readOptions(dto, request);
    return [...unknownOptions(operation, dto, request), ...problems].map(({ field, problem }) => ({
      field: OWN_NAMES[field] ?? field,
      problem,
    }));
  }

  send(sale: NewSale): Promise<MethodReturn<null>> {
    const { transactions } = this.#pos();
    const request = requestOf(sale);
    if (sale.kind === 'refund') return transactions.refundTransaction(request as never, SEND);
    if (sale.kind === 'capture')
      return this.#account
        .areaOf(PayPos, 'wallet')
        .transactions.capturePreAuthRequest(request as never, SEND);
    return transactions.initiateSaleRequest(request as never, SEND);
  }

  read(sessionId: string, signal: AbortSignal): Promise<MethodReturn<PosSession | null>> {
    return this.#pos().session.retrieveSessionById(
      { sessionId },
      { timeoutMs: READ_MS, maxRetries: 0, signal },
    );
  }

  abort({ id: sessionId, cashRegisterId }: NewSale): Promise<MethodReturn<null>> {
    return this.#pos().session.abortSession(
      { sessionId, cashRegisterId },
      { timeoutMs: READ_MS, maxRetries: 0 },
    );
  }

  /** Reads the transaction of a paid sale. */
  readTransaction(transactionId: string, { request }: NewSale): Promise<MethodReturn<unknown>> {
    const call = { timeoutMs: READ_MS, maxRetries: 0 };
    if (!this.isIsv)
      return this.#account.areaOf(PayTransactions, 'wallet').getTransactionById(transactionId, call);
    const { merchantId, terminalMerchantId } = (request['isvDetails'] ?? {}) as Partial<IsvSaleDetails>;
    const targetMerchantId = merchantId ?? terminalMerchantId ?? '';
    return this.#account
      .areaOf(IsvTransactions, 'isv')
      .retrieveTransactionById({ transactionId, targetMerchantId }, call);
  }

  #operationOf(kind: NewSale['kind']): Operation<null, string> {
    if (kind === 'capture') return CAPTURE_PRE_AUTH_REQUEST;
    if (kind === 'refund') return this.isIsv ? REFUND_ISV_TRANSACTION : POS_REFUND_TRANSACTION;
    return this.isIsv ? INITIATE_ISV_SALE : INITIATE_SALE_REQUEST;
  }

  #pos(): PayPos | IsvPos {
    return this.isIsv ? this.#account.areaOf(IsvPos, 'isv') : this.#account.areaOf(PayPos, 'wallet');
  }
}

/** Returns what the service gets. */
function requestOf({ kind, parentId, request, ...sale }: NewSale): Record<string, unknown> {
  return {
    ...request,
    sessionId: sale.id,
    terminalId: sale.terminalId,
    cashRegisterId: sale.cashRegisterId,
    amount: sale.amount,
    currencyCode: sale.currencyCode,
    merchantReference: sale.reference,
    ...(sale.tip !== 0 && { tipAmount: sale.tip }),
    ...(kind === 'preauthorization' && { preauth: true }),
    ...(parentId !== null && { parentSessionId: parentId }),
  };
}
