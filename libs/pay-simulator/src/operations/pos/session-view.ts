import { athensWithOffset } from '../../domain/athens-time.js';
import { sessionResult } from '../../domain/session-result.js';
import type { TerminalSession } from '../../domain/terminal-session.js';
import type { AccountServices } from '../../wiring/merchant-services.js';
import type { JsonValue } from '../../domain/wire-json.js';

/** Formats an ended session with every member of the contract. Amounts are in minor units. @see contract/pos.json pos.session.retrieveSessionById */
export function sessionView(session: TerminalSession, { transactions }: AccountServices): JsonValue {
  const transaction = transactions.find(session.transactionId ?? '') ?? null;
  return {
    ...sessionResult(session, transaction),
    transactionEventId: session.transactionEventId,
    transactionDateTime: transaction === null ? null : athensWithOffset(transaction.createdAt),
    abortAckTime: session.abortTakenAt === null ? null : athensWithOffset(session.abortTakenAt),
    showTransactionResult: session.showTransactionResult,
    showReceipt: session.showReceipt,
    skipSurcharge: session.skipSurcharge,
    interappCallback: session.interappCallback,
    loyaltyInfo: null,
    dccDetails: null,
    fiscalisationDetails: null,
    aadeTransactionId: null,
    aadeResultCommand: null,
    ...(session.isv && { isvDetails: { ...session.isv } }),
  };
}
