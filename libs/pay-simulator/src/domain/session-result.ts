import { readAt } from './card-reading.js';
import { SESSION_TEXTS, type TerminalSession } from './terminal-session.js';
import type { Transaction } from './transaction.js';

/** Returns the members that a session and its webhook share. Amounts are in minor units. */
export function sessionResult(session: TerminalSession, transaction: Transaction | null) {
  const { card } = session;
  const reading = card && readAt(session.terminalId, card);
  return {
    aid: reading?.aid ?? null,
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
    panEntryMode: reading?.panEntryMode ?? null,
    transactionId: session.transactionId,
    referenceNumber: transaction?.referenceNumber ?? 0,
    cardType: card?.scheme ?? null,
    bankId: card?.bankId ?? null,
    applicationLabel: reading?.applicationLabel ?? null,
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
