import type { HostedCheckout } from '../checkout/hosted-checkout.js';
import type { SimulatorClock } from '../domain/clock.js';
import { testCard } from '../domain/card.js';
import type { CardTerminals } from '../domain/card-terminals.js';
import { ServiceId } from '../domain/disbursements.js';
import type { FundsTransfer } from '../domain/funds-transfer.js';
import { MIN_ORDER_AMOUNT, OrderState, type Order, type OrderTerms } from '../domain/order.js';
import { Refusal } from '../domain/refusal.js';
import type { Sellers } from '../domain/sellers.js';
import { DEFAULT_SOURCE_CODE } from '../domain/sources.js';
import type { TerminalSession } from '../domain/terminal-session.js';
import { AUTHORISE_MS, REACH_MS } from '../domain/terminal-sessions.js';
import { LIVE_STATUS } from '../domain/terminals.js';
import { isPayment, TransactionType, type Transaction } from '../domain/transaction.js';
import type { Transfers } from '../domain/transfers.js';
import type { Ids } from '../domain/ids.js';
import type { AccountServices } from '../wiring/merchant-services.js';

/** Options for an order that an action creates. */
export interface ActionTerms {
  /** Amount in minor units of the account's currency. @default 1000, or the full amount of the given transaction */
  readonly amount?: number;
  /** Merchant reference of the new order. */
  readonly merchantTrns?: string;
}

/** Options of a terminal sale. */
export interface TerminalSaleTerms extends ActionTerms {
  /** @default the first live terminal without a session */
  readonly terminalId?: string;
}

/** Options of a transfer from the platform to a seller. */
export interface TransferTerms extends Pick<ActionTerms, 'amount'> {
  /** @default the first connected seller, or a new seller if there is none */
  readonly accountId?: string;
  /** Payment that funds the transfer. The transfer then waits until the payment clears. */
  readonly transactionId?: string;
}

/**
 * Simulates what customers and merchants do. The simulator sends the webhooks, and your application can confirm them.
 * Without an order code or a transaction ID, an action creates the order or payment that it needs.
 *
 * Each action throws a {@link Refusal} if the service would reject it, and a `RangeError` that names an invalid value.
 */
export interface SimulatorActions {
  /** Pays an order with a test card. A test amount for declines creates a failed transaction (`E`). */
  pay(orderCode?: string, terms?: ActionTerms): Transaction;
  /** Attempts a payment with a test card that the issuer declines. The order stays payable. */
  decline(orderCode?: string, terms?: ActionTerms): Transaction;
  /** Cancels a pending order. */
  cancel(orderCode?: string, terms?: ActionTerms): Order;
  /** Expires a pending order. The service sends no webhook for it. */
  expire(orderCode?: string, terms?: ActionTerms): Order;
  /** Holds an amount on a card. */
  preauthorize(terms?: ActionTerms): Transaction;
  /** Captures a pre-authorization, in full or in part. */
  capture(preauthId?: string, terms?: ActionTerms): Transaction;
  /** Refunds a payment, in full or in part. A full refund first clears the payment, because it would be a void otherwise. */
  refund(paymentId?: string, terms?: ActionTerms): Transaction;
  /** Voids a payment that has not cleared, or releases a pre-authorization. */
  void(transactionId?: string, terms?: Pick<ActionTerms, 'amount' | 'merchantTrns'>): Transaction;
  /** Pays money out to the card of a payment. */
  payOut(paymentId?: string, terms?: ActionTerms): Transaction;
  /** Sends funds from the marketplace to a seller. */
  transfer(terms?: TransferTerms): FundsTransfer;
  /** Makes a sale with a test card at a card terminal. Advances the virtual clock by 2.5 seconds. */
  sellAtTerminal(terms?: TerminalSaleTerms): Promise<TerminalSession>;
}

/** Lists the names of all actions. */
export const ACTION_NAMES = [
  'pay',
  'decline',
  'cancel',
  'expire',
  'preauthorize',
  'capture',
  'refund',
  'void',
  'payOut',
  'transfer',
  'sellAtTerminal',
] as const satisfies readonly (keyof SimulatorActions)[];

/** One step of an action. */
export type ActionStep =
  | { readonly type: 'order-created' | 'order-canceled' | 'order-expired'; readonly order: Order }
  | {
      readonly type:
        'payment' | 'payment-declined' | 'preauth' | 'clearing' | 'capture' | 'refund' | 'void' | 'payout';
      readonly transaction: Transaction;
    }
  | { readonly type: 'seller-connected'; readonly accountId: string }
  | { readonly type: 'transfer'; readonly transfer: FundsTransfer }
  | { readonly type: 'terminal-sale'; readonly session: TerminalSession };

/** Services that the actions use. */
export interface ActionParts {
  readonly clock: SimulatorClock;
  readonly ids: Ids;
  /** Main merchant. New orders belong to this merchant. */
  readonly merchant: AccountServices;
  readonly hostedCheckout: HostedCheckout;
  readonly cardTerminals: CardTerminals;
  readonly sellers: Sellers;
  readonly transfers: Transfers;
  readonly servicesForOrder: (orderCode: string) => AccountServices;
  readonly servicesForTransaction: (transactionId: string) => AccountServices;
}

const DEFAULT_AMOUNT = 1000;

/** Creates the actions. @param onStep - Called after each step of an action. */
export function createActions(
  {
    clock,
    ids,
    merchant,
    hostedCheckout,
    cardTerminals,
    sellers,
    transfers,
    servicesForOrder,
    servicesForTransaction,
  }: ActionParts,
  onStep: (step: ActionStep) => void = () => undefined,
): SimulatorActions {
  const noteTransaction = (transaction: Transaction): Transaction => {
    onStep({ type: stepType(transaction), transaction });
    return transaction;
  };

  const createOrder = (
    { amount, merchantTrns = '' }: ActionTerms,
    changes: Partial<OrderTerms> = {},
  ): Order => {
    const order = merchant.orders.create({
      ...ORDER_TERMS,
      ...changes,
      amount: wholeAmount(amount ?? DEFAULT_AMOUNT, MIN_ORDER_AMOUNT),
      currencyCode: merchant.account.currencyCode,
      merchantTrns,
    });
    onStep({ type: 'order-created', order });
    return order;
  };

  /** Returns the given order or creates a new one. */
  const orderFor = (orderCode: string | undefined, terms: ActionTerms): Order => {
    if (orderCode === undefined) return createOrder(terms);
    const order = servicesForOrder(orderCode).orders.get(orderCode);
    if (terms.merchantTrns !== undefined)
      throw new RangeError('merchantTrns: expected none, because the order already exists');
    if (terms.amount !== undefined && !order.disableExactAmount)
      throw new RangeError(`amount: expected none, because the order has its own amount of ${order.amount}`);
    return order;
  };

  const pendingOrderFor = (orderCode: string | undefined, terms: ActionTerms): Order => {
    const order = orderFor(orderCode, terms);
    if (order.state !== OrderState.Pending) throw new Refusal(409, `Order ${order.code} is not pending`);
    return order;
  };

  const payWith = (card: 'approve' | 'fail', order: Order, amount?: number): Transaction => {
    const outcome = hostedCheckout.pay(order.code, {
      ...testCard(card, clock.now()),
      email: 'buyer@example.com',
      amount: amount ?? Math.max(order.amount, MIN_ORDER_AMOUNT),
      installments: order.forceMaxInstallments && order.maxInstallments > 1 ? order.maxInstallments : 0,
    });
    if (outcome.kind === 'approved' || outcome.kind === 'declined')
      return noteTransaction(outcome.transaction);
    if (outcome.kind === 'invalid')
      throw new RangeError(
        Object.entries(outcome.problems)
          .map(([name, problem]) => `${name}: ${problem}`)
          .join('; '),
      );
    const state = outcome.kind === 'not-payable' ? outcome.view.state : outcome.kind;
    throw new Refusal(409, `Order ${order.code} cannot be paid: it is ${state}`);
  };

  /** Returns the given transaction, or creates a payment or pre-authorization of the same amount. */
  const transactionFor = (
    transactionId: string | undefined,
    terms: ActionTerms,
    changes?: Partial<OrderTerms>,
  ): Transaction => {
    if (transactionId !== undefined) {
      if (terms.merchantTrns !== undefined)
        throw new RangeError('merchantTrns: expected none, because the transaction already exists');
      return servicesForTransaction(transactionId).transactions.get(transactionId);
    }
    const transaction = payWith('approve', createOrder(terms, changes));
    if (transaction.status === 'E')
      throw new RangeError(
        `amount: expected an amount that the issuer approves; ${transaction.amount} is declined`,
      );
    return transaction;
  };

  return {
    pay: (orderCode, terms = {}) => payWith('approve', orderFor(orderCode, terms), terms.amount),
    decline: (orderCode, terms = {}) => payWith('fail', orderFor(orderCode, terms), terms.amount),
    cancel: (orderCode, terms = {}) => {
      const { code } = pendingOrderFor(orderCode, terms);
      const order = servicesForOrder(code).orders.cancel(code);
      onStep({ type: 'order-canceled', order });
      return order;
    },
    expire: (orderCode, terms = {}) => {
      const { code } = pendingOrderFor(orderCode, terms);
      const order = servicesForOrder(code).orders.expire(code);
      onStep({ type: 'order-expired', order });
      return order;
    },
    preauthorize: (terms = {}) => payWith('approve', createOrder(terms, { preauth: true })),
    capture: (preauthId, terms = {}) => {
      const preauth = transactionFor(preauthId, terms, { preauth: true });
      if (preauth.type !== TransactionType.CardPreauth)
        throw new Refusal(409, `Transaction ${preauth.id} is not a pre-authorization`);
      const amount = wholeAmount(terms.amount ?? preauth.amount);
      const { recharges } = servicesForTransaction(preauth.id);
      return noteTransaction(recharges.charge(preauth.id, { amount, tipAmount: 0, installments: 0 }));
    },
    refund: (paymentId, terms = {}) => {
      const payment = transactionFor(paymentId, terms);
      if (!isPayment(payment)) throw new Refusal(409, `Transaction ${payment.id} is not a payment`);
      const { clearing, reversals, transactions } = servicesForTransaction(payment.id);
      const amount = wholeAmount(terms.amount ?? payment.amount - payment.refunded);
      if (payment.clearedAt === null && amount === payment.amount && payment.status === 'F') {
        clearing.clearNow(payment.id);
        onStep({ type: 'clearing', transaction: transactions.get(payment.id) });
      }
      return noteTransaction(reversals.cancel(payment.id, { amount }));
    },
    void: (transactionId, terms = {}) => {
      if (transactionId !== undefined && terms.amount !== undefined)
        throw new RangeError('amount: expected none, because a void is always for the full amount');
      const original = transactionFor(transactionId, terms);
      if (original.clearedAt !== null || original.refunded > 0)
        throw new Refusal(409, `Transaction ${original.id} can no longer be voided; refund it instead`);
      return noteTransaction(
        servicesForTransaction(original.id).reversals.cancel(original.id, { amount: original.amount }),
      );
    },
    payOut: (paymentId, terms = {}) => {
      const payment = transactionFor(paymentId, terms);
      const amount = wholeAmount(terms.amount ?? payment.amount);
      const { disbursements } = servicesForTransaction(payment.id);
      return noteTransaction(disbursements.payOut(payment.id, ServiceId.Payout, { amount }));
    },
    transfer: ({ amount, accountId, transactionId } = {}) => {
      const transfer = transfers.send({
        amount: wholeAmount(amount ?? DEFAULT_AMOUNT),
        accountId: accountId ?? sellerId(),
        description: 'Transfer to seller',
        paymentId: transactionId ?? null,
      });
      onStep({ type: 'transfer', transfer });
      return transfer;
    },
    sellAtTerminal: async ({ amount, merchantTrns = '', terminalId } = {}) => {
      const { sessionId, ...created } = cardTerminals.request({
        kind: 'sale',
        sessionId: ids.uuid(),
        terminalId: terminalId ?? freeTerminalId(),
        cashRegisterId: 'pay-simulator',
        amount: wholeAmount(amount ?? DEFAULT_AMOUNT, MIN_ORDER_AMOUNT),
        tipAmount: 0,
        currencyCode: merchant.account.currencyCode,
        merchantReference: merchantTrns,
        customerTrns: null,
        parentSessionId: null,
        installments: 0,
        showTransactionResult: true,
        showReceipt: true,
        skipSurcharge: false,
        interappCallback: null,
      });
      await clock.advance(REACH_MS);
      if (cardTerminals.session(created.terminalId)?.sessionId === sessionId)
        cardTerminals.insertCard(created.terminalId);
      await clock.advance(AUTHORISE_MS);
      const session = merchant.terminalSessions.find(sessionId);
      if (!session) throw new Refusal(409, 'The simulator was reset during the sale');
      onStep({ type: 'terminal-sale', session });
      return session;
    },
  };

  function sellerId(): string {
    const connected = sellers.list().find(({ state }) => state !== 'invited');
    if (connected) return connected.accountId;
    const { accountId } = sellers.connect();
    onStep({ type: 'seller-connected', accountId });
    return accountId;
  }

  function freeTerminalId(): string {
    const free = cardTerminals
      .list()
      .find(
        ({ statusId, offline, terminalId }) =>
          statusId === LIVE_STATUS && !offline && !cardTerminals.session(terminalId),
      );
    if (!free) throw new Refusal(409, 'No terminal is free');
    return free.terminalId;
  }
}

/** Default terms of an order that never expires. */
const ORDER_TERMS: Omit<OrderTerms, 'amount' | 'currencyCode' | 'merchantTrns'> = {
  sourceCode: DEFAULT_SOURCE_CODE,
  customer: { email: 'buyer@example.com', fullName: 'Jo Buyer', phone: null, countryCode: null },
  language: 'en-GB',
  customerTrns: '',
  tipAmount: 0,
  tags: [],
  maxInstallments: 0,
  forceMaxInstallments: false,
  preauth: false,
  allowRecurring: false,
  disableExactAmount: false,
  isCardVerification: false,
  dynamicDescriptor: null,
  paymentMethods: [],
  paymentMethodFees: {},
  expiredUrl: null,
  expiresAt: null,
};

function stepType({
  status,
  type,
  parentId,
}: Transaction): Extract<ActionStep, { transaction: unknown }>['type'] {
  if (type === TransactionType.CardPayout) return 'payout';
  if (status === 'E') return 'payment-declined';
  if (type === TransactionType.CardPreauth) return 'preauth';
  if (type === TransactionType.CardCapture) return 'capture';
  if (type === TransactionType.CardVoid) return 'void';
  return parentId === null ? 'payment' : 'refund';
}

function wholeAmount(amount: number, min = 1): number {
  if (!Number.isSafeInteger(amount) || amount < min)
    throw new RangeError(`amount: expected whole minor units, at least ${min}`);
  return amount;
}
