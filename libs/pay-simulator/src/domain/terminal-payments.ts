import type { SimulatorClock } from './clock.js';
import { readAt } from './card-reading.js';
import type { AcceptedCard, MaskedCard } from './card.js';
import type { PublishEvent } from './events.js';
import { issuerDecision } from './issuer.js';
import { DEFAULT_ORDER_TERMS, type IsvTerms, type Order } from './order.js';
import type { Orders } from './orders.js';
import type { Payments } from './payments.js';
import type { Permissions } from './permissions.js';
import { Refusal } from './refusal.js';
import type { Reversals } from './reversals.js';
import { DEFAULT_SOURCE_CODE } from './sources.js';
import { SessionEvent, type IsvSaleTerms, type TerminalSession } from './terminal-session.js';
import type { Terminals } from './terminals.js';
import { ThreeDSecure, TransactionType, type Transaction } from './transaction.js';
import type { NewTransaction, Transactions } from './transactions.js';
import type { Wallet } from './wallet.js';

/** A card at a terminal, and what its issuer is made to say whatever the amount. */
export interface PresentedCard extends AcceptedCard {
  /** Issuer's reason, such as 10051; absent: the card and the amount decide. */
  readonly declineWith?: number;
}

/** Result of a session with its transaction. */
export interface TerminalOutcome {
  readonly eventId: SessionEvent;
  readonly transactionEventId: number;
  readonly transaction: Transaction | null;
}

/** The issuer's reason where it gives none of its own. @see contract/pos.json enums.TransactionEventId */
const UNMAPPED_DECLINE = 10_200;
/** Card schemes that take fast refunds and rebates. @see contract/pos.json pos.transactions.fastRefund */
const RECEIVING_SCHEMES: ReadonlySet<string> = new Set(['Visa', 'Mastercard', 'Maestro']);
/** How a refused reversal ends at the terminal, by the refusal's code. */
const REVERSAL_EVENTS: Readonly<Record<number, SessionEvent>> = {
  400: SessionEvent.WrongCancellationAmount,
  403: SessionEvent.RefundsDisabled,
  409: SessionEvent.NotReversible,
  452: SessionEvent.InsufficientFunds,
};

/** Moves the money of sessions at terminals. */
export class TerminalPayments {
  constructor(
    private readonly clock: SimulatorClock,
    private readonly terminals: Terminals,
    private readonly orders: Orders,
    private readonly transactions: Transactions,
    private readonly payments: Payments,
    private readonly reversals: Reversals,
    private readonly wallet: Wallet,
    private readonly permissions: Permissions,
    private readonly publish: PublishEvent,
  ) {}

  /** Takes or holds the amount on the card that was presented. */
  charge(session: TerminalSession, presented: PresentedCard): TerminalOutcome {
    const amount = session.amount + session.tipAmount;
    const reason = presented.declineWith ?? issuerDecision(presented.behaviour, amount);
    const type = session.kind === 'preauth' ? TransactionType.CardPreauth : TransactionType.CardCharge;
    const order = this.order(session, reason === 0);
    const terms = this.terms(session, order, presented.card, {
      type,
      amount,
      tipAmount: session.tipAmount,
      installments: session.installments,
    });
    if (reason === 0) {
      this.orders.markPaid(order.code);
      return approved(this.payments.settle(terms, order));
    }
    const failed = this.transactions.create({ ...terms, status: 'E', eventId: reason });
    this.publish({ type: 'payment-failed', transaction: failed, order });
    return {
      eventId: SessionEvent.DeclinedByServer,
      transactionEventId: reason > 10_000 ? reason : UNMAPPED_DECLINE,
      transaction: null,
    };
  }

  /** Sends money to the card that was presented. */
  send(session: TerminalSession, { card }: PresentedCard): TerminalOutcome {
    const { allowRefunds, allowFastRefunds, allowRebates } = this.permissions.get();
    const { kind, amount, currencyCode } = session;
    if (kind === 'unreferenced-refund' && !allowRefunds) return ended(SessionEvent.RefundsDisabled);
    if ((kind === 'fast-refund' && !allowFastRefunds) || (kind === 'rebate' && !allowRebates))
      return ended(SessionEvent.NotPermittedOnTerminal);
    if (kind !== 'unreferenced-refund' && !RECEIVING_SCHEMES.has(card.scheme))
      return ended(SessionEvent.TryAnotherCard);
    if (this.wallet.balance(currencyCode) < BigInt(amount)) return ended(SessionEvent.InsufficientFunds);
    const order = this.order(session, true);
    this.orders.markPaid(order.code);
    const type = kind === 'rebate' ? TransactionType.CardOct : TransactionType.CardRefund;
    const transaction = this.transactions.create(this.terms(session, order, card, { type, amount: -amount }));
    this.wallet.disburse(transaction, amount);
    return approved(transaction);
  }

  /** Takes what an earlier session holds. */
  capture(session: TerminalSession, parent: TerminalSession): TerminalOutcome {
    const held = this.transactions.find(parent.transactionId ?? '');
    if (held?.type !== TransactionType.CardPreauth || held.status !== 'F')
      return ended(SessionEvent.NoTransactionFound);
    if (session.amount > held.amount || session.currencyCode !== held.currencyCode)
      return ended(SessionEvent.WrongCaptureAmount);
    const order = this.orders.get(held.orderCode);
    const own = { type: TransactionType.CardCapture, amount: session.amount, parentId: held.id };
    this.transactions.move(held.id, 'C');
    return approved(this.payments.settle(this.terms(session, order, held.card, own), order));
  }

  /** Gives back what an earlier session took, wholly or in part. */
  refund(session: TerminalSession, parent: TerminalSession): TerminalOutcome {
    const paid = this.transactions.find(parent.transactionId ?? '');
    if (!paid) return ended(SessionEvent.NoTransactionFound);
    const { amount, currencyCode, merchantReference, customerTrns } = session;
    try {
      const request = {
        amount,
        currencyCode,
        merchantTrns: merchantReference ?? undefined,
        customerTrns: customerTrns ?? undefined,
        ...(paid.card && { reading: readAt(session.terminalId, paid.card) }),
      };
      return approved(this.reversals.cancel(paid.id, request));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return ended(REVERSAL_EVENTS[error.code] ?? SessionEvent.NotReversible);
    }
  }

  private order(session: TerminalSession, isTaken: boolean): Order {
    return this.orders.create({
      ...DEFAULT_ORDER_TERMS,
      amount: session.amount + session.tipAmount,
      currencyCode: session.currencyCode,
      sourceCode: this.sourceCode(session),
      customerTrns: session.customerTrns ?? '',
      merchantTrns: session.merchantReference ?? '',
      tipAmount: session.tipAmount,
      maxInstallments: session.installments,
      preauth: session.kind === 'preauth',
      ...(session.isv && { isv: isvTerms(session.isv) }),
      // The order of a declined card must not be payable on the hosted checkout.
      expiresAt: isTaken ? null : this.clock.now(),
    });
  }

  private terms(
    session: TerminalSession,
    order: Order,
    card: MaskedCard | null,
    own: Pick<NewTransaction, 'type' | 'amount'> &
      Partial<Pick<NewTransaction, 'parentId' | 'tipAmount' | 'installments'>>,
  ): NewTransaction {
    return {
      orderCode: order.code,
      parentId: null,
      status: 'F',
      fee: 0,
      commission: 0,
      tipAmount: 0,
      currencyCode: order.currencyCode,
      sourceCode: this.sourceCode(session),
      card,
      email: null,
      fullName: null,
      phone: null,
      customerTrns: session.customerTrns ?? '',
      merchantTrns: session.merchantReference ?? '',
      recurringSupport: false,
      installments: 0,
      threeDSecure: ThreeDSecure.Unspecified,
      eventId: 0,
      ...(card && { reading: readAt(session.terminalId, card) }),
      ...(order.isv && { isv: order.isv }),
      ...own,
    };
  }

  private sourceCode({ terminalId }: TerminalSession): string {
    return this.terminals.find(terminalId)?.sourceCode ?? 'Default';
  }
}

function isvTerms({ amount, sourceCode }: IsvSaleTerms): IsvTerms {
  return { amount, resellerSourceCode: sourceCode ?? DEFAULT_SOURCE_CODE };
}

function approved(transaction: Transaction): TerminalOutcome {
  return { eventId: SessionEvent.Approved, transactionEventId: 0, transaction };
}

function ended(eventId: SessionEvent): TerminalOutcome {
  return { eventId, transactionEventId: 0, transaction: null };
}
