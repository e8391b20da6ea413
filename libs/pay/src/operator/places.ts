import { IsvPayments } from '../areas/isv-payments/isv-payments.js';
import { IsvTransactions } from '../areas/isv-transactions/isv-transactions.js';
import { MarketPlaceTransactions } from '../areas/marketplace-transactions/marketplace-transactions.js';
import { OutcomeArea } from '../areas/outcome-area.js';
import { PayPayments } from '../areas/payments/payments.js';
import { PayDataServices } from '../areas/data-services/data-services.js';
import type { LegacyTransactions, Order } from '../areas/results.generated.js';
import { PayWallets } from '../areas/wallets/wallets.js';
import { PayTransactions } from '../areas/transactions/transactions.js';
import type { MethodReturn } from '../core/operation/method-return.js';
import { UUID } from '../core/values/uuid.js';
import type { PayIdempotency } from '../idempotency/pay-idempotency.js';
import { isDurableInbox } from '../inbox/stored-inbox.js';
import type { PayDurableInbox } from '../inbox/stored-inbox.js';
import type { PayAccount, PayAccounts } from '../nest/accounts/pay-accounts.js';
import type { PayOperatorPlace, PayOperatorReads } from './operator.options.js';
import { problem } from './problem.js';
import type { ServiceReads } from './reads.js';

/** Which transactions to read: all of an order, or all of a day. */
type TransactionQuery = { orderCode: string } | { date: string };
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
  /** Idempotency key, which becomes the reference of the new transaction. */
  readonly id: string;
  readonly sourceCode: string;
}
/** How to refund: `usual`, or another call where the service refuses the usual one. */
export type RefundWay = 'usual' | 'acquiring' | 'fast';
type MoneyResult = MethodReturn<object | null, 'alreadycanceled'>;

/** The calls of a merchant, with the client of the account that can make them. */
interface Calls {
  /** Ways of refunds. None: the service has no list of its payments. */
  readonly ways: readonly RefundWay[];
  /** Looks up outcomes, and knows the service's clock. */
  readonly outcomes: OutcomeArea;
  readonly order: (orderCode: string) => Promise<MethodReturn<Order>>;
  readonly transaction: (id: string) => Promise<MethodReturn<LegacyTransactions>>;
  readonly transactions: (query: TransactionQuery) => Promise<MethodReturn<LegacyTransactions>>;
  readonly send: (call: MoneyCall) => Promise<MoneyResult>;
  /** Reads the currency of the account’s own amounts. @param paymentId - One of its payments. */
  readonly currency: (paymentId: string | undefined) => Promise<MethodReturn<string | undefined>>;
  /** Returns the reports of the account; null for a merchant that has none here. */
  readonly dataServices: () => PayDataServices | null;
}

const ATHENS = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Athens', dateStyle: 'short' });
/** Currencies by the addresses of their accounts. They never change. */
type Currencies = Map<string, string>;

/** A merchant whose payments a request is about. */
export class Place implements PayOperatorPlace {
  /** Whether something was read earlier, because the budget is used up. */
  isOld = false;
  readonly account: string | null;
  readonly hasPayments: boolean;

  /** @param address - Its part of the address: the name of the account, and `~` with the ID of an ISV's merchant. */
  constructor(
    readonly address: string,
    readonly merchantId: string | null,
    readonly payAccount: PayAccount,
    readonly calls: Calls,
    private readonly shared: { reads: ServiceReads; currencies: Currencies; now: () => number },
  ) {
    this.account = payAccount.name;
    this.hasPayments = calls.ways.length > 0;
  }

  get idempotency(): PayIdempotency | undefined {
    return this.payAccount.options.idempotency;
  }

  /** Its inbox, if it manages dead letters. */
  get inbox(): PayDurableInbox | null {
    const { inbox } = this.payAccount;
    return this.merchantId === null && isDurableInbox(inbox) ? inbox : null;
  }

  /**
   * Returns the data of a read, from the cache if it is fresh.
   *
   * @param what - Name of the resource.
   * @throws OperatorProblem 404 if the service does not have it, 429 without budget and data, 502 if it fails.
   */
  async read<Data>(what: string, call: (calls: Calls) => Promise<MethodReturn<Data>>): Promise<Data> {
    const read = () => call(this.calls);
    const { result, isOld } = await this.shared.reads.read(`${this.address} ${what}`, read);
    if (isOld) this.isOld = true;
    if (result.success) return result.data;
    // The service also rejects codes and IDs of a wrong format, and merchants that are not connected.
    const isMissing = result.code === 'notfound' || result.code === 'validationerror';
    if (isMissing || (this.merchantId !== null && result.code === 'forbidden')) throw problem('no-record');
    throw problem('service-failed', {}, result);
  }

  transactionsOf(date: string): Promise<LegacyTransactions> {
    return this.read(`day ${date}`, ({ transactions }) => transactions({ date }));
  }

  /** Returns the currency of the account's own amounts; null if it cannot be read now. */
  async currency(paymentId?: string): Promise<string | null> {
    const { currencies } = this.shared;
    try {
      const found =
        currencies.get(this.address) ?? (await this.read('currency', ({ currency }) => currency(paymentId)));
      if (found !== undefined) currencies.set(this.address, found);
      return found ?? null;
    } catch {
      return null;
    }
  }

  /** Returns the time of the service in milliseconds, and its day. */
  now(): { ms: number; day: string } {
    const ms = this.shared.now() + OutcomeArea.serviceOffsetMs(this.calls.outcomes);
    return { ms, day: ATHENS.format(ms) };
  }

  /** Returns the service's present day, in its time zone. Reads the day first: each response tells the service's time. */
  async today(): Promise<string> {
    await this.transactionsOf(this.now().day);
    return this.now().day;
  }
}

/** Finds the merchants of the application's accounts by their addresses. */
export class OperatorPlaces {
  readonly #currencies: Currencies = new Map();

  constructor(
    private readonly accounts: PayAccounts,
    private readonly dataServices: PayOperatorReads['dataServices'],
    private readonly reads: ServiceReads,
    private readonly now: () => number,
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
    const [name = '', merchantId, ...more] = address.split('~');
    const found = this.list().find((one) => one.address === name);
    if (found === undefined || more.length > 0) return null;
    const { account, isMerchant, hasPayments, isIsv } = found;
    const { reads, now } = this;
    const create = (where: string, id: string | null, calls: Calls): Place =>
      new Place(where, id, account, calls, { reads, now, currencies: this.#currencies });
    if (merchantId === undefined) {
      const calls = hasPayments ? walletCalls(account, this.dataServices) : marketplaceCalls(account);
      return isMerchant ? create(address, null, calls) : null;
    }
    const id = merchantId.toLowerCase();
    return isIsv && UUID.test(id) ? create(`${name}~${id}`, id, isvCalls(account, id)) : null;
  }

  /** The default account has no name, and another one can be called `default`. */
  #addressOf(name: string | null): string {
    return name ?? (this.accounts.all.some((one) => one.name === 'default') ? '-' : 'default');
  }
}

const none = (): never => {
  throw problem('no-payments');
};

/** A marketplace's client reads neither orders nor lists: its pages are those of the splits. */
function marketplaceCalls(account: PayAccount): Calls {
  const outcomes = account.areaOf(MarketPlaceTransactions, 'marketplace');
  return {
    ...{ ways: [], outcomes, order: none, transaction: none, transactions: none, send: none },
    // Sellers use the currency of the platform, so all its payments have it.
    async currency(paymentId = '') {
      const read = await outcomes.getTransactionById(paymentId);
      return read.success ? { ...read, data: read.data.currencyCode } : read;
    },
    dataServices: () => null,
  };
}

function walletCalls(account: PayAccount, own: PayOperatorReads['dataServices']): Calls {
  const outcomes = account.areaOf(PayTransactions, 'wallet');
  const payments = account.areaOf(PayPayments, 'wallet');
  return {
    ...{ ways: ['usual', 'acquiring', 'fast'], outcomes },
    async currency() {
      const read = await account.areaOf(PayWallets, 'wallet').retrieveWallet();
      if (!read.success) return read;
      return { ...read, data: (read.data.find((one) => one.IsPrimary) ?? read.data[0])?.CurrencyCode };
    },
    order: (orderCode) => payments.getOrder(orderCode),
    transaction: (id) => outcomes.getLegacyTransactions(id),
    transactions: (query) => outcomes.getLegacyTransactions(undefined, query),
    send({ kind, way, orderCode, transactionId, amount, id, sourceCode }) {
      const call = { idempotencyKey: id };
      const body = { amount, merchantTrns: id };
      if (transactionId === null) return payments.cancelOrder(orderCode, call);
      if (kind === 'capture') return outcomes.createTransaction({ id: transactionId, ...body }, call);
      if (way === 'acquiring') return outcomes.acquiringRefund(transactionId, body, call);
      if (way === 'fast') return outcomes.fastRefund(transactionId, { ...body, sourceCode }, call);
      return outcomes.cancelTransaction(transactionId, body, call);
    },
    dataServices: () => own?.(account.name) ?? account.areaOf(PayDataServices, 'wallet'),
  };
}

function isvCalls(account: PayAccount, targetMerchantId: string): Calls {
  const outcomes = account.areaOf(IsvTransactions, 'isv');
  const payments = account.areaOf(IsvPayments, 'isv');
  return {
    ...{ ways: ['usual'], outcomes, currency: none },
    order: (orderCode) => payments.getOrder({ orderCode, targetMerchantId }),
    transaction: (transactionId) => outcomes.retrieveLegacyTransaction({ transactionId, targetMerchantId }),
    transactions: (query) =>
      'date' in query
        ? outcomes.retrieveTransactionsByDate({ ...query, targetMerchantId })
        : outcomes.retrieveTransactionsByOrderCode({ ...query, targetMerchantId }),
    send({ kind, orderCode, transactionId, amount, fee, id }) {
      const call = { idempotencyKey: id };
      if (transactionId === null) return payments.cancelOrder({ orderCode, targetMerchantId }, call);
      const body = { transactionId, targetMerchantId, amount };
      if (kind !== 'capture') return outcomes.cancelTransaction(body, call);
      return outcomes.capturePreAuthPayment({ ...body, isvAmount: fee ?? 0, merchantTrns: id }, call);
    },
    dataServices: () => null,
  };
}
