import type { Order } from '../../../areas/payments/payments.types.js';
import type { PosSession } from '../../../areas/pos-session/pos-session.types.js';
import type { Transaction } from '../../../areas/transactions/transactions.types.js';

type Data = Readonly<Record<string, unknown>>;

/** Members of 1796 to 1798 that the transaction carries too, in the same unit and form. */
const OF_TRANSACTION = {
  BankId: 'bankId',
  CardCountryCode: 'cardCountryCode',
  CardExpirationDate: 'cardExpirationDate',
  CardIssuingBank: 'cardIssuingBank',
  CardNumber: 'cardNumber',
  CardTypeId: 'cardTypeId',
  CardUniqueReference: 'cardUniqueReference',
  ConversionRate: 'conversionRate',
  CurrencyCode: 'currencyCode',
  CurrentInstallment: 'currentInstallment',
  CustomerTrns: 'customerTrns',
  DigitalWalletId: 'digitalWalletId',
  Email: 'email',
  FullName: 'fullName',
  InsDate: 'insDate',
  MerchantTrns: 'merchantTrns',
  OriginalCurrencyCode: 'originalCurrencyCode',
  SourceCode: 'sourceCode',
  Switching: 'switching',
  TotalInstallments: 'totalInstallments',
  TransactionTypeId: 'transactionTypeId',
} as const satisfies Record<string, keyof Transaction>;

/** Members of 4865 that the order carries too. */
const OF_ORDER = {
  Amount: 'RequestAmount',
  CustomerTrns: 'CustomerTrns',
  ExpirationDate: 'ExpirationDate',
  MaxInstallments: 'MaxInstallments',
  MerchantTrns: 'MerchantTrns',
  SourceCode: 'SourceCode',
  Tags: 'Tags',
} as const satisfies Record<string, keyof Order>;

/** Members of 1802 and 1803 that the session carries too. */
const OF_SESSION = {
  Aid: 'aid',
  Tid: 'tid',
  Amount: 'amount',
  EventId: 'eventId',
  Preauth: 'preauth',
  Success: 'success',
  Message: 'message',
  SessionId: 'sessionId',
  TipAmount: 'tipAmount',
  Installments: 'installments',
  TerminalId: 'terminalId',
  AbortSuccess: 'abortSuccess',
  AbortOperation: 'abortOperation',
  CurrencyCode: 'currencyCode',
  PanEntryMode: 'panEntryMode',
  TransactionId: 'transactionId',
  ReferenceNumber: 'referenceNumber',
  CardType: 'cardType',
  BankId: 'bankId',
  ApplicationLabel: 'applicationLabel',
  ShortOrderCode: 'shortOrderCode',
  AuthorizationId: 'authorizationId',
  CashRegisterId: 'cashRegisterId',
  MerchantReference: 'merchantReference',
  CustomerTrns: 'customerTrns',
  VerificationMethod: 'verificationMethod',
  TransactionTypeId: 'transactionTypeId',
  TransactionDateTime: 'transactionDateTime',
  PrimaryAccountNumberMasked: 'primaryAccountNumberMasked',
  RetrievalReferenceNumber: 'retrievalReferenceNumber',
  AbortAckTime: 'abortAckTime',
} as const satisfies Record<string, keyof PosSession>;

/**
 * An event's data with what the service itself says of the transaction in place of what was posted: a forgery that
 * agrees in money and order could say anything of the rest. Amounts keep the event's sign; StatusId stays the event's,
 * for the transaction may have moved on since.
 */
export function withTransactionValues(data: Data, transaction: Transaction): Record<string, unknown> {
  const { originalAmount } = transaction;
  const sign = Number(data['Amount']) < 0 ? -1 : 1;
  return {
    ...data,
    ...carried(OF_TRANSACTION, transaction),
    ...(originalAmount !== undefined && { OriginalAmount: sign * Math.abs(originalAmount) }),
  };
}

/** The same for an order event. */
export function withOrderValues(data: Data, order: Order): Record<string, unknown> {
  return { ...data, ...carried(OF_ORDER, order) };
}

/** Members of a session event that were compared with the session. */
const COMPARED_WITH_SESSION = ['OrderCode', 'OrderCodeText'] as const;

/**
 * The same for a session event, and nothing else: the session carries all that such an event says. The account stays where it
 * is the one that asked.
 */
export function withSessionValues(
  data: Data,
  session: PosSession,
  merchantId: string | null,
): Record<string, unknown> {
  const compared = COMPARED_WITH_SESSION.filter((name) => name in data).map(
    (name) => [name, data[name]] as const,
  );
  const { MerchantId: stated } = data;
  const isOurs = typeof stated === 'string' && stated.toLowerCase() === merchantId?.toLowerCase();
  return {
    ...Object.fromEntries(compared),
    ...(isOurs && { MerchantId: stated }),
    ...carried(OF_SESSION, session),
  };
}

function carried<Resource extends object>(
  members: Readonly<Record<string, keyof Resource>>,
  resource: Resource,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members)
      .map(([member, field]) => [member, resource[field]] as const)
      .filter(([, value]) => value !== undefined),
  );
}
