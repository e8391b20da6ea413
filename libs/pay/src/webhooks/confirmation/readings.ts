import { OrderState, TransactionStatus } from '../../areas/coded-values.generated.js';
import type { LegacyTransactions, Order, PosSession, Transaction } from '../../areas/results.generated.js';
import { kindOfType, movesBack } from '../../areas/transactions/movement-kind.js';
import { PayErrorCode } from '../../core/operation/method-return.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { isSameId } from '../../core/values/uuid.js';
import { PayEventType, PayReconciledEventType } from '../event-types.js';
import type { PayWebhookEvent } from '../event.types.js';
import {
  denialOf,
  isSameAmount,
  isSameCurrency,
  isSameOptionalCode,
  isSameOptionalId,
  isSameOrder,
  isSameReference,
  notYet,
} from './comparisons.js';
import type { Denial, EventData } from './comparisons.js';
import { orderValues, sessionValues, transactionValues } from './confirmed-values.js';
import type { ConnectedAccount, Resource } from './confirmed-values.js';
import type { ConfirmingAccount } from './confirming-endpoint.js';

/** How the events of a type are confirmed: the read, the comparison, and the values that handlers get. */
export interface Reading<One = Resource> {
  /**
   * Returns the read of what an event names. It resolves with null if the service has not finished. Returns nothing if the account's
   * client cannot make the read.
   */
  readOf(data: EventData, account: ConfirmingAccount): (() => Promise<MethodReturn<One | null>>) | undefined;
  /** Returns why the resource contradicts the event, or that it is too early to tell; null if they agree. */
  denialBy(data: EventData, resource: One): Denial;
  /** Returns the members that the read has, and the posted members that were compared with it. */
  ownValues(data: EventData, resource: One, account: ConfirmingAccount): EventData;
  /** Whether the resource has all members of the event, so that no posted member is passed on. */
  isComplete?: boolean;
  /** Whether a resource without a denial proves the event. @default always */
  proves?(resource: One): boolean;
  /** Whether the client may lack the credentials for the read, so that a refused read does not deny the event. */
  mayLackAccess?(account: ConfirmingAccount): boolean;
}

/** Returns the read that confirms an event; undefined if the account's client has none. */
export function readOf(
  { eventTypeId, data }: Pick<PayWebhookEvent, 'eventTypeId' | 'data'>,
  account: ConfirmingAccount,
): ReturnType<Reading['readOf']> {
  return READINGS[eventTypeId ?? 0]?.readOf(data, account);
}

/**
 * Compares events with their transaction. This includes the kind of transaction, because a refund can have the order and amount of a
 * payment.
 *
 * @param moves - Direction in which the money moves; null if both are possible.
 * @param isFailed - Whether the transaction must have failed.
 */
function transactionReading(
  eventTypeId: PayEventType,
  moves: 'in' | 'back' | null,
  isFailed = false,
): Reading<Transaction> {
  // Handlers get the posted status, so it must be the status that the event means, or the current one.
  const meant = isFailed ? TransactionStatus.Error : TransactionStatus.Finished;
  const isSameType = (posted: unknown, known: number): boolean => {
    if (posted !== null && posted !== undefined && posted !== known) return false;
    // New payment methods have new types, so an unlisted type may move money in either direction.
    return moves === null || kindOfType(known) === undefined || movesBack(known) === (moves === 'back');
  };
  return {
    readOf: ({ TransactionId, MerchantId }, { readTransaction }) =>
      readTransaction && (() => readTransaction(textOf(TransactionId), textOf(MerchantId))),
    denialBy(data, transaction) {
      const { amount, currencyCode, transactionTypeId, statusId, orderCodeText, merchantTrns } = transaction;
      const isActive = statusId === TransactionStatus.Active;
      const denial = denialOf({
        OrderCode: isSameOrder(data, orderCodeText),
        CurrencyCode: isSameCurrency(data.CurrencyCode, currencyCode),
        // A refund of an unlisted type must not count as a payment. Handlers never get the posted sign of other events.
        Amount:
          (moves !== 'in' || amount >= 0) &&
          typeof data.Amount === 'number' &&
          isSameAmount(data.Amount, amount, currencyCode, { ignoreSign: moves !== 'in' }),
        TransactionTypeId: isSameType(data.TransactionTypeId, transactionTypeId),
        // The service may leave out newer fields.
        MerchantTrns: merchantTrns === undefined || isSameReference(data, 'MerchantTrns', merchantTrns),
        StatusId:
          (data.StatusId === meant || data.StatusId === statusId) &&
          (isActive || (statusId === TransactionStatus.Error) === isFailed),
      });
      const isHeld = !isFailed && kindOfType(transactionTypeId) === 'hold';
      return denial ?? (isActive && !isHeld ? notYet('the transaction is still in progress') : null);
    },
    ownValues: (data, transaction, account) => ({
      ...transactionValues(eventTypeId, transaction),
      StatusId: data.StatusId,
      TransactionId: textOf(data.TransactionId).toLowerCase(),
      ...merchantOf(data, account),
    }),
  };
}

const ORDER_UPDATED: Reading<Order> = {
  readOf: ({ OrderCodeText }, { readOrder }) => readOrder && (() => readOrder(textOf(OrderCodeText))),
  denialBy: (data, order) =>
    denialOf({
      OrderCode: isSameOrder(data, order.OrderCodeText),
      // The order has no currency. The posted one only decides how the decimals are compared.
      Amount: isSameAmount(data.Amount, order.RequestAmount, textOf(data.CurrencyCode)),
      MerchantTrns: isSameReference(data, 'MerchantTrns', order.MerchantTrns),
      IsCancelled: data.IsCancelled === (order.StateId === OrderState.Canceled),
    }),
  ownValues: (data, order, account) => ({
    ...orderValues(order),
    IsCancelled: data.IsCancelled,
    ...merchantOf(data, account),
  }),
};

/** The other members of the event are the order's own. */
const ORDER_EXPIRED: Reading<Order> = {
  readOf: ({ OrderCodeText }, { readOrder, listTransactions }) =>
    readOrder && listTransactions && (() => readExpiry(textOf(OrderCodeText), readOrder, listTransactions)),
  denialBy: (data, order) =>
    denialOf({
      OrderCode: isSameOrder(data, order.OrderCodeText),
      StateId: order.StateId === OrderState.Expired,
    }),
  ownValues: (_data, order) => orderValues(order),
};

/** The transaction must be the session's own, because a forged event could name the transaction of another session. */
const sessionReading = (success: boolean): Reading<PosSession> => ({
  readOf({ SessionId }, { readSession }) {
    const id = textOf(SessionId);
    return id === '' ? undefined : readSession && (() => readSession(id));
  },
  denialBy: (data, session) =>
    denialOf({
      SessionId: data.SessionId === session.sessionId,
      TerminalId: data.TerminalId === session.terminalId,
      Success: data.Success === session.success && session.success === success,
      EventId: data.EventId === session.eventId,
      // In minor units on both sides.
      Amount: data.Amount === session.amount,
      CurrencyCode: isSameCurrency(data.CurrencyCode, session.currencyCode),
      TransactionId: isSameOptionalId(data.TransactionId, session.transactionId),
      OrderCode:
        isSameOptionalCode(data.OrderCode, session.orderCode) &&
        isSameOptionalCode(data.OrderCodeText, session.orderCode),
      MerchantReference: isSameReference(data, 'MerchantReference', session.merchantReference),
    }),
  ownValues: (data, session, { merchantId }) => sessionValues(data, session, merchantId),
  isComplete: true,
  mayLackAccess: ({ hasTerminalCredentials }) => !hasTerminalCredentials,
});

const readOfAccount = (
  { ConnectedAccountId }: EventData,
  { readConnectedAccount }: ConfirmingAccount,
): (() => Promise<MethodReturn<ConnectedAccount>>) | undefined => {
  const id = textOf(ConnectedAccountId);
  return id === '' ? undefined : readConnectedAccount && (() => readConnectedAccount(id));
};

const ACCOUNT_CONNECTED: Reading<ConnectedAccount> = {
  readOf: readOfAccount,
  denialBy: ({ ConnectedAccountId }, account) =>
    denialOf({ ConnectedAccountId: isSameId(ConnectedAccountId, account.accountId) }) ??
    ('merchantId' in account && account.merchantId === null ? notYet('the merchant is not connected') : null),
  // A seller belongs to the platform from its invitation on, so only one that is verified or may take payments has certainly connected.
  proves: (account) =>
    'merchantId' in account ||
    account.verified === true ||
    ('acquiringEnabled' in account && account.acquiringEnabled === true),
  ownValues: ({ ConnectedAccountId }) => ({ ConnectedAccountId }),
};

/** Verification can change more than once, and only the current state can be confirmed. */
const ACCOUNT_VERIFIED: Reading<ConnectedAccount> = {
  readOf: readOfAccount,
  denialBy: ({ ConnectedAccountId, Verified }, { accountId, verified }) =>
    denialOf({
      ConnectedAccountId: isSameId(ConnectedAccountId, accountId),
      Verified: Verified === verified,
    }),
  ownValues: ({ ConnectedAccountId }, { verified: Verified }) => ({ ConnectedAccountId, Verified }),
};

/** Readings by event type. Event 1799 has none, because its commission cannot be read. */
export const READINGS: Readonly<Partial<Record<number, Reading>>> = {
  [PayEventType.TransactionPaymentCreated]: transactionReading(PayEventType.TransactionPaymentCreated, 'in'),
  [PayEventType.TransactionReversalCreated]: transactionReading(
    PayEventType.TransactionReversalCreated,
    'back',
  ),
  [PayEventType.TransactionFailed]: transactionReading(PayEventType.TransactionFailed, null, true),
  [PayEventType.OrderUpdated]: ORDER_UPDATED,
  [PayReconciledEventType.OrderExpired]: ORDER_EXPIRED,
  [PayEventType.TransactionPosEcrSessionCreated]: sessionReading(true),
  [PayEventType.TransactionPosEcrSessionFailed]: sessionReading(false),
  [PayEventType.AccountConnected]: ACCOUNT_CONNECTED,
  [PayEventType.AccountVerificationStatusChanged]: ACCOUNT_VERIFIED,
};

/** Reads an order that may have expired. Resolves with null while a payment of it is in progress, which can still succeed. */
async function readExpiry(
  orderCode: string,
  readOrder: (orderCode: string) => Promise<MethodReturn<Order>>,
  listTransactions: (orderCode: string) => Promise<MethodReturn<LegacyTransactions>>,
): Promise<MethodReturn<Order | null>> {
  const order = await readOrder(orderCode);
  if (!order.success || order.data.StateId !== OrderState.Expired) return order;
  // Read after the order: a payment can begin until the order expires.
  const list = await listTransactions(orderCode);
  if (!list.success) return list.code === PayErrorCode.NotFound ? order : list;
  const isInProgress = list.data.Transactions.some(({ StatusId }) => StatusId === TransactionStatus.Active);
  return isInProgress ? { ...order, data: null } : order;
}

/**
 * Returns the merchant that the resource was read for: an ISV reads for the merchant that the event names, a wallet for its own.
 * The service accepts IDs in any case, and handlers get them in lower case.
 */
export function merchantOf(data: EventData, { name, merchantId }: ConfirmingAccount): EventData {
  if (name === 'isv') return { MerchantId: textOf(data.MerchantId).toLowerCase() };
  return name === 'wallet' && merchantId !== null ? { MerchantId: merchantId.toLowerCase() } : {};
}

/** Returns an ID, or an empty string: a guard of your own may skip the check of the event's shape. */
export function textOf(id: unknown): string {
  return typeof id === 'string' ? id : '';
}
