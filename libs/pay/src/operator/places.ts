import { IsvPayments } from '../areas/isv-payments/isv-payments.js';
import { IsvTransactions } from '../areas/isv-transactions/isv-transactions.js';
import { MarketPlaceTransactions } from '../areas/marketplace-transactions/marketplace-transactions.js';
import { OutcomeArea } from '../areas/outcome-area.js';
import { PayPayments } from '../areas/payments/payments.js';
import { PayDataServices } from '../areas/data-services/data-services.js';
import type { LegacyTransactions, Order } from '../areas/results.generated.js';
import { PayWallets } from '../areas/wallets/wallets.js';
import { PayTransactions } from '../areas/transactions/transactions.js';
import type { CallOptions } from '../core/options/call-options.js';
import type { MethodReturn } from '../core/operation/method-return.js';
import type { PayAccount, PayAccounts } from '../nest/accounts/pay-accounts.js';
import type { PayOperatorPlace, PayOperatorReads } from './operator.options.js';
import { OperatorProblem } from './problem.js';

/** Which transactions to read: all of an order, or all of a day. */
export type TransactionQuery = { orderCode: string } | { date: string };
/** A call to the service that moves money. */
export interface MoneyCall {
  readonly kind: 'refund' | 'void' | 'capture' | 'release' | 'cancel';
  readonly way: RefundWay;
  readonly orderCode: string;
  readonly transactionId: string | null;
  /** Minor units. */
  readonly amount: number;
  /** Part of a capture that an ISV keeps, in minor units. Null for other calls and merchants. */
  readonly fee: number | null;
  /** Becomes the reference of the new transaction. */
  readonly id: string;
  readonly sourceCode: string;
}
/** How to refund: `usual`, or another call where the service refuses the usual one. */
export type RefundWay = 'usual' | 'acquiring' | 'fast';
type MoneyResult = MethodReturn<object | null, 'alreadycanceled'>;

/** The calls of a merchant, with the client of the account that can make them. */
interface PlaceCalls {
  readonly ways: readonly RefundWay[];
  readonly hasPayments: boolean;
  order(orderCode: string): Promise<MethodReturn<Order>>;
  transaction(id: string): Promise<MethodReturn<LegacyTransactions>>;
  transactions(query: TransactionQuery): Promise<MethodReturn<LegacyTransactions>>;
  send(call: MoneyCall, options: CallOptions): Promise<MoneyResult>;
  resolveOutcome: PayTransactions['resolveOutcome'];
  /** Reads the currency of the account’s own amounts. @param paymentId - One of its payments. */
  currency(paymentId: string | undefined): Promise<MethodReturn<string | undefined>>;
  /** The reports of the account; null for a merchant that has none here. */
  dataServices(): PayDataServices | null;
  /** Returns how far the service's clock is ahead of this machine's, in milliseconds. */
  serviceOffsetMs(): number;
}

/** A merchant whose payments the pages show. */
export interface Place extends PayOperatorPlace, PlaceCalls {
  /** Its part of the address: the name of the account, and `~` with the ID of an ISV's merchant. */
  readonly address: string;
  readonly payAccount: PayAccount;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds the merchants of the application's accounts by their addresses. */
export class OperatorPlaces {
  constructor(
    private readonly accounts: PayAccounts,
    private readonly dataServices: PayOperatorReads['dataServices'],
  ) {}

  /** Accounts with their addresses. An account without `isMerchant` needs the ID of a merchant behind its address. */
  list() {
    return this.accounts.all.map((account) => ({
      account,
      address: this.#addressOf(account.name),
      isMerchant: account.clientNames.some((name) => name !== 'isv'),
      hasPayments: account.clientNames.includes('wallet'),
      isIsv: account.clientNames.includes('isv'),
    }));
  }

  /** Returns the name of the account that a job uses by its option `account`. */
  accountOf(option: string | null | undefined): string | null | undefined {
    return this.accounts.get(option)?.name;
  }

  /** Returns the merchant at an address; null if there is none. */
  find(address: string): Place | null {
    const [name = '', merchantId = null, ...more] = address.split('~');
    const found = this.list().find((one) => one.address === name);
    if (found === undefined || more.length > 0) return null;
    const { account, isMerchant, isIsv } = found;
    const place = { address, account: account.name, payAccount: account };
    if (merchantId === null)
      return isMerchant ? { ...place, merchantId, ...merchantCalls(account, this.dataServices) } : null;
    if (!isIsv || !UUID.test(merchantId)) return null;
    const id = merchantId.toLowerCase();
    return { ...place, address: `${name}~${id}`, merchantId: id, ...isvCalls(account, id) };
  }

  /** The default account has no name, and another one can be called `default`. */
  #addressOf(name: string | null): string {
    return name ?? (this.accounts.all.some((one) => one.name === 'default') ? '-' : 'default');
  }
}

const none = (): never => {
  throw new OperatorProblem(404, 'The service has no list of payments for a marketplace.');
};

const merchantCalls = (account: PayAccount, own: PayOperatorReads['dataServices']): PlaceCalls =>
  account.clientNames.includes('wallet') ? walletCalls(account, own) : marketplaceCalls(account);

/** A marketplace's client reads neither orders nor lists: its pages are those of the splits. */
function marketplaceCalls(account: PayAccount): PlaceCalls {
  const transactions = account.areaOf(MarketPlaceTransactions, 'marketplace');
  return {
    ...{ ways: [], hasPayments: false },
    ...{ order: none, transaction: none, transactions: none, send: none, resolveOutcome: none },
    // Sellers use the currency of the platform, so all its payments have it.
    async currency(paymentId = '') {
      const read = await transactions.getTransactionById(paymentId);
      return read.success ? { ...read, data: read.data.currencyCode } : read;
    },
    dataServices: () => null,
    serviceOffsetMs: () => OutcomeArea.serviceOffsetMs(transactions),
  };
}

function walletCalls(account: PayAccount, own: PayOperatorReads['dataServices']): PlaceCalls {
  const transactions = account.areaOf(PayTransactions, 'wallet');
  const payments = account.areaOf(PayPayments, 'wallet');
  return {
    ways: ['usual', 'acquiring', 'fast'],
    hasPayments: true,
    async currency() {
      const read = await account.areaOf(PayWallets, 'wallet').retrieveWallet();
      if (!read.success) return read;
      return { ...read, data: (read.data.find((one) => one.IsPrimary) ?? read.data[0])?.CurrencyCode };
    },
    order: (orderCode) => payments.getOrder(orderCode),
    transaction: (id) => transactions.getLegacyTransactions(id),
    transactions: (query) => transactions.getLegacyTransactions(undefined, query),
    send({ kind, way, orderCode, transactionId, amount, id, sourceCode }, options) {
      const call = { ...options, idempotencyKey: options.idempotencyKey ?? id };
      const own = { amount, merchantTrns: id };
      if (kind === 'cancel' || transactionId === null) return payments.cancelOrder(orderCode, call);
      if (kind === 'capture') return transactions.createTransaction({ id: transactionId, ...own }, call);
      if (way === 'acquiring') return transactions.acquiringRefund(transactionId, own, call);
      if (way === 'fast') return transactions.fastRefund(transactionId, { ...own, sourceCode }, call);
      return transactions.cancelTransaction(transactionId, own, call);
    },
    resolveOutcome: (result, call) => transactions.resolveOutcome(result, call),
    dataServices: () => own?.(account.name) ?? account.areaOf(PayDataServices, 'wallet'),
    serviceOffsetMs: () => OutcomeArea.serviceOffsetMs(transactions),
  };
}

function isvCalls(account: PayAccount, targetMerchantId: string): PlaceCalls {
  const transactions = account.areaOf(IsvTransactions, 'isv');
  const payments = account.areaOf(IsvPayments, 'isv');
  return {
    ways: ['usual'],
    hasPayments: true,
    currency: none,
    order: (orderCode) => payments.getOrder({ orderCode, targetMerchantId }),
    transaction: (transactionId) =>
      transactions.retrieveLegacyTransaction({ transactionId, targetMerchantId }),
    transactions: (query) =>
      'date' in query
        ? transactions.retrieveTransactionsByDate({ ...query, targetMerchantId })
        : transactions.retrieveTransactionsByOrderCode({ ...query, targetMerchantId }),
    send({ kind, orderCode, transactionId, amount, fee, id }, call) {
      if (kind === 'cancel' || transactionId === null)
        return payments.cancelOrder({ orderCode, targetMerchantId }, call);
      const own = { transactionId, targetMerchantId, amount };
      return kind === 'capture'
        ? transactions.capturePreAuthPayment({ ...own, isvAmount: fee ?? 0, merchantTrns: id }, call)
        : transactions.cancelTransaction(own, call);
    },
    resolveOutcome: (result, call) => transactions.resolveOutcome(result, call),
    dataServices: () => null,
    serviceOffsetMs: () => OutcomeArea.serviceOffsetMs(transactions),
  };
}
