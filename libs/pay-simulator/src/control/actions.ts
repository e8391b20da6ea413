import { testCard, type CardEntry } from '../domain/card.js';
import { readTestCard } from '../domain/test-cards.js';
import { ServiceId } from '../domain/disbursements.js';
import { DISPUTE_STEPS, type DisputeStepName } from '../domain/disputes.js';
import type { FundsTransfer } from '../domain/funds-transfer.js';
import {
  DEFAULT_ORDER_DETAILS,
  MIN_ORDER_AMOUNT,
  OrderState,
  type Order,
  type OrderDetails,
} from '../domain/order.js';
import { majorUnits } from '../domain/currencies.js';
import { checkValue } from '../domain/input.js';
import { declineReason } from '../domain/issuer.js';
import { Refusal } from '../domain/refusal.js';
import type { TerminalSession } from '../domain/terminal-session.js';
import { AUTHORIZE_MS } from '../domain/terminal-sessions.js';
import { isReachable } from '../domain/terminals.js';
import { isPayment, TransactionType, type Transaction } from '../domain/transaction.js';
import type { AccountServices } from '../services/merchant-services.js';
import type { Services } from '../services/services.js';

/** Options for an order that an action creates. */
export interface ActionOptions {
  /** Amount in minor units of the account's currency. @default 1000, or the full amount of the given transaction */
  readonly amount?: number;
  /** Merchant reference of the new order. */
  readonly merchantTrns?: string;
}

/**
 * An order: its code, or the data of `payments.createOrder`. Codes above 2^53 are exact only as a string, as a bigint or in the data.
 */
export type OrderReference =
  | string
  | number
  | bigint
  | { readonly orderCodeText: string }
  | { readonly OrderCodeText: string };

/** Options of a payment attempt. */
export interface PayActionOptions extends ActionOptions {
  /**
   * Test card of the customer: its name, such as `'visa-declined'`, its number, or a card in full or in part.
   * @default a Visa test card that the issuer approves
   */
  readonly card?: string | Partial<CardEntry>;
}

/** Options of a terminal sale. */
export interface TerminalSaleOptions extends ActionOptions {
  /** @default the first live terminal without a session */
  readonly terminalId?: string;
}

/** Options of a transfer from the platform to a seller. */
export interface TransferOptions extends Pick<ActionOptions, 'amount'> {
  /** @default the first connected seller, or a new seller if there is none */
  readonly accountId?: string;
  /** Payment that funds the transfer. The transfer then waits until the payment clears. */
  readonly transactionId?: string;
}

type OnOrder<Result, Options = ActionOptions> = (
  input?: Options & { readonly orderCode?: OrderReference },
) => Result;
type TransactionInput = ActionOptions & { readonly transactionId?: string };
type OnTransaction = (input?: TransactionInput) => Transaction;
type PaymentAction = 'capture' | 'refund' | 'void' | 'fail' | 'approve' | 'reversal' | 'payout';
type OrderAction = 'bank-transfer' | 'cancel' | 'expire';

/**
 * Simulates actions of customers and merchants. The simulator sends the webhooks, and your application can confirm them.
 * Without an order code or a transaction ID, an action creates the order or payment that it needs. They have the names of their
 * operations in contract/control.yaml.
 *
 * Each action throws a {@link Refusal} if the service would reject it, and a `RangeError` that names an invalid value.
 */
export interface SimulatorActions
  extends Record<DisputeStepName | PaymentAction, OnTransaction>, Record<OrderAction, OnOrder<Order>> {
  payment: OnOrder<Transaction, PayActionOptions>;
  decline: OnOrder<Transaction>;
  preauth: (input?: ActionOptions) => Transaction;
  'payment-later': OnOrder<Transaction>;
  transfer: (input?: TransferOptions) => FundsTransfer;
  'terminal-sale': (input?: TerminalSaleOptions) => Promise<TerminalSession>;
  'autonomous-sale': (input?: TerminalSaleOptions) => Promise<TerminalSession>;
  'preloaded-sale': (input?: {
    readonly sessionId?: string;
    readonly terminalId?: string;
  }) => TerminalSession;
}

/** Name of an action. */
export type TriggerKind = keyof SimulatorActions;

/** Input of an action. */
export type TriggerInputOf<Kind extends TriggerKind> = NonNullable<Parameters<SimulatorActions[Kind]>[0]>;

/** What an action returns: the order, transaction, transfer or session that it made or changed. */
export type TriggerOutcome<Kind extends TriggerKind> = ReturnType<SimulatorActions[Kind]>;

/** A step of an action, and what it was about. */
export interface ActionStep {
  /** What happened, such as `order-created` or `payment`. */
  readonly type: string;
  readonly order?: Order;
  readonly transaction?: Transaction;
  /** A seller that was connected. */
  readonly accountId?: string;
  readonly transfer?: FundsTransfer;
  readonly session?: TerminalSession;
}

/** Amount of a payment without one, in minor units. */
export const DEFAULT_AMOUNT = 1000;

/** Creates the actions. @param onStep - Called after each step of an action. */
export function createActions(
  services: Services,
  onStep: (step: ActionStep) => void = () => undefined,
): SimulatorActions {
  const { account, cardTerminals, clock, servicesForOrder, servicesForTransaction } = services;
  const note = <Step extends ActionStep>(step: Step): Step => {
    onStep(step);
    return step;
  };
  const noteTransaction = (transaction: Transaction): Transaction =>
    note({ type: stepType(transaction), transaction }).transaction;
  const noteOrder = (type: string, order: Order): Order => note({ type, order }).order;

  const createOrder = (
    { amount, merchantTrns = '' }: ActionOptions,
    changes: Partial<OrderDetails> = {},
  ): Order => {
    const order = services.orders.create({
      ...DEFAULT_ORDER_DETAILS,
      customer: BUYER,
      ...changes,
      amount: wholeAmount(amount ?? DEFAULT_AMOUNT, MIN_ORDER_AMOUNT),
      currencyCode: account.currencyCode,
      merchantTrns,
    });
    return noteOrder('order-created', order);
  };

  /** Returns the given order or creates a new one. */
  const orderFor = (reference: OrderReference | undefined, options: ActionOptions): Order => {
    if (reference === undefined) return createOrder(options);
    const orderCode = orderCodeOf(reference);
    const order = servicesForOrder(orderCode).orders.get(orderCode);
    if (options.merchantTrns !== undefined)
      throw new RangeError('merchantTrns: expected none, because the order already exists');
    if (options.amount !== undefined && !order.disableExactAmount)
      throw new RangeError(`amount: expected none, because the order has its own amount of ${order.amount}`);
    return order;
  };

  /** Returns the action on an order that is not paid yet. */
  const onPendingOrder =
    <Result>(act: (merchant: AccountServices, order: Order) => Result): OnOrder<Result> =>
    ({ orderCode, ...options } = {}) => {
      const order = orderFor(orderCode, options);
      if (order.state !== OrderState.Pending) throw new Refusal(409, `Order ${order.code} is not pending`);
      return act(servicesForOrder(order.code), order);
    };

  const payWith = (
    result: 'approve' | 'fail',
    order: Order,
    { amount, card }: PayActionOptions = {},
  ): Transaction => {
    const { cvc, ...entry } = {
      ...testCard(result, clock.now()),
      ...(typeof card === 'string' ? readTestCard(card) : card),
    };
    const outcome = services.hostedCheckout.pay(order.code, {
      ...entry,
      cvc: cvc ?? '',
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
    if (outcome.kind === 'challenge')
      throw new RangeError(
        'card: expected a card without 3-D Secure; for this card, use checkout.pay and checkout.answerChallenge',
      );
    const { state } = outcome.view;
    throw new Refusal(409, `Order ${order.code} cannot be paid: it is ${state}`);
  };

  const startLater = ({ code }: Order): Transaction => {
    const outcome = services.hostedCheckout.payLater(code);
    if (outcome.kind !== 'approved')
      throw new Refusal(409, `Order ${code} cannot be paid: it is ${outcome.kind}`);
    return noteTransaction(outcome.transaction);
  };

  /** Makes a payment that the issuer approves. */
  const payOrder = (options: ActionOptions, changes?: Partial<OrderDetails>): Transaction => {
    const transaction = payWith('approve', createOrder(options, changes));
    if (transaction.status === 'E')
      throw new RangeError(
        `amount: expected an amount that the issuer approves; ${transaction.amount} is declined`,
      );
    return transaction;
  };

  /** Returns the action on a transaction. @param create - Makes the transaction if none is given. */
  const onTransaction =
    (
      act: (merchant: AccountServices, transaction: Transaction, input: TransactionInput) => Transaction,
      create: (options: ActionOptions) => Transaction = payOrder,
    ): OnTransaction =>
    (input = {}) => {
      const { transactionId, ...options } = input;
      if (transactionId !== undefined && options.merchantTrns !== undefined)
        throw new RangeError('merchantTrns: expected none, because the transaction already exists');
      const id = transactionId ?? create(options).id;
      const merchant = servicesForTransaction(id);
      return noteTransaction(act(merchant, merchant.transactions.get(id), input));
    };

  /** Makes a step of a dispute, and for a new payment the steps before it. */
  const disputing = (last: DisputeStepName, ...before: readonly DisputeStepName[]): OnTransaction =>
    onTransaction(({ disputes }, { id }, { transactionId }) => {
      if (transactionId === undefined) for (const step of before) noteTransaction(disputes.move(id, step));
      return disputes.move(id, last);
    });

  const cancelFully = onTransaction(({ reversals }, { amount, clearedAt, id, refunded }) => {
    if (clearedAt !== null || refunded > 0)
      throw new Refusal(409, `Transaction ${id} can no longer be voided; refund it instead`);
    return reversals.cancel(id, { amount });
  });

  return {
    payment: ({ orderCode, ...options } = {}) =>
      warnIfDeclined(payWith('approve', orderFor(orderCode, options), options), options),
    decline: ({ orderCode, amount, merchantTrns } = {}) =>
      payWith('fail', orderFor(orderCode, { amount, merchantTrns }), { amount }),
    'bank-transfer': onPendingOrder(({ orders, wallet }, { code, amount, currencyCode }) => {
      wallet.deposit(amount, currencyCode);
      return noteOrder('order-paid', orders.markPaid(code));
    }),
    cancel: onPendingOrder(({ orders }, { code }) => noteOrder('order-canceled', orders.cancel(code))),
    expire: onPendingOrder(({ orders }, { code }) => noteOrder('order-expired', orders.expire(code))),
    preauth: (options = {}) => payWith('approve', createOrder(options, { preauth: true })),
    capture: onTransaction(
      ({ recharges }, preauth, { amount = preauth.amount }) => {
        if (preauth.type !== TransactionType.CardPreauth)
          throw new Refusal(409, `Transaction ${preauth.id} is not a pre-authorization`);
        const charge = { amount: wholeAmount(amount), tipAmount: 0, installments: 0 };
        return recharges.charge(preauth.id, charge);
      },
      (options) => payOrder(options, { preauth: true }),
    ),
    refund: onTransaction(({ clearing, reversals, transactions }, payment, input) => {
      if (!isPayment(payment)) throw new Refusal(409, `Transaction ${payment.id} is not a payment`);
      const amount = wholeAmount(input.amount ?? payment.amount - payment.refunded);
      if (payment.clearedAt === null && amount === payment.amount && payment.status === 'F') {
        clearing.clearNow(payment.id);
        onStep({ type: 'clearing', transaction: transactions.get(payment.id) });
      }
      return reversals.cancel(payment.id, { amount });
    }),
    void: (input = {}) => {
      if (input.transactionId !== undefined && input.amount !== undefined)
        throw new RangeError('amount: expected none, because a void is always for the full amount');
      return cancelFully(input);
    },
    'payment-later': onPendingOrder((_, order) => startLater(order)),
    fail: onTransaction(
      ({ payments }, { id }) => payments.failLater(id),
      (options) => startLater(createOrder(options)),
    ),
    approve: onTransaction(
      ({ payments }, { id }) => payments.approveLater(id),
      (options) => payWith('fail', createOrder(options)),
    ),
    reversal: onTransaction(({ reversals }, { id }) => reversals.reverseByService(id)),
    'dispute-suspected': disputing('dispute-suspected'),
    dispute: disputing('dispute'),
    'dispute-evidence': disputing('dispute-evidence', 'dispute'),
    'dispute-forwarded': disputing('dispute-forwarded', 'dispute', 'dispute-evidence'),
    'dispute-won': disputing('dispute-won', 'dispute'),
    'dispute-lost': disputing('dispute-lost', 'dispute'),
    payout: onTransaction(({ disbursements }, payment, { amount = payment.amount }) =>
      disbursements.payOut(payment.id, ServiceId.Payout, { amount: wholeAmount(amount) }),
    ),
    transfer: ({ amount, accountId, transactionId } = {}) => {
      const transfer = services.transfers.send({
        amount: wholeAmount(amount ?? DEFAULT_AMOUNT),
        accountId: accountId ?? sellerId(),
        description: 'Transfer to seller',
        paymentId: transactionId ?? null,
      });
      return note({ type: 'transfer', transfer }).transfer;
    },
    'terminal-sale': async ({ terminalId, ...options } = {}) => {
      const { sessionId, ...created } = cardTerminals.request({
        ...terminalSale(options),
        kind: 'sale',
        sessionId: services.ids.uuid(),
        terminalId: terminalId ?? freeTerminalId(),
        cashRegisterId: 'pay-simulator',
      });
      await clock.advance(cardTerminals.behavior.reachDelayMs);
      if (cardTerminals.session(created.terminalId)?.sessionId === sessionId)
        cardTerminals.insertCard(created.terminalId);
      return authorized(sessionId, 'terminal-sale');
    },
    'autonomous-sale': async ({ terminalId, ...options } = {}) => {
      const offline = findAt((one) =>
        one.cardTerminals
          .list()
          .find((at) => at.offlineSince !== null && (terminalId ?? at.terminalId) === at.terminalId),
      );
      const { merchant, item } = offline ?? { merchant: services, item: { terminalId } };
      if (item.terminalId === undefined) throw new Refusal(409, 'No terminal is disconnected');
      const { sessionId } = merchant.cardTerminals.sellAutonomously({
        ...terminalSale(options),
        currencyCode: merchant.account.currencyCode,
        terminalId: item.terminalId,
      });
      return authorized(sessionId, 'autonomous-sale', merchant);
    },
    'preloaded-sale': ({ sessionId, terminalId } = {}) => {
      const waits = (sale: TerminalSession): boolean =>
        sale.state === 'preloaded' &&
        (sessionId ?? sale.sessionId) === sale.sessionId &&
        (terminalId ?? sale.terminalId) === sale.terminalId;
      const found = findAt(({ terminalSessions }) => terminalSessions.list().find(waits));
      if (!found) throw new Refusal(404, 'No preloaded sale waits at a terminal');
      const session = found.merchant.cardTerminals.startPreloaded(found.item.sessionId);
      return note({ type: 'preloaded-sale', session }).session;
    },
  };

  /** Finds something of the main merchant or of a connected one. */
  function findAt<Item>(find: (merchant: AccountServices) => Item | undefined) {
    for (const merchant of [services, ...services.connectedMerchants.list()]) {
      const item = find(merchant);
      if (item !== undefined) return { merchant, item };
    }
    return undefined;
  }

  function terminalSale({ amount, merchantTrns = '' }: Omit<TerminalSaleOptions, 'terminalId'>) {
    const wanted = wholeAmount(amount ?? DEFAULT_AMOUNT, MIN_ORDER_AMOUNT);
    return { ...terminalRequest(account.currencyCode, wanted), merchantReference: merchantTrns };
  }

  async function authorized(
    sessionId: string,
    type: 'terminal-sale' | 'autonomous-sale',
    merchant: AccountServices = services,
  ): Promise<TerminalSession> {
    await clock.advance(AUTHORIZE_MS);
    const session = merchant.terminalSessions.find(sessionId);
    if (!session) throw new Refusal(409, 'The simulator was reset during the sale');
    return note({ type, session }).session;
  }

  function sellerId(): string {
    const connected = services.sellers.list().find(({ state }) => state !== 'invited');
    if (connected) return connected.accountId;
    const { accountId } = services.sellers.connect();
    onStep({ type: 'seller-connected', accountId });
    return accountId;
  }

  function freeTerminalId(): string {
    const free = cardTerminals
      .list()
      .find((terminal) => isReachable(terminal) && !cardTerminals.session(terminal.terminalId));
    if (!free) throw new Refusal(409, 'No terminal is free');
    return free.terminalId;
  }
}

/** Returns a request of a cash register that asks for nothing but an amount, in minor units. */
export const terminalRequest = (currencyCode: string, amount: number) => ({
  amount,
  tipAmount: 0,
  currencyCode,
  merchantReference: null,
  customerTrns: null,
  parentSessionId: null,
  installments: 0,
  showTransactionResult: true,
  showReceipt: true,
  skipSurcharge: false,
  interappCallback: null,
});

/** @throws RangeError if the reference is not an order code, or a number that is not exact. */
function orderCodeOf(reference: OrderReference): string {
  const code =
    typeof reference === 'object'
      ? 'orderCodeText' in reference
        ? reference.orderCodeText
        : reference.OrderCodeText
      : reference;
  if (typeof code === 'number' && !Number.isSafeInteger(code))
    throw new RangeError('order: expected orderCodeText, because this number is not exact above 2^53');
  if (typeof code !== 'string' && typeof code !== 'number' && typeof code !== 'bigint')
    throw new RangeError('order: expected an order code, or the data of payments.createOrder');
  return String(code);
}

const BUYER = { email: 'buyer@example.com', fullName: 'Jo Buyer', phone: null, countryCode: null };

function stepType({ status, type, parentId }: Transaction): string {
  if (type === TransactionType.CardPayout) return 'payout';
  const disputeStep = Object.entries(DISPUTE_STEPS).find(([, disputed]) => disputed === status);
  if (disputeStep) return disputeStep[0];
  if (status === 'E') return 'payment-declined';
  if (status === 'A') return 'payment-started';
  if (type === TransactionType.CardPreauth) return 'preauth';
  if (type === TransactionType.CardCapture) return 'capture';
  if (type === TransactionType.CardVoid) return 'void';
  return parentId === null ? 'payment' : 'refund';
}

function wholeAmount(amount: number, minimum = 1): number {
  checkValue({ type: 'integer', 'x-unit': 'minor', minimum }, amount, 'amount');
  return amount;
}

/** A test that pays an amount such as 99.51 would otherwise wait for a payment that never happens. A card that declines was chosen. */
function warnIfDeclined(transaction: Transaction, { card }: PayActionOptions): Transaction {
  const { amount, currencyCode, eventId, status } = transaction;
  if (status !== 'E' || card !== undefined || declineReason('approve', amount) !== eventId)
    return transaction;
  process.emitWarning(
    `pay: the issuer declines ${majorUnits(amount, currencyCode).text} (event ${eventId}), so nothing was paid. Amounts from 99.01 to 99.98 are declined: choose another one, or call decline() instead.`,
    { type: 'PaySimulatorWarning', code: 'PAY_DECLINED' },
  );
  return transaction;
}
