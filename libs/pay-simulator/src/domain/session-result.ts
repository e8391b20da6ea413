import { readAt } from './card-reading.js';
import { SESSION_TEXTS, type TerminalSession } from './terminal-session.js';
import type { Transaction } from './transaction.js';

/** Returns the values of a session by the service's names, for its response and its webhook. Amounts are in minor units. */
export function sessionValues(session: TerminalSession, transaction: Transaction | null) {
  const { card } = session;
  return {
    ...session,
    ...(card && readAt(session.terminalId, card)),
    tid: session.terminalId,
    amount: session.amount + session.tipAmount,
    preauth: session.kind === 'preauth',
    success: session.state === 'approved',
    message: SESSION_TEXTS[session.eventId],
    orderCode: transaction?.orderCode ?? '0',
    shortOrderCode: transaction?.orderCode.slice(0, 10) ?? '0',
    referenceNumber: transaction?.referenceNumber ?? 0,
    authorizationId: transaction?.authorizationId,
    transactionTypeId: transaction?.type,
    retrievalReferenceNumber: transaction?.retrievalReferenceNumber,
    abortSuccess: session.state === 'aborted',
    abortOperation: session.abortAskedAt !== null,
    cardType: card?.scheme,
    bankId: card?.bankId,
    primaryAccountNumberMasked: card?.number,
    verificationMethod: card && 'CONTACTLESS - NO CVM',
  };
}
