import type { MerchantCore } from './merchant-core.js';
import { COUNTER_CHANNEL } from './channels.js';
import { readAt } from './card-reading.js';
import { canReceiveFunds, type AcceptedCard, type MaskedCard } from './card.js';
import type { Order } from './order.js';
import type { Payments } from './payments.js';
import { Refusal } from './refusal.js';
import type { Reversals } from './reversals.js';
import { DEFAULT_SOURCE_CODE } from './sources.js';
import { SessionEvent, type TerminalSession } from './terminal-session.js';
import { TransactionType, type NewTransaction, type Transaction } from './transaction.js';
import { transactionOfOrder } from './transactions.js';

/** A card at a terminal, with an optional decline by its issuer. */
export interface PresentedCard extends AcceptedCard {
  /** Decline reason, such as 10051. @default decided by the card and the amount */
  readonly declineWith?: number;
}

/** Result of a session with its transaction. */
export interface TerminalOutcome extends Pick<TerminalSession, 'eventId' | 'transactionEventId'> {
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
  constructor(private readonly core: MerchantCore & { payments: Payments; reversals: Reversals }) {}

  /** Charges the presented card, or holds the amount. */
  charge(session: TerminalSession, presented: PresentedCard): TerminalOutcome {
    const amount = session.amount + session.tipAmount;
    const reason = presented.declineWith ?? this.core.payments.declineReason(presented.behavior, amount);
    const type = session.kind === 'preauth' ? TransactionType.CardPreauth : TransactionType.CardCharge;
    const order = this.createOrder(session, reason === 0);
    const { installments } = session;
    const details = this.newTransaction(session, order, presented.card, { type, amount, installments });
    if (reason === 0) {
      this.core.orders.markPaid(order.code);
      return outcome(SessionEvent.Approved, this.core.payments.approve(details, order));
    }
    this.core.payments.decline(details, order, reason);
    return outcome(SessionEvent.DeclinedByServer, null, reason > 10_000 ? reason : UNMAPPED_DECLINE);
  }

  /** Sends money to the presented card. */
  send(session: TerminalSession, { card }: PresentedCard): TerminalOutcome {
    const { allowRefunds, allowFastRefunds, allowRebates } = this.core.permissions.get();
    const { kind, amount, currencyCode } = session;
    if (kind === 'unreferenced-refund' && !allowRefunds) return outcome(SessionEvent.RefundsDisabled);
    if ((kind === 'fast-refund' && !allowFastRefunds) || (kind === 'rebate' && !allowRebates))
      return outcome(SessionEvent.NotPermittedOnTerminal);
    if (kind !== 'unreferenced-refund' && !canReceiveFunds(card)) return outcome(SessionEvent.TryAnotherCard);
    if (this.core.wallet.balance(currencyCode) < BigInt(amount))
      return outcome(SessionEvent.InsufficientFunds);
    const order = this.createOrder(session, true);
    this.core.orders.markPaid(order.code);
    const type = kind === 'rebate' ? TransactionType.CardOct : TransactionType.CardRefund;
    const transaction = this.core.transactions.create(
      this.newTransaction(session, order, card, { type, amount: -amount, tipAmount: 0 }),
    );
    this.core.wallet.disburse(transaction, amount);
    return outcome(SessionEvent.Approved, transaction);
  }

  /** Captures the pre-authorization of an earlier session. */
  capture(session: TerminalSession, parent: TerminalSession): TerminalOutcome {
    const held = this.core.transactions.find(parent.transactionId ?? '');
    if (held === undefined || !this.core.transactions.isHeld(held))
      return outcome(SessionEvent.NoTransactionFound);
    if (session.amount > held.amount || session.currencyCode !== held.currencyCode)
      return outcome(SessionEvent.WrongCaptureAmount);
    const order = this.core.orders.get(held.orderCode);
    const values = { type: TransactionType.CardCapture, amount: session.amount, parentId: held.id };
    this.core.transactions.move(held.id, 'C');
    return outcome(
      SessionEvent.Approved,
      this.core.payments.approve(this.newTransaction(session, order, held.card, values), order),
    );
  }

  /** Refunds the payment of an earlier session in full or in part. */
  refund(session: TerminalSession, parent: TerminalSession): TerminalOutcome {
    const paid = this.core.transactions.find(parent.transactionId ?? '');
    if (!paid) return outcome(SessionEvent.NoTransactionFound);
    const { amount, currencyCode, merchantReference, customerTrns } = session;
    const request = {
      amount,
      currencyCode,
      merchantTrns: merchantReference ?? undefined,
      customerTrns: customerTrns ?? undefined,
      ...(paid.card && { reading: readAt(session.terminalId, paid.card) }),
    };
    try {
      return outcome(SessionEvent.Approved, this.core.reversals.cancel(paid.id, request));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return outcome(REVERSAL_EVENTS[error.code] ?? SessionEvent.NotReversible);
    }
  }

  private createOrder(session: TerminalSession, isPaid: boolean): Order {
    const { amount, currencyCode, installments, isv, kind, tipAmount } = session;
    return this.core.orders.create({
      ...this.referencesOf(session),
      amount: amount + tipAmount,
      currencyCode,
      tipAmount,
      maxInstallments: installments,
      preauth: kind === 'preauth',
      channelId: COUNTER_CHANNEL,
      ...(isv && {
        isv: { amount: isv.amount, resellerSourceCode: isv.sourceCode ?? DEFAULT_SOURCE_CODE },
      }),
      // The order of a declined card must not be payable on the checkout page.
      expiresAt: isPaid ? null : this.core.clock.now(),
    });
  }

  private newTransaction(
    session: TerminalSession,
    order: Order,
    card: MaskedCard | null,
    values: Pick<NewTransaction, 'type' | 'amount'> & Partial<NewTransaction>,
  ): NewTransaction {
    return {
      ...transactionOfOrder(order),
      ...this.referencesOf(session),
      card,
      ...(card && { reading: readAt(session.terminalId, card) }),
      ...(order.isv && { isv: order.isv }),
      ...values,
    };
  }

  private referencesOf({ terminalId, customerTrns, merchantReference }: TerminalSession) {
    return {
      sourceCode: this.core.terminals.find(terminalId)?.sourceCode ?? DEFAULT_SOURCE_CODE,
      customerTrns: customerTrns ?? '',
      merchantTrns: merchantReference ?? '',
    };
  }
}

function outcome(
  eventId: SessionEvent,
  transaction: Transaction | null = null,
  transactionEventId = 0,
): TerminalOutcome {
  return { eventId, transactionEventId, transaction };
}
