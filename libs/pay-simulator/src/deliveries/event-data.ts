import { athensLocal } from '../domain/athens-time.js';
import { terminalNumber } from '../domain/card-reading.js';
import { currencyDecimals, majorUnits, scaled } from '../domain/currencies.js';
import type { DomainEvent, FundsTransferEvent, OnboardingEvent } from '../domain/events.js';
import type { MerchantAccount } from '../domain/merchant.js';
import { OrderState, type Order } from '../domain/order.js';
import { sessionValues } from '../domain/session-result.js';
import type { Sources } from '../domain/sources.js';
import type { TerminalSession } from '../domain/terminal-session.js';
import { ThreeDSecure, type Transaction } from '../domain/transaction.js';
import { transactionValues } from '../domain/transaction-members.js';
import { pickMembers, type Members } from '../domain/wire-json.js';
import { accountTransactionData, bankTransferData, obligationData } from './account-event-data.js';
import { EVENT_MEMBERS } from './event-members.generated.js';

/** Interchange fee of the simulated card schemes, in hundredths of a percent (inferred). */
const INTERCHANGE_BASIS_POINTS = 20n;

/** Event type ID for each domain event. @see contract/webhooks.yaml */
export const EVENT_TYPE_OF: Readonly<Record<DomainEvent['type'], number>> = {
  'payment-created': 1796,
  'reversal-created': 1797,
  'payment-failed': 1798,
  'price-calculated': 1799,
  'order-updated': 4865,
  'session-paid': 1802,
  'session-failed': 1803,
  'account-transaction': 2054,
  'bank-transfer-created': 768,
  'bank-transfer-executed': 769,
  'obligation-created': 5632,
  'obligation-captured': 5633,
  'account-connected': 8193,
  'account-verification-changed': 8194,
  'funds-transfer-created': 8448,
};

/** Creates the payload of an event with every member of the documented sample. @see contract/webhooks.yaml */
export function eventData(event: DomainEvent, account: MerchantAccount, sources: Sources): Members {
  if (event.type === 'order-updated') return orderData(event.order, account);
  if ('session' in event) return sessionData(event.session, event.transaction, account);
  if (event.type === 'account-transaction') return accountTransactionData(event.movement);
  if ('transfer' in event) return bankTransferData(event.transfer, account);
  if ('funds' in event) return fundsTransferData(event, account);
  if ('platformId' in event) return onboardingData(event);
  if ('obligation' in event) return obligationData(event.obligation);
  const sourceName = sources.find(event.transaction.sourceCode)?.name ?? event.transaction.sourceCode;
  const values = { sourceName, ...transactionValues(event.transaction, account) };
  return event.type === 'price-calculated'
    ? priceData(event.transaction, values)
    : transactionData(event.transaction, event.order, account, values);
}

function transactionData(
  transaction: Transaction,
  order: Order,
  account: MerchantAccount,
  values: object,
): Members {
  const { card, counter, isv, reading } = transaction;
  const approved = transaction.status !== 'E';
  const authenticated = approved && transaction.threeDSecure === ThreeDSecure.Authenticated;
  return pickMembers(EVENT_MEMBERS.Transaction, {
    // A member first, as in a new order.
    binId: approved && card ? 43 : 0,
    ...values,
    moto: transaction.moto === true,
    isDcc: false,
    ucaf: authenticated ? 'AAABBWFlmQAAAABjRWWZEEFgFz8=' : null,
    systemic: false,
    terminalId: terminalNumber(reading),
    dualMessage: false,
    insDate: athensLocal(transaction.createdAt),
    cardToken: card?.uniqueReference,
    descriptor: order.dynamicDescriptor,
    companyName: account.companyName,
    companyTitle: account.companyTitle,
    responseCode: approved ? '00' : responseCode(transaction.eventId),
    orderCulture: order.language,
    loyaltyTriggered: false,
    tags: [...order.tags, ...(counter?.tags ?? [])],
    billId: counter?.billId?.toString(),
    connectedAccountId: isv && account.isv?.accountId,
    resellerSourceName: resellerSourceName(transaction),
    merchantCategoryCode: account.merchantCategoryCode,
    resellerCompanyName: isv && account.isv?.companyName,
    assignedMerchantUsers: [],
    assignedResellerUsers: [],
    responseEventId: approved ? null : transaction.eventId,
    electronicCommerceIndicator: authenticated ? String(transaction.threeDSecure) : null,
    orderServiceId: 0,
    applicationIdentifierTerminal: reading?.aid,
    cardProductCategoryId: 0,
    cardProductAccountTypeId: 0,
    primaryAccountNumberLast4Digits: card?.number.slice(-4),
  });
}

/** Returns the two-character response code, which is the end of an issuer's event ID. */
function responseCode(eventId: number): string {
  return eventId > 10_000 && eventId < 10_100 ? String(eventId - 10_000).padStart(2, '0') : '05';
}

function priceData(transaction: Transaction, values: object): Members {
  const { amount, card, currencyCode, isv } = transaction;
  return pickMembers(EVENT_MEMBERS.TransactionPrice, {
    isvFee: majorUnits(isv?.amount ?? 0, currencyCode),
    ...values,
    interchange: scaled(
      card ? BigInt(amount) * INTERCHANGE_BASIS_POINTS : 0n,
      currencyDecimals(currencyCode) + 4,
    ),
    resellerSourceName: resellerSourceName(transaction),
  });
}

/** The simulator does not store an ISV's sources, so the code is used as the name. */
function resellerSourceName({ isv }: Transaction): string | undefined {
  return isv?.resellerSourceCode;
}

function orderData(order: Order, account: MerchantAccount): Members {
  return pickMembers(EVENT_MEMBERS.OrderUpdated, {
    ...order,
    ...order.customer,
    amount: majorUnits(order.amount, order.currencyCode),
    orderCode: BigInt(order.code),
    merchantId: account.credentials.merchant.merchantId,
    isCancelled: order.state === OrderState.Cancelled,
    expirationDate: order.expiresAt === null ? null : athensLocal(order.expiresAt),
    serviceId: 0,
  });
}

/** Creates the payload of a session's webhook. Amounts are in minor units; the order code is a string. @see contract/webhooks.yaml 1802, 1803 */
function sessionData(
  session: TerminalSession,
  transaction: Transaction | null,
  account: MerchantAccount,
): Members {
  return pickMembers(EVENT_MEMBERS.PosSession, {
    ...sessionValues(session, transaction),
    merchantId: account.credentials.merchant.merchantId,
    transactionDateTime: transaction && athensLocal(transaction.createdAt),
    abortAckTime: session.abortTakenAt === null ? null : athensLocal(session.abortTakenAt),
  });
}

/** Creates the payload of events 8193 and 8194. Neither has a member for the merchant ID. @see contract/webhooks.yaml */
function onboardingData({ type, account, platformId }: OnboardingEvent): Members {
  const { accountId, person, state } = account;
  const names =
    type === 'account-connected' ? EVENT_MEMBERS.AccountConnected : EVENT_MEMBERS.AccountVerification;
  return pickMembers(names, {
    personId: person?.personId,
    walletId: person && BigInt(person.walletId),
    platformPersonId: platformId,
    connectedAccountId: accountId,
    verified: state === 'verified',
  });
}

/** Creates the payload of event 8448. The amount is in major units. @see contract/webhooks.yaml */
function fundsTransferData({ funds, target }: FundsTransferEvent, account: MerchantAccount): Members {
  return pickMembers(EVENT_MEMBERS.Transfer, {
    ...funds,
    personId: account.credentials.merchant.merchantId,
    amount: majorUnits(funds.amount, target.currencyCode),
    transferId: funds.id,
    currencyCode: target.currencyCode,
    targetWalletId: BigInt(target.id),
    targetPersonId: target.ownerId,
    transactionId: funds.paymentId,
    executed: funds.executedAt === null ? null : new Date(funds.executedAt).toISOString(),
    debitWalletTransactionId: funds.debitId,
    creditWalletTransactionId: funds.creditId,
    // The only documented type.
    transferTypeId: 1,
  });
}
