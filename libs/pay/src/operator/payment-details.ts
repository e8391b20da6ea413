import type { applicationRecords, CallRecord, InboxRecord } from '../stores/sql/application-records.js';
import type { Action } from './action-store.js';
import type { ActionsById, OperatorActions } from './actions.js';
import { isOpen } from './action-store.js';
import type { Person } from './audit.js';
import { serviceMoney } from './format.js';
import { t } from './html.js';
import type { PageText } from './html.js';
import { possibleActions, readPayment, signedAmount } from './payment.js';
import type { Payment, Possible } from './payment.js';
import { idempotencyOf } from './actions.js';
import type { Place, RefundWay } from './places.js';
import type { Notices, ServiceReads } from './reads.js';

/** Personal data of the customer. */
interface Customer {
  readonly name: string | null;
  readonly cardHolder: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

/** Everything that the page of a payment shows. */
export interface PaymentDetails {
  readonly payment: Payment;
  readonly possible: readonly Possible[];
  /** Why nothing else is possible. */
  readonly why: readonly PageText[];
  readonly actions: readonly Action[];
  readonly ways: readonly RefundWay[];
  /** Of the store's schema; null if it has no such table. */
  readonly events: readonly InboxRecord[] | null;
  readonly calls: readonly CallRecord[] | null;
  /** Null while it is hidden. */
  readonly customer: Customer | null;
  readonly canReveal: boolean;
}

/** Reads what is known about payments. */
export class PaymentReader {
  constructor(
    private readonly reads: ServiceReads,
    private readonly actions: OperatorActions,
    private readonly records: ReturnType<typeof applicationRecords>,
    private readonly canAct: boolean,
  ) {}

  read(place: Place, orderCode: string, notices: Notices): Promise<Payment> {
    return readPayment(this.reads, place, orderCode, notices);
  }

  /** @param isRevealed - Whether personal data is shown. */
  async details(place: Place, person: Person, payment: Payment, isRevealed = false): Promise<PaymentDetails> {
    const { possible, why } = possibleActions(payment, place);
    const ids = [payment.orderCode, ...payment.transactions.map(({ TransactionId }) => TransactionId)];
    const [actions, events, calls] = await Promise.all([
      this.actions.ofPayment(place, payment),
      this.records.events(ids),
      this.records.calls(ids),
    ]);
    const mayAct = this.canAct && person.refund !== undefined && person.refund !== false;
    const problem = !mayAct
      ? t('You may look, and not act.')
      : idempotencyOf(place) === undefined
        ? t('This account has no store for idempotency keys, so nothing can be sent once.')
        : null;
    return {
      ...{ payment, actions, events, calls, ways: place.ways },
      possible: problem === null && !actions.some(isOpen) ? possible : [],
      why: problem === null ? why : [...why, problem],
      customer: isRevealed ? customerOf(payment) : null,
      canReveal: this.canAct && person.name !== '' && payment.transactions.length > 0,
    };
  }
}

function customerOf({ transactions }: Payment): Customer {
  const find = (read: (one: Payment['transactions'][number]) => string | null): string | null =>
    transactions.map(read).find((value) => value !== null && value !== '') ?? null;
  return {
    name: find(({ Payment: { FullName } }) => FullName),
    cardHolder: find(({ CreditCard: { CardHolderName } }) => CardHolderName),
    email: find(({ Payment: { Email } }) => Email),
    phone: find(({ Payment: { Phone } }) => Phone),
  };
}

/** Returns the details as JSON. */
export function detailsData(
  { payment, possible, why, ...rest }: PaymentDetails,
  text: (one: PageText) => string,
): object {
  const { orderCode, order, transactions, state } = payment;
  const { actions, events, calls, customer } = rest;
  const byId = new Map(actions.map((one) => [one.id, one]));
  return {
    ...{ orderCode, requested: serviceMoney(order.RequestAmount, state?.currencyCode ?? null) },
    reference: order.MerchantTrns,
    state,
    transactions: transactions.map((one) => transactionData(one, byId)),
    ...{ possible, whyNot: why.map(text), actions, events, calls, customer },
  };
}

/** Returns a transaction without personal data. */
export function transactionData(one: Payment['transactions'][number], actions: ActionsById): object {
  const action = actions.get(one.MerchantTrns ?? '');
  const { id, who, why } = action ?? {};
  return {
    transactionId: one.TransactionId,
    parentId: one.ParentId,
    orderCode: one.Order.OrderCodeText,
    typeId: one.TransactionType.TransactionTypeId,
    statusId: one.StatusId,
    amount: signedAmount(one),
    currencyCode: one.CurrencyCode,
    lastFour: one.CreditCard.Number?.slice(-4) ?? null,
    reference: action === undefined ? one.MerchantTrns : action.reference,
    action: action === undefined ? null : { id, who, why },
    createdAt: one.InsDate,
    clearedAt: one.ClearanceDate,
  };
}
