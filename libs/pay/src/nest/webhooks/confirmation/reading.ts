import type { Order } from '../../../areas/payments/payments.types.js';
import type { PosSession } from '../../../areas/pos-session/pos-session.types.js';
import type { Transaction } from '../../../areas/transactions/transactions.types.js';
import type { MethodReturn } from '../../../core/method-return.js';
import { PayEventType, PayReconciledEventType } from '../../../webhooks/event-types.js';
import type { PayWebhookEvent } from '../../../webhooks/event.types.js';
import type { WebhookAccount } from '../webhook-account.js';
import { expiryObjection, orderObjection } from './order-objection.js';
import { withOrderValues, withSessionValues, withTransactionValues } from './own-values.js';
import {
  connectedAccountObjection,
  namesConnectedAccount,
  provesConnection,
} from './connected-account-objection.js';
import type { ConnectedAccount } from './connected-account-objection.js';
import { namesSession, sessionObjection } from './session-objection.js';
import { namesTransaction, transactionObjection } from './transaction-objection.js';
import type { Objection } from './verdict.js';

type Data = Readonly<Record<string, unknown>>;

/** How an event is confirmed: what is read back, whether it agrees, and whose values stand in the end. */
export interface Reading<Resource = Transaction | Order | PosSession | ConnectedAccount> {
  /** Null: the service has not finished itself. */
  read(): Promise<MethodReturn<Resource | null>>;
  objectionTo(resource: Resource): Objection;
  ownValues(resource: Resource): Data;
  /** Absent: what does not disagree is proof. */
  proves?(resource: Resource): boolean;
  /** The client may have no credentials for it: that it is refused then says nothing of the event. */
  mayBeClosed?: boolean;
}

/** Null when the event names nothing that the account's client can read back. */
export function readingOf(
  { eventTypeId, data: members }: Pick<PayWebhookEvent, 'eventTypeId' | 'data'>,
  account: WebhookAccount,
): Reading | null {
  const data: Data = members;
  const { readTransaction, readOrder, readSession, readConnectedAccount } = account;
  if (namesTransaction(eventTypeId) && readTransaction !== undefined) {
    return {
      read: () => readTransaction(textOf(data['TransactionId']), textOf(data['MerchantId'])),
      objectionTo: (transaction: Transaction) => transactionObjection(eventTypeId, data, transaction),
      ownValues: (transaction: Transaction) => ({
        ...withTransactionValues(data, transaction),
        ...idsAsAsked(data, account.name === 'isv'),
      }),
    };
  }
  if (eventTypeId === PayEventType.OrderUpdated && readOrder !== undefined) {
    return {
      read: () => readOrder(textOf(data['OrderCodeText'])),
      objectionTo: (order: Order) => orderObjection(data, order),
      ownValues: (order: Order) => withOrderValues(data, order),
    };
  }
  if (eventTypeId === PayReconciledEventType.OrderExpired && readOrder !== undefined) {
    return {
      read: () => readOrder(textOf(data['OrderCodeText'])),
      objectionTo: (order: Order) => expiryObjection(data, order),
      ownValues: (order: Order) => withOrderValues(data, order),
    };
  }
  const sessionId = textOf(data['SessionId']);
  if (namesSession(eventTypeId) && readSession !== undefined && sessionId !== '') {
    return {
      read: () => readSession(sessionId),
      objectionTo: (session: PosSession) => sessionObjection(eventTypeId, data, session),
      ownValues: (session: PosSession) => withSessionValues(data, session, account.merchantId),
      mayBeClosed: !account.hasTerminalCredentials,
    };
  }
  const accountId = textOf(data['ConnectedAccountId']);
  if (namesConnectedAccount(eventTypeId) && readConnectedAccount !== undefined && accountId !== '') {
    return {
      read: () => readConnectedAccount(accountId),
      objectionTo: (one: ConnectedAccount) => connectedAccountObjection(eventTypeId, data, one),
      proves: (one: ConnectedAccount) => provesConnection(eventTypeId, one),
      ownValues: () => data,
    };
  }
  return null;
}

/**
 * The ids that the reading was asked with, as the service writes them: it knows them in any capitals, a handler's books do
 * not. A merchant is asked with by an ISV only.
 */
function idsAsAsked(data: Data, isOfMerchant: boolean): Data {
  const names = ['TransactionId', ...(isOfMerchant ? ['MerchantId'] : [])];
  return Object.fromEntries(names.map((name) => [name, textOf(data[name]).toLowerCase()]));
}

/** The shape was checked before; a guard that skips that must not have an object read as an id. */
function textOf(id: unknown): string {
  return typeof id === 'string' ? id : '';
}
