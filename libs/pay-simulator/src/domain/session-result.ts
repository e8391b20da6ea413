import { SESSION_TEXTS, type TerminalSession } from './terminal-session.js';
import type { Transaction } from './transaction.js';

/** EMV application of a scheme (inferred for all but Mastercard). */
const APPLICATIONS: Readonly<Record<string, { readonly aid: string; readonly label: string }>> = {
  Visa: { aid: 'A0000000031010', label: 'VISA' },
  Mastercard: { aid: 'A0000000041010', label: 'MASTERCARD' },
  Maestro: { aid: 'A0000000043060', label: 'MAESTRO' },
  'American Express': { aid: 'A000000025010801', label: 'AMERICAN EXPRESS' },
};

/** What a session and its webhook say alike of how it ended; amounts are minor units. */
export function sessionResult(session: TerminalSession, transaction: Transaction | null) {
  const { card } = session;
  const application = card === null ? undefined : APPLICATIONS[card.scheme];
  return {
    aid: application?.aid ?? null,
    tid: session.terminalId,
    amount: session.amount + session.tipAmount,
    eventId: session.eventId,
    preauth: session.kind === 'preauth',
    success: session.state === 'approved',
    message: SESSION_TEXTS[session.eventId],
    sessionId: session.sessionId,
    tipAmount: session.tipAmount,
    orderCode: transaction?.orderCode ?? '0',
    installments: session.installments,
    terminalId: session.terminalId,
    abortSuccess: session.state === 'aborted',
    abortOperation: session.abortAskedAt !== null,
    currencyCode: session.currencyCode,
    panEntryMode: card === null ? null : '07',
    transactionId: session.transactionId,
    referenceNumber: transaction?.referenceNumber ?? 0,
    cardType: card?.scheme ?? null,
    bankId: card?.bankId ?? null,
    applicationLabel: application?.label ?? null,
    shortOrderCode: transaction?.orderCode.slice(0, 10) ?? '0',
    authorizationId: transaction?.authorizationId ?? null,
    cashRegisterId: session.cashRegisterId,
    merchantReference: session.merchantReference,
    customerTrns: session.customerTrns,
    verificationMethod: card === null ? null : 'CONTACTLESS - NO CVM',
    transactionTypeId: transaction?.type ?? null,
    primaryAccountNumberMasked: card?.number ?? null,
    retrievalReferenceNumber: transaction?.retrievalReferenceNumber ?? null,
  };
}
