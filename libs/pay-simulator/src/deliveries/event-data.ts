import { athensLocal, athensWithOffset } from '../domain/athens-time.js';
import { terminalNumber } from '../domain/card-reading.js';
import { MovementSubType } from '../domain/contract.generated.js';
import { currencyDecimals, majorUnits, scaled } from '../domain/currencies.js';
import type { DomainEvent, EventOf } from '../domain/events.js';
import type { MerchantAccount } from '../domain/merchant.js';
import { OrderState } from '../domain/order.js';
import { sessionValues } from '../domain/session-result.js';
import type { Sources } from '../domain/sources.js';
import { ThreeDSecure, type Transaction } from '../domain/transaction.js';
import { transactionValues } from '../domain/transaction-members.js';
import { pickMembers, type Members } from '../domain/wire-json.js';
import { EVENT_MEMBERS } from './event-members.generated.js';

/** Returns the values of an event by the service's names. Names that the payload does not have are left out of it. */
type Values<Event> = (event: Event, account: MerchantAccount, sources: Sources) => object;

/** Event type ID, members of the payload in their order, and values. */
type Payload<Event> = readonly [eventTypeId: number, members: readonly string[], values: Values<Event>];

/** Interchange fee of the simulated card schemes, in hundredths of a percent (inferred). */
const INTERCHANGE_BASIS_POINTS = 20n;

/** Movement type for a balance change. */
const BALANCE_CHANGE = 20;

/** Labels of movement kinds (inferred from the documented label). */
const TAGS: Readonly<Record<number, string>> = {
  [MovementSubType.PayOutIBAN]: 'PayOutIban',
  [MovementSubType.IBANPayoutFee]: 'PayOutIbanFee',
};

const transactionData: Values<EventOf<'payment-created'>> = ({ transaction, order }, account, sources) => {
  const { card, counter, isv, reading } = transaction;
  const approved = transaction.status !== 'E';
  const authenticated = approved && transaction.threeDSecure === ThreeDSecure.Authenticated;
  return {
    // A member first, as in a new order.
    binId: approved && card ? 43 : 0,
    ...sharedValues(transaction, account, sources),
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
  };
};

const priceData: Values<EventOf<'price-calculated'>> = ({ transaction }, account, sources) => {
  const { amount, card, currencyCode, isv } = transaction;
  return {
    isvFee: majorUnits(isv?.amount ?? 0, currencyCode),
    ...sharedValues(transaction, account, sources),
    interchange: scaled(
      card ? BigInt(amount) * INTERCHANGE_BASIS_POINTS : 0n,
      currencyDecimals(currencyCode) + 4,
    ),
  };
};

/** Values of both events of a payment. The simulator does not store an ISV's sources, so the code is used as the name. */
function sharedValues(transaction: Transaction, account: MerchantAccount, sources: Sources) {
  const { isv, sourceCode } = transaction;
  return {
    sourceName: sources.find(sourceCode)?.name ?? sourceCode,
    ...transactionValues(transaction, account),
    resellerSourceName: isv?.resellerSourceCode,
  };
}

/** Returns the two-character response code, which is the end of an issuer's event ID. */
function responseCode(eventId: number): string {
  return eventId > 10_000 && eventId < 10_100 ? String(eventId - 10_000).padStart(2, '0') : '05';
}

const orderData: Values<EventOf<'order-updated'>> = ({ order }, account) => ({
  ...order,
  ...order.customer,
  amount: majorUnits(order.amount, order.currencyCode),
  orderCode: BigInt(order.code),
  merchantId: account.credentials.merchant.merchantId,
  isCancelled: order.state === OrderState.Cancelled,
  expirationDate: order.expiresAt === null ? null : athensLocal(order.expiresAt),
  serviceId: 0,
});

/** Amounts are in minor units; the order code is a string. */
const sessionData: Values<EventOf<'session-paid'>> = ({ session, transaction }, account) => ({
  ...sessionValues(session, transaction),
  merchantId: account.credentials.merchant.merchantId,
  transactionDateTime: transaction && athensLocal(transaction.createdAt),
  abortAckTime: session.abortTakenAt === null ? null : athensLocal(session.abortTakenAt),
});

/** Neither event has a member for the merchant ID. */
const onboardingData: Values<EventOf<'account-connected'>> = ({ account, platformId }) => ({
  personId: account.person?.personId,
  walletId: account.person && BigInt(account.person.walletId),
  platformPersonId: platformId,
  connectedAccountId: account.accountId,
  verified: account.state === 'verified',
});

/** The amount is in major units. */
const fundsTransferData: Values<EventOf<'funds-transfer-created'>> = ({ funds, target }, account) => ({
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

/** Amounts are in major units; `Created` is local time without an offset. @see contract/openapi/wallets.yaml */
const accountTransactionData: Values<EventOf<'account-transaction'>> = ({ movement }) => {
  const { wallet, balanceAfter } = movement;
  const major = (minor: number | bigint) => majorUnits(minor, wallet.currencyCode);
  return {
    ...movement,
    tag: TAGS[movement.subTypeId],
    personId: wallet.ownerId,
    walletId: BigInt(wallet.id),
    amount: major(movement.amount),
    statusId: 'F',
    created: athensLocal(movement.createdAt),
    currencyCode: wallet.currencyCode,
    targetAmount: major(balanceAfter.available + balanceAfter.reserved),
    targetReserved: major(balanceAfter.reserved),
    targetAvailable: major(balanceAfter.available),
    targetOverdraft: major(0),
    walletTransactionId: movement.id,
    typeId: BALANCE_CHANGE,
  };
};

/** Amounts are in major units. */
const bankTransferData: Values<EventOf<'bank-transfer-created'>> = ({ transfer }, { companyTitle }) => {
  const { account, amount, fee, wallet } = transfer;
  return {
    ...account,
    ...transfer,
    fee: majorUnits(fee, wallet.currencyCode),
    amount: majorUnits(amount, wallet.currencyCode),
    personId: wallet.ownerId,
    walletId: BigInt(wallet.id),
    walletName: wallet.name,
    displayName: companyTitle,
    bankAccountName: account.friendlyName,
    bankAccountBankName: 'Example Bank',
    personRoles: ['ViewBalance', 'Merchant', 'AllowBankTransfers'],
  };
};

/** These events have no envelope. @see contract/behaviour/legacy-misc.yaml events */
const obligationData: Values<EventOf<'obligation-created'>> = ({ obligation }) => {
  const { wallet, target, completedAt } = obligation;
  return {
    ...obligation,
    personId: wallet.ownerId,
    walletId: BigInt(wallet.id),
    amount: majorUnits(obligation.amount, wallet.currencyCode),
    obligationId: obligation.id,
    targetPersonId: target.ownerId,
    targetWalletId: BigInt(target.id),
    created: athensWithOffset(obligation.createdAt),
    completed: completedAt === null ? null : athensWithOffset(completedAt),
    walletTransactionSubTypeId: MovementSubType.ObligationCaptured,
  };
};

/** Payload of each event. @see contract/webhooks.yaml */
const PAYLOADS: { readonly [Type in DomainEvent['type']]: Payload<EventOf<Type>> } = {
  'payment-created': [1796, EVENT_MEMBERS.Transaction, transactionData],
  'reversal-created': [1797, EVENT_MEMBERS.Transaction, transactionData],
  'payment-failed': [1798, EVENT_MEMBERS.Transaction, transactionData],
  'price-calculated': [1799, EVENT_MEMBERS.TransactionPrice, priceData],
  'order-updated': [4865, EVENT_MEMBERS.OrderUpdated, orderData],
  'session-paid': [1802, EVENT_MEMBERS.PosSession, sessionData],
  'session-failed': [1803, EVENT_MEMBERS.PosSession, sessionData],
  'account-transaction': [2054, EVENT_MEMBERS.AccountTransaction, accountTransactionData],
  'bank-transfer-created': [768, EVENT_MEMBERS.BankTransfer, bankTransferData],
  'bank-transfer-executed': [769, EVENT_MEMBERS.BankTransfer, bankTransferData],
  'obligation-created': [5632, EVENT_MEMBERS.Obligation, obligationData],
  'obligation-captured': [5633, EVENT_MEMBERS.Obligation, obligationData],
  'account-connected': [8193, EVENT_MEMBERS.AccountConnected, onboardingData],
  'account-verification-changed': [8194, EVENT_MEMBERS.AccountVerification, onboardingData],
  'funds-transfer-created': [8448, EVENT_MEMBERS.Transfer, fundsTransferData],
};

/** Returns the event type ID of an event. */
export const eventTypeOf = ({ type }: DomainEvent): number => PAYLOADS[type][0];

/** Creates the payload of an event with every member of the documented sample. */
export function eventData(event: DomainEvent, account: MerchantAccount, sources: Sources): Members {
  // The compiler does not see that an event and its row have the same type.
  const [, members, values] = PAYLOADS[event.type] as Payload<never>;
  return pickMembers(members, values(event as never, account, sources));
}
