import { defineOperation } from '../define-operation.js';
import type { PosSession } from '../results.generated.js';

export const RETRIEVE_SESSION_BY_ID = defineOperation('pos.session.retrieveSessionById', {
  response: { pick: readSession },
});

export const RETRIEVE_SESSION_INFO_BY_DATE = defineOperation('pos.session.retrieveSessionInfoByDate', {
  response: { pick: readSession },
});

/** Converts the event ID to a number. The service sends either form. */
function readSession(body: Record<string, unknown>): PosSession {
  const session = body as unknown as PosSession;
  const { eventId } = body;
  return typeof eventId === 'string' ? { ...session, eventId: Number(eventId) } : session;
}
