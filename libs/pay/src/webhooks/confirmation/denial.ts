import { OrderState, TransactionStatus } from '../../areas/coded-values.generated.js';
import { kindOfType, movesBack } from '../../areas/transactions/movement-kind.js';
import { toMinorUnits } from '../../core/values/money.js';
import { PayEventType } from '../event-types.js';
import type {
  IsvConnectedAccount,
  Order,
  PosSession,
  SellerAccount,
  Transaction,
} from '../../areas/results.generated.js';

/** Why a resource does not confirm an event; `null` if it does. */
export type Denial = null | {
  /** `not-yet`: the service has not finished; the resource may confirm the event later. */
  kind: 'denied' | 'not-yet';
  /** The member that differs, for the log. */
  reason: string;
};

const denied = (reason: string): Denial => ({ kind: 'denied', reason });
const notYet = (reason: string): Denial => ({ kind: 'not-yet', reason });

interface TransactionRule {
  /** Direction in which the money moves; null if both are possible. */
  moves: 'in' | 'back' | null;
  /** Whether the transaction must have failed. */
  isFailed: boolean;
}

/**
 * Rules for events that a transaction confirms. Event 1799 is not among them, because its commission cannot be read. Events 1802
 * and 1803 are compared with their session.
 */
const TRANSACTION_RULES: Readonly<Partial<Record<number, TransactionRule>>> = {
  [PayEventType.TransactionPaymentCreated]: { moves: 'in', isFailed: false },
  [PayEventType.TransactionReversalCreated]: { moves: 'back', isFailed: false },
  [PayEventType.TransactionFailed]: { moves: null, isFailed: true },
};

/** Whether an event of this type is confirmed by the transaction that it names. */
export function namesTransaction(eventTypeId: number | null): eventTypeId is number {
  return eventTypeId !== null && TRANSACTION_RULES[eventTypeId] !== undefined;
}

/**
 * Compares an event with its transaction. This includes the kind of transaction, because a refund can have the order and amount of
 * a payment.
 */
export function transactionDenial(
  eventTypeId: number,
  data: Readonly<Record<string, unknown>>,
  transaction: Transaction,
): Denial {
  const rule = TRANSACTION_RULES[eventTypeId];
  if (rule === undefined) return denied('events of this type name no transaction');
  const { currencyCode, transactionTypeId, orderCodeText, merchantTrns } = transaction;
  if (!isSameOrder(data, orderCodeText)) return denied('OrderCode');
  if (!isSameCurrency(data['CurrencyCode'], currencyCode)) return denied('CurrencyCode');
  if (!amountAgrees(rule, data['Amount'], transaction)) return denied('Amount');
  if (!typeAgrees(rule, data['TransactionTypeId'], transactionTypeId)) return denied('TransactionTypeId');
  // The service may leave out newer fields.
  if (merchantTrns !== undefined && 'MerchantTrns' in data && !isSameText(data['MerchantTrns'], merchantTrns))
    return denied('MerchantTrns');
  // Handlers get the posted status, so it must be the status that the event means, or the current one.
  const meant = rule.isFailed ? TransactionStatus.Error : TransactionStatus.Finished;
  const posted = data['StatusId'];
  if (posted !== meant && posted !== transaction.statusId) return denied('StatusId');
  return statusDenial(rule, transaction);
}

function amountAgrees(rule: TransactionRule, posted: unknown, transaction: Transaction): boolean {
  const { amount, currencyCode } = transaction;
  // A refund of an unlisted type must not count as a payment.
  if (rule.moves === 'in' && amount < 0) return false;
  // Handlers never get the posted sign of other events: see withTransactionValues.
  const ignoreSign = rule.moves !== 'in';
  return typeof posted === 'number' && isSameAmount(posted, amount, currencyCode, { ignoreSign });
}

function typeAgrees({ moves }: TransactionRule, posted: unknown, known: number): boolean {
  if (posted !== null && posted !== undefined && posted !== known) return false;
  // New payment methods have new types, so an unlisted type may move money in either direction.
  if (moves === null || kindOfType(known) === undefined) return true;
  return movesBack(known) === (moves === 'back');
}

function statusDenial({ isFailed }: TransactionRule, transaction: Transaction): Denial {
  const { statusId, transactionTypeId } = transaction;
  if (statusId === TransactionStatus.Active) {
    const isHeld = !isFailed && kindOfType(transactionTypeId) === 'hold';
    return isHeld ? null : notYet('the transaction is still in progress');
  }
  return (statusId === TransactionStatus.Error) === isFailed ? null : denied('StatusId');
}

/** Compares an order event (4865) with its order. */
export function orderDenial(data: Readonly<Record<string, unknown>>, order: Order): Denial {
  const { CurrencyCode: currency } = data;
  if (!isSameOrder(data, order.OrderCodeText)) return denied('OrderCode');
  // The order has no currency. The posted one only decides how the decimals are compared.
  if (!isSameAmount(data['Amount'], order.RequestAmount, typeof currency === 'string' ? currency : null))
    return denied('Amount');
  if ('MerchantTrns' in data && !isSameText(data['MerchantTrns'], order.MerchantTrns))
    return denied('MerchantTrns');
  const isCancelled = data['IsCancelled'];
  if (typeof isCancelled !== 'boolean' || isCancelled !== (order.StateId === OrderState.Canceled))
    return denied('IsCancelled');
  return null;
}

/** Compares an expiry event with its order. Its other members are the order's own. */
export function expiryDenial(data: Readonly<Record<string, unknown>>, order: Order): Denial {
  if (!isSameOrder(data, order.OrderCodeText)) return denied('OrderCode');
  return order.StateId === OrderState.Expired ? null : denied('StateId');
}

/** Members that must be exactly the session's. */
const SESSION_MEMBERS = {
  SessionId: 'sessionId',
  TerminalId: 'terminalId',
  Success: 'success',
  EventId: 'eventId',
  /** In minor units on both sides. */
  Amount: 'amount',
} as const satisfies Record<string, keyof PosSession>;

/** Whether an event of this type is confirmed by a terminal session. */
export function namesSession(eventTypeId: number | null): boolean {
  return (
    eventTypeId === PayEventType.TransactionPosEcrSessionCreated ||
    eventTypeId === PayEventType.TransactionPosEcrSessionFailed
  );
}

/**
 * Compares a session event (1802, 1803) with its session. The transaction must be the session's own, because a forged event could
 * name the transaction of another session.
 */
export function sessionDenial(
  eventTypeId: number | null,
  data: Readonly<Record<string, unknown>>,
  session: PosSession,
): Denial {
  for (const [member, field] of Object.entries(SESSION_MEMBERS)) {
    if (data[member] !== session[field]) return denied(member);
  }
  if (session.success !== (eventTypeId === PayEventType.TransactionPosEcrSessionCreated))
    return denied('Success');
  if (!isSameCurrency(data['CurrencyCode'], session.currencyCode)) return denied('CurrencyCode');
  if (!isSameText(idOf(data['TransactionId']), idOf(session.transactionId))) return denied('TransactionId');
  if (!isSameText(codeOf(data['OrderCode']), codeOf(session.orderCode))) return denied('OrderCode');
  if (!isSameText(codeOf(data['OrderCodeText']), codeOf(session.orderCode))) return denied('OrderCode');
  if ('MerchantReference' in data && !isSameText(data['MerchantReference'], session.merchantReference))
    return denied('MerchantReference');
  return null;
}

function idOf(id: unknown): unknown {
  return typeof id === 'string' ? id.toLowerCase() : id;
}

/** Returns a code as text. Without a transaction, the code is '0' or missing, which gives null or undefined. */
function codeOf(code: unknown): unknown {
  const text = typeof code === 'number' ? String(code) : code;
  return text === '0' ? null : text;
}

/** A merchant of an ISV, or a seller of a platform. */
export type ConnectedAccount = IsvConnectedAccount | SellerAccount;

/** Whether an event of this type is confirmed by a connected account. */
export function namesConnectedAccount(eventTypeId: number | null): boolean {
  return (
    eventTypeId === PayEventType.AccountConnected ||
    eventTypeId === PayEventType.AccountVerificationStatusChanged
  );
}

/**
 * Compares an event (8193, 8194) with its connected account. Verification can change more than once, and only the current state
 * can be confirmed.
 */
export function connectedAccountDenial(
  eventTypeId: number | null,
  data: Readonly<Record<string, unknown>>,
  account: ConnectedAccount,
): Denial {
  const { ConnectedAccountId: id, Verified: verified } = data;
  if (typeof id !== 'string' || id.toLowerCase() !== account.accountId.toLowerCase())
    return denied('ConnectedAccountId');
  if (eventTypeId === PayEventType.AccountVerificationStatusChanged)
    return verified === account.verified ? null : denied('Verified');
  if ('merchantId' in account && account.merchantId === null) return notYet('the merchant is not connected');
  return null;
}

/**
 * Whether the account proves the event. A seller belongs to the platform from its invitation on, so only a seller that is verified
 * or may take payments has certainly connected.
 */
export function provesConnection(eventTypeId: number | null, account: ConnectedAccount): boolean {
  if (eventTypeId !== PayEventType.AccountConnected || 'merchantId' in account) return true;
  return account.verified === true || ('acquiringEnabled' in account && account.acquiringEnabled === true);
}

/** Whether two amounts in major units are equal in minor units. `ignoreSign` ignores their signs. */
export function isSameAmount(
  a: unknown,
  b: unknown,
  currency: string | null,
  { ignoreSign = false }: { ignoreSign?: boolean } = {},
): boolean {
  const [first, second] = [a, b].map((amount) => decimalText(amount, ignoreSign));
  if (first == null || second == null) return false;
  try {
    return toMinorUnits(first, currency ?? '') === toMinorUnits(second, currency ?? '');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // For an unlisted currency or a fraction of a minor unit, the decimals are compared.
    return Number(first) === Number(second);
  }
}

function decimalText(amount: unknown, ignoreSign: boolean): string | null {
  if (typeof amount !== 'number' && typeof amount !== 'string') return null;
  const text = String(amount).trim();
  if (!/^-?\d+(\.\d+)?$/.test(text)) return null;
  return ignoreSign ? text.replace('-', '') : text;
}

/** Whether an event names this order, in `OrderCodeText` and in `OrderCode`. */
function isSameOrder(data: Readonly<Record<string, unknown>>, orderCodeText: string): boolean {
  const { OrderCode: code, OrderCodeText: text } = data;
  return (
    (typeof code === 'number' || typeof code === 'string') &&
    String(code) === orderCodeText &&
    text === orderCodeText
  );
}

/** Compares currencies, which are text or numbers, with or without leading zeros. */
function isSameCurrency(posted: unknown, known: string): boolean {
  return (
    (typeof posted === 'string' || typeof posted === 'number') && String(posted).padStart(3, '0') === known
  );
}

/** Compares optional texts: null, undefined and empty are equal. */
function isSameText(posted: unknown, known: unknown): boolean {
  return (posted ?? '') === (known ?? '');
}
