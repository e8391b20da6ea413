import { operations } from '../areas/define-operation.js';
import { IsvPos } from '../areas/isv-pos/isv-pos.js';
import type { IsvSaleDetails } from '../areas/options.generated.js';
import { IsvTransactions } from '../areas/isv-transactions/isv-transactions.js';
import { PayPos } from '../areas/pos/pos.js';
import { returnsAmong } from '../areas/transactions/payment-returns.js';
import type { PaymentReturns } from '../areas/transactions/payment-returns.js';
import { PayTransactions } from '../areas/transactions/transactions.js';
import { readOptions } from '../core/options/options-check.js';
import { unknownOptions } from '../core/options/unknown-options.js';
import type { FieldError, MethodReturn } from '../core/operation/method-return.js';
import type { OptionsClass } from '../core/operation/operation.js';
import type { CallOptions } from '../core/options/call-options.js';
import type { PayPosSession } from '../areas/pos-session/pos-session.js';
import type { PayAccount } from '../nest/accounts/pay-accounts.js';
import { PayWiringError } from '../nest/pay.exceptions.js';
import type { TillRequest } from './sale.types.js';
import type { PosSession, Transaction } from '../areas/results.generated.js';

/** One attempt, because a sale that may have reached the terminal is never sent again. */
const SEND = { timeoutMs: 15_000, maxRetries: 0 };
const READ = { timeoutMs: 5_000, maxRetries: 0 };

/** Names of the service's members in a request of the till. */
const OWN_NAMES = new Map([
  ['sessionId', 'id'],
  ['merchantReference', 'reference'],
  ['tipAmount', 'tip'],
]);

/** Method of each kind of request. */
const METHODS = {
  sale: 'initiateSaleRequest',
  preauthorization: 'initiateSaleRequest',
  capture: 'capturePreAuthRequest',
  refund: 'refundTransaction',
} as const;

type Send = (request: Record<string, unknown>, call: CallOptions) => Promise<MethodReturn<null>>;
/** What the areas of a merchant and an ISV have in common. The request was checked when it was stored. */
interface Pos {
  readonly session: PayPosSession;
  readonly transactions: Record<(typeof METHODS)[TillRequest['kind']], Send>;
}

/** Sends the requests of a merchant or an ISV. */
export class TerminalGateway {
  readonly isIsv: boolean;
  readonly #pos: Pos;

  /** @throws PayWiringError if the account has no client with terminals. */
  constructor(
    private readonly account: PayAccount,
    client?: 'wallet' | 'isv',
  ) {
    const first = account.clientNames.find((name) => name !== 'marketplace' && name === (client ?? name));
    if (first === undefined)
      throw new PayWiringError(
        `PayTillModule needs the client ${client ?? 'wallet or isv'}: configure it in PayModule.`,
      );
    this.isIsv = first === 'isv';
    this.#pos = account.areaOf<object>(this.isIsv ? IsvPos : PayPos, first) as Pos;
  }

  /** Returns what is wrong with a request, with the till's names of the options. */
  problems(sale: TillRequest): FieldError[] {
    const method = METHODS[sale.kind];
    // An ISV has no captures.
    const operation =
      this.isIsv && method !== 'capturePreAuthRequest'
        ? operations[`isv:pos.transactions.${method}`]
        : operations[`pos.transactions.${method}`];
    const request = requestOf(sale);
    const { dto } = operation.options as { dto: OptionsClass };
    const problems = [...unknownOptions(operation, dto, request), ...readOptions(dto, request).problems];
    return problems.map(({ field, problem }) => ({ field: OWN_NAMES.get(field) ?? field, problem }));
  }

  send(sale: TillRequest): Promise<MethodReturn<null>> {
    return this.#pos.transactions[METHODS[sale.kind]](requestOf(sale), SEND);
  }

  read(sessionId: string, signal: AbortSignal): Promise<MethodReturn<PosSession | null>> {
    return this.#pos.session.retrieveSessionById({ sessionId }, { ...READ, signal });
  }

  /** Reads the sales of a day (UTC) that terminals made by themselves under AADE. */
  autonomousSessions(date: string, signal: AbortSignal): Promise<MethodReturn<PosSession[]>> {
    return this.#pos.session.retrieveSessionInfoByDate(
      { date, AadeAutonomouslyOnly: true },
      { ...READ, signal },
    );
  }

  abort({ id: sessionId, cashRegisterId }: TillRequest): Promise<MethodReturn<null>> {
    return this.#pos.session.abortSession({ sessionId, cashRegisterId }, READ);
  }

  /** Reads the transaction of a paid sale. */
  readTransaction(transactionId: string, { request }: TillRequest): Promise<MethodReturn<Transaction>> {
    if (!this.isIsv)
      return this.account.areaOf(PayTransactions, 'wallet').getTransactionById(transactionId, READ);
    const options = { transactionId, targetMerchantId: merchantOf(request) };
    return this.account.areaOf(IsvTransactions, 'isv').retrieveTransactionById(options, READ);
  }

  /** Reads what went back of a payment to the customer; null if the service does not tell. */
  async readReturns(
    transactionId: string,
    orderCode: string,
    { request }: TillRequest,
  ): Promise<PaymentReturns | null> {
    const read = this.isIsv
      ? await this.account
          .areaOf(IsvTransactions, 'isv')
          .retrieveTransactionsByOrderCode({ orderCode, targetMerchantId: merchantOf(request) }, READ)
      : await this.account
          .areaOf(PayTransactions, 'wallet')
          .getLegacyTransactions(undefined, { orderCode }, READ);
    return (read.success ? returnsAmong(transactionId, read.data.Transactions) : undefined) ?? null;
  }
}

/** Returns the merchant of an ISV's terminal. */
function merchantOf(request: TillRequest['request']): string {
  const { merchantId, terminalMerchantId = '' } = (request['isvDetails'] ?? {}) as Partial<IsvSaleDetails>;
  return merchantId ?? terminalMerchantId;
}

/** Returns what the service gets. */
function requestOf({ kind, parentId, request, ...sale }: TillRequest): Record<string, unknown> {
  const { id: sessionId, reference: merchantReference, tip: tipAmount, ...more } = sale;
  const { terminalId, cashRegisterId, amount, currencyCode } = more;
  const own = { terminalId, cashRegisterId, amount, currencyCode, sessionId, merchantReference };
  const preauth = kind === 'preauthorization' && { preauth: true };
  const parent = parentId !== null && { parentSessionId: parentId };
  return { ...request, ...own, ...preauth, ...parent, ...(tipAmount !== 0 && { tipAmount }) };
}
