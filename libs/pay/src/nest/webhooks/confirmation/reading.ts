import type { Order } from '../../../areas/payments/payments.types.js';
import type { PosSession } from '../../../areas/pos-session/pos-session.types.js';
import type { Transaction } from '../../../areas/transactions/transactions.types.js';
import type { MethodReturn } from '../../../core/operation/method-return.js';
import { PayEventType, PayReconciledEventType } from '../../../webhooks/event-types.js';
import type { PayWebhookEvent } from '../../../webhooks/event.types.js';
import type { WebhookAccount } from '../webhook-account.js';
import {
  connectedAccountMismatch,
  expiryMismatch,
  namesConnectedAccount,
  namesSession,
  namesTransaction,
  orderMismatch,
  provesConnection,
  sessionMismatch,
  transactionMismatch,
} from './mismatch.js';
import type { ConnectedAccount, Mismatch } from './mismatch.js';
import { withOrderValues, withSessionValues, withTransactionValues } from './own-values.js';

type Data = Readonly<Record<string, unknown>>;

/** How an event is confirmed: what is read, what must agree, and which values handlers get. */
export interface Reading<Resource = Transaction | Order | PosSession | ConnectedAccount> {
  /** `null` if the service has not finished. */
  read(): Promise<MethodReturn<Resource | null>>;
  mismatchWith(resource: Resource): Mismatch;
  ownValues(resource: Resource): Data;
  /** Whether a resource without a mismatch proves the event. @default always */
  proves?(resource: Resource): boolean;
  /** Whether the client may lack the credentials: a refused read then says nothing about the event. */
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
      mismatchWith: (transaction: Transaction) => transactionMismatch(eventTypeId, data, transaction),
      ownValues: (transaction: Transaction) => ({
        ...withTransactionValues(eventTypeId, data, transaction),
        TransactionId: textOf(data['TransactionId']).toLowerCase(),
        ...merchantOf(data, account),
      }),
    };
  }
  if (eventTypeId === PayEventType.OrderUpdated && readOrder !== undefined) {
    return {
      read: () => readOrder(textOf(data['OrderCodeText'])),
      mismatchWith: (order: Order) => orderMismatch(data, order),
      ownValues: (order: Order) => ({ ...withOrderValues(data, order), ...merchantOf(data, account) }),
    };
  }
  if (eventTypeId === PayReconciledEventType.OrderExpired && readOrder !== undefined) {
    return {
      read: () => readOrder(textOf(data['OrderCodeText'])),
      mismatchWith: (order: Order) => expiryMismatch(data, order),
      ownValues: (order: Order) => withOrderValues(data, order),
    };
  }
  const sessionId = textOf(data['SessionId']);
  if (namesSession(eventTypeId) && readSession !== undefined && sessionId !== '') {
    return {
      read: () => readSession(sessionId),
      mismatchWith: (session: PosSession) => sessionMismatch(eventTypeId, data, session),
      ownValues: (session: PosSession) => withSessionValues(data, session, account.merchantId),
      mayBeClosed: !account.hasTerminalCredentials,
    };
  }
  const accountId = textOf(data['ConnectedAccountId']);
  if (namesConnectedAccount(eventTypeId) && readConnectedAccount !== undefined && accountId !== '') {
    return {
      read: () => readConnectedAccount(accountId),
      mismatchWith: (one: ConnectedAccount) => connectedAccountMismatch(eventTypeId, data, one),
      proves: (one: ConnectedAccount) => provesConnection(eventTypeId, one),
      ownValues: () => data,
    };
  }
  return null;
}

/**
 * The merchant that the resource was read for: an ISV reads for the merchant that the event names, a wallet for its own. The
 * service accepts ids in any case; handlers get them in lower case.
 */
function merchantOf(data: Data, { name, merchantId }: WebhookAccount): Data {
  if (name === 'isv') return { MerchantId: textOf(data['MerchantId']).toLowerCase() };
  return name === 'wallet' && merchantId !== null ? { MerchantId: merchantId.toLowerCase() } : {};
}

/** A guard of your own may skip the check of the shape: only a string is an id. */
function textOf(id: unknown): string {
  return typeof id === 'string' ? id : '';
}
