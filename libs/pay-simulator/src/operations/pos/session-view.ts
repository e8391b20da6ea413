import { athensWithOffset } from '../../domain/athens-time.js';
import { sessionValues } from '../../domain/session-result.js';
import type { TerminalSession } from '../../domain/terminal-session.js';
import type { Members } from '../../domain/wire-json.js';
import type { AccountServices } from '../../services/merchant-services.js';
import { membersOf } from '../members-of.js';

/** Formats an ended session with every member of the contract. Amounts are in minor units. @see contract/openapi/pos.yaml pos.session.retrieveSessionById */
export function sessionView(session: TerminalSession, { transactions }: AccountServices): Members {
  const transaction = transactions.find(session.transactionId ?? '') ?? null;
  return {
    ...membersOf('pos.session.retrieveSessionById', {
      ...sessionValues(session, transaction),
      transactionDateTime: transaction && athensWithOffset(transaction.createdAt),
      abortAckTime: session.abortTakenAt === null ? null : athensWithOffset(session.abortTakenAt),
    }),
    ...(session.isv && { isvDetails: { ...session.isv } }),
  };
}
