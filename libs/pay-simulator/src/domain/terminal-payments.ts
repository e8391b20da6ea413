import { COUNTER_CHANNEL } from './channels.js';
import type { SimulatorClock } from './clock.js';
import { readAt } from './card-reading.js';
import { canReceiveFunds, type AcceptedCard, type MaskedCard } from './card.js';
import { DEFAULT_ORDER_DETAILS, type IsvShare, type Order } from './order.js';
import type { Orders } from './orders.js';
import type { Payments } from './payments.js';
import type { Permissions } from './permissions.js';
import { Refusal } from './refusal.js';
import type { Reversals } from './reversals.js';
import { DEFAULT_SOURCE_CODE } from './sources.js';
import { SessionEvent, type IsvSaleDetails, type TerminalSession } from './terminal-session.js';
import type { Terminals } from './terminals.js';
import { TransactionType, type Transaction } from './transaction.js';
import { DEFAULT_TRANSACTION, type NewTransaction, type Transactions } from './transactions.js';
import type { Wallet } from './wallet.js';

/** A card at a terminal, with an optional decline by its issuer. */
export interface PresentedCard extends AcceptedCard {
  /** Decline reason, such as 10051. @default decided by the card and the amount */
  readonly declineWith?: number;
}

/** Result of a session with its transaction. */
export interface TerminalOutcome {
  readonly eventId: SessionEvent;
  readonly transactionEventId: number;
  readonly transaction: Transaction | null;
}

/** Decline reason without an issuer's own reason. @see contract/behaviour/pos.yaml enums.TransactionEventId */
const UNMAPPED_DECLINE = 10_200;
/** Session event for each code of a rejected reversal. */
const REVERSAL_EVENTS: Readonly<Record<number, SessionEvent>> = {
  400: SessionEvent.WrongCancellationAmount,
  403: SessionEvent.RefundsDisabled,
  409: SessionEvent.NotReversible,
  452: SessionEvent.InsufficientFunds,
};

/** Moves the money of terminal sessions. */
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
  ) {}

  /** Charges the presented card, or holds the amount. */
  charge(session: TerminalSession, presented: PresentedCard): TerminalOutcome {
    const amount = session.amount + session.tipAmount;
    const reason = presented.declineWith ?? this.payments.declineReason(presented.behavior, amount);
    const type = session.kind === 'preauth' ? TransactionType.CardPreauth : TransactionType.CardCharge;
    const order = this.createOrder(session, reason === 0);
    const details = this.newTransaction(session, order, presented.card, {
      type,
      amount,
      tipAmount: session.tipAmount,
      installments: session.installments,
    });
    if (reason === 0) {
      this.orders.markPaid(order.code);
      return approvedOutcome(this.payments.approve(details, order));
    }
    this.payments.decline(details, order, reason);
    return {
      eventId: SessionEvent.DeclinedByServer,
      transactionEventId: reason > 10_000 ? reason : UNMAPPED_DECLINE,
      transaction: null,
    };
  }

  /** Sends money to the presented card. */
  send(session: TerminalSession, { card }: PresentedCard): TerminalOutcome {
    const { allowRefunds, allowFastRefunds, allowRebates } = this.permissions.get();
    const { kind, amount, currencyCode } = session;
    if (kind === 'unreferenced-refund' && !allowRefunds) return endedOutcome(SessionEvent.RefundsDisabled);
    if ((kind === 'fast-refund' && !allowFastRefunds) || (kind === 'rebate' && !allowRebates))
      return endedOutcome(SessionEvent.NotPermittedOnTerminal);
    if (kind !== 'unreferenced-refund' && !canReceiveFunds(card))
      return endedOutcome(SessionEvent.TryAnotherCard);
    if (this.wallet.balance(currencyCode) < BigInt(amount))
      return endedOutcome(SessionEvent.InsufficientFunds);
    const order = this.createOrder(session, true);
    this.orders.markPaid(order.code);
    const type = kind === 'rebate' ? TransactionType.CardOct : TransactionType.CardRefund;
    const transaction = this.transactions.create(
      this.newTransaction(session, order, card, { type, amount: -amount }),
    );
    this.wallet.disburse(transaction, amount);
    return approvedOutcome(transaction);
  }

  /** Captures the pre-authorization of an earlier session. */
  capture(session: TerminalSession, parent: TerminalSession): TerminalOutcome {
    const held = this.transactions.find(parent.transactionId ?? '');
    if (held === undefined || !this.transactions.isHeld(held))
      return endedOutcome(SessionEvent.NoTransactionFound);
    if (session.amount > held.amount || session.currencyCode !== held.currencyCode)
      return endedOutcome(SessionEvent.WrongCaptureAmount);
    const order = this.orders.get(held.orderCode);
    const values = { type: TransactionType.CardCapture, amount: session.amount, parentId: held.id };
    this.transactions.move(held.id, 'C');
    return approvedOutcome(
      this.payments.approve(this.newTransaction(session, order, held.card, values), order),
    );
  }

  /** Refunds the payment of an earlier session in full or in part. */
  refund(session: TerminalSession, parent: TerminalSession): TerminalOutcome {
    const paid = this.transactions.find(parent.transactionId ?? '');
    if (!paid) return endedOutcome(SessionEvent.NoTransactionFound);
    const { amount, currencyCode, merchantReference, customerTrns } = session;
    try {
      const request = {
        amount,
        currencyCode,
        merchantTrns: merchantReference ?? undefined,
        customerTrns: customerTrns ?? undefined,
        ...(paid.card && { reading: readAt(session.terminalId, paid.card) }),
      };
      return approvedOutcome(this.reversals.cancel(paid.id, request));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return endedOutcome(REVERSAL_EVENTS[error.code] ?? SessionEvent.NotReversible);
    }
  }

  private createOrder(session: TerminalSession, isPaid: boolean): Order {
    return this.orders.create({
      ...DEFAULT_ORDER_DETAILS,
      amount: session.amount + session.tipAmount,
      currencyCode: session.currencyCode,
      sourceCode: this.sourceCode(session),
      customerTrns: session.customerTrns ?? '',
      merchantTrns: session.merchantReference ?? '',
      tipAmount: session.tipAmount,
      maxInstallments: session.installments,
      preauth: session.kind === 'preauth',
      channelId: COUNTER_CHANNEL,
      ...(session.isv && { isv: isvShareOf(session.isv) }),
      // The order of a declined card must not be payable on the checkout page.
      expiresAt: isPaid ? null : this.clock.now(),
    });
  }

  private newTransaction(
    session: TerminalSession,
    order: Order,
    card: MaskedCard | null,
    values: Pick<NewTransaction, 'type' | 'amount'> &
      Partial<Pick<NewTransaction, 'parentId' | 'tipAmount' | 'installments'>>,
  ): NewTransaction {
    return {
      ...DEFAULT_TRANSACTION,
      orderCode: order.code,
      currencyCode: order.currencyCode,
      sourceCode: this.sourceCode(session),
      card,
      customerTrns: session.customerTrns ?? '',
      merchantTrns: session.merchantReference ?? '',
      ...(card && { reading: readAt(session.terminalId, card) }),
      ...(order.isv && { isv: order.isv }),
      ...values,
    };
  }

  private sourceCode({ terminalId }: TerminalSession): string {
    return this.terminals.find(terminalId)?.sourceCode ?? DEFAULT_SOURCE_CODE;
  }
}

function isvShareOf({ amount, sourceCode }: IsvSaleDetails): IsvShare {
  return { amount, resellerSourceCode: sourceCode ?? DEFAULT_SOURCE_CODE };
}

function approvedOutcome(transaction: Transaction): TerminalOutcome {
  return { eventId: SessionEvent.Approved, transactionEventId: 0, transaction };
}

function endedOutcome(eventId: SessionEvent): TerminalOutcome {
  return { eventId, transactionEventId: 0, transaction: null };
}
