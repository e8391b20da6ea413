import { athensLocal } from '../domain/athens-time.js';
import { terminalNumber } from '../domain/card-reading.js';
import { currencyDecimals, majorUnits, scaled } from '../domain/currencies.js';
import type { DomainEvent, FundsTransferEvent, OnboardingEvent } from '../domain/events.js';
import { resellerSourceCode } from '../domain/isv-share.js';
import type { MerchantAccount } from '../domain/merchant.js';
import { OrderState, type Order } from '../domain/order.js';
import { sessionResult } from '../domain/session-result.js';
import type { Sources } from '../domain/sources.js';
import type { TerminalSession } from '../domain/terminal-session.js';
import { ThreeDSecure, type Transaction } from '../domain/transaction.js';
import { accountMembers, commonMembers, customerMembers } from '../domain/transaction-members.js';
import { inPascalCase, type JsonValue } from '../domain/wire-json.js';
import { accountTransactionData, bankTransferData, obligationData } from './account-event-data.js';

type EventData = Readonly<Record<string, JsonValue>>;

/** Interchange fee of the simulated card schemes, in hundredths of a percent (inferred). */
const INTERCHANGE_BASIS_POINTS = 20n;

/** Event type ID for each domain event. @see contract/webhook-events.json eventTable */
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

/** Creates the payload of an event with every member of the documented sample. @see contract/webhook-events.json */
export function eventData(event: DomainEvent, account: MerchantAccount, sources: Sources): EventData {
  if (event.type === 'order-updated') return orderData(event.order, account);
  if ('session' in event) return sessionData(event.session, event.transaction, account);
  if (event.type === 'account-transaction') return accountTransactionData(event.movement);
  if ('transfer' in event) return bankTransferData(event.transfer, account);
  if ('funds' in event) return fundsTransferData(event, account);
  if ('platformId' in event) return onboardingData(event);
  if ('obligation' in event) return obligationData(event.obligation);
  const sourceName = sources.find(event.transaction.sourceCode)?.name ?? event.transaction.sourceCode;
  return event.type === 'price-calculated'
    ? priceData(event.transaction, account, sourceName)
    : transactionData(event.transaction, event.order, account, sourceName);
}

function transactionData(
  transaction: Transaction,
  order: Order,
  account: MerchantAccount,
  sourceName: string,
): EventData {
  const { card, currencyCode, reading, status } = transaction;
  const approved = status !== 'E';
  const authenticated = approved && transaction.threeDSecure === ThreeDSecure.Authenticated;
  const major = (minor: number) => majorUnits(minor, currencyCode);
  const isv = isvOf(transaction, account);
  const members = {
    ...commonMembers(transaction),
    ...customerMembers(transaction),
    ...accountMembers(transaction, account),
  };
  return {
    ...inPascalCase(members),
    Moto: transaction.moto === true,
    BinId: approved && card ? 43 : 0,
    IsDcc: false,
    Ucaf: authenticated ? 'AAABBWFlmQAAAABjRWWZEEFgFz8=' : null,
    Phone: transaction.phone,
    Systemic: false,
    BatchId: null,
    TerminalId: terminalNumber(reading),
    ProductId: null,
    DualMessage: false,
    InsDate: athensLocal(transaction.createdAt),
    TotalFee: major(transaction.fee),
    CardToken: card?.uniqueReference ?? null,
    Descriptor: order.dynamicDescriptor,
    SourceName: sourceName,
    Latitude: null,
    Longitude: null,
    CompanyName: account.companyName,
    CompanyTitle: account.companyTitle,
    ReferenceNumber: transaction.referenceNumber,
    ResponseCode: approved ? '00' : responseCode(transaction.eventId),
    OrderCulture: order.language,
    TargetWalletId: null,
    LoyaltyTriggered: false,
    ClearanceDate: null,
    Tags: [...order.tags, ...(transaction.counter?.tags ?? [])],
    BillId: transaction.counter?.billId?.toString() ?? null,
    ConnectedAccountId: isv?.accountId ?? null,
    ResellerSourceName: resellerSourceName(transaction),
    MerchantCategoryCode: account.merchantCategoryCode,
    ResellerCompanyName: isv?.companyName ?? null,
    ExternalTransactionId: null,
    ResellerSourceAddress: null,
    ServiceId: transaction.serviceId ?? null,
    AssignedMerchantUsers: [],
    AssignedResellerUsers: [],
    ResponseEventId: approved ? null : transaction.eventId,
    ElectronicCommerceIndicator: authenticated ? String(transaction.threeDSecure) : null,
    OrderServiceId: 0,
    ApplicationIdentifierTerminal: reading?.aid ?? null,
    IntegrationId: null,
    CardProductCategoryId: 0,
    CardProductAccountTypeId: 0,
    DccSessionId: null,
    DccMarkup: null,
    DccDifferenceOverEcb: null,
    SurchargeAmount: null,
    PrimaryAccountNumberLast4Digits: card?.number.slice(-4) ?? null,
  };
}

/** Returns the two-character response code, which is the end of an issuer's event ID. */
function responseCode(eventId: number): string {
  return eventId > 10_000 && eventId < 10_100 ? String(eventId - 10_000).padStart(2, '0') : '05';
}

function priceData(transaction: Transaction, account: MerchantAccount, sourceName: string): EventData {
  const { currencyCode } = transaction;
  return {
    OrderCode: BigInt(transaction.orderCode),
    MerchantId: account.credentials.merchant.merchantId,
    IsvFee: majorUnits(transaction.isv?.amount ?? 0, currencyCode),
    ResellerId: isvOf(transaction, account)?.resellerId ?? null,
    SourceCode: transaction.sourceCode,
    SourceName: sourceName,
    TransactionId: transaction.id,
    CurrencyCode: currencyCode,
    Interchange: scaled(
      transaction.card ? BigInt(transaction.amount) * INTERCHANGE_BASIS_POINTS : 0n,
      currencyDecimals(currencyCode) + 4,
    ),
    TotalCommission: majorUnits(transaction.commission, currencyCode),
    ResellerSourceCode: resellerSourceCode(transaction),
    ResellerSourceName: resellerSourceName(transaction),
  };
}

/** Returns the ISV that made the payment for a connected merchant. */
function isvOf({ isv }: Transaction, account: MerchantAccount): MerchantAccount['isv'] {
  return isv && account.isv;
}

/** The simulator does not store an ISV's sources, so the code is used as the name. */
function resellerSourceName({ isv }: Transaction): string | null {
  return isv?.resellerSourceCode ?? null;
}

function orderData(order: Order, account: MerchantAccount): EventData {
  return {
    Email: order.customer.email,
    Amount: majorUnits(order.amount, order.currencyCode),
    OrderCode: BigInt(order.code),
    MerchantId: account.credentials.merchant.merchantId,
    FullName: order.customer.fullName,
    SourceCode: order.sourceCode,
    IsCancelled: order.state === OrderState.Cancelled,
    Tags: order.tags,
    Redeemed: null,
    CurrencyCode: order.currencyCode,
    MerchantTrns: order.merchantTrns,
    CustomerTrns: order.customerTrns,
    MaxInstallments: order.maxInstallments,
    TargetPersonId: null,
    TargetWalletId: null,
    DisablePaidState: order.disablePaidState,
    TargetWalletName: null,
    ExpirationDate: order.expiresAt === null ? null : athensLocal(order.expiresAt),
    ServiceId: 0,
  };
}

/** Creates the payload of a session's webhook. Amounts are in minor units; the order code is a string. @see contract/webhook-events.json 1802, 1803 */
function sessionData(
  session: TerminalSession,
  transaction: Transaction | null,
  account: MerchantAccount,
): EventData {
  return {
    ...inPascalCase(sessionResult(session, transaction)),
    MerchantId: account.credentials.merchant.merchantId,
    TransactionDateTime: transaction === null ? null : athensLocal(transaction.createdAt),
    AbortAckTime: session.abortTakenAt === null ? null : athensLocal(session.abortTakenAt),
  };
}

/** Creates the payload of events 8193 and 8194. Neither has a member for the merchant ID. @see contract/webhook-events.json */
function onboardingData({ type, account, platformId }: OnboardingEvent): EventData {
  const { accountId, person, state } = account;
  const shared = {
    PersonId: person?.personId ?? null,
    PlatformPersonId: platformId,
    ConnectedAccountId: accountId,
  };
  return type === 'account-connected'
    ? { ...shared, WalletId: person && BigInt(person.walletId) }
    : { ...shared, Verified: state === 'verified' };
}

/** Creates the payload of event 8448. The amount is in major units. @see contract/webhook-events.json */
function fundsTransferData({ funds, target }: FundsTransferEvent, account: MerchantAccount): EventData {
  return {
    PersonId: account.credentials.merchant.merchantId,
    Amount: majorUnits(funds.amount, target.currencyCode),
    ParentId: funds.parentId,
    TransferId: funds.id,
    CurrencyCode: target.currencyCode,
    TargetWalletId: BigInt(target.id),
    TargetPersonId: target.ownerId,
    TransactionId: funds.paymentId,
    Executed: funds.executedAt === null ? null : new Date(funds.executedAt).toISOString(),
    DebitWalletTransactionId: funds.debitId,
    CreditWalletTransactionId: funds.creditId,
    // The only documented type.
    TransferTypeId: 1,
  };
}
