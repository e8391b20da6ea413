import { defineOperation } from '../define-operation.js';
import {
  AbortSessionOptions,
  RetrieveSessionOptions,
  RetrieveSessionsByDateOptions,
} from './pos-session.types.js';
import type { PosSession } from '../results.generated.js';

/** Members that show whether money moved, and how much. */
const SESSION_TYPES = {
  sessionId: 'text',
  success: 'boolean',
  eventId: 'wholeNumber',
  amount: 'number',
  tipAmount: 'number',
  abortSuccess: 'boolean',
} as const;

export const RETRIEVE_SESSION_BY_ID = defineOperation<PosSession | null>()(
  'pos.session.retrieveSessionById',
  {
    options: { dto: RetrieveSessionOptions },
    response: {
      kind: 'json',
      required: ['sessionId', 'success'],
      members: { types: SESSION_TYPES, echoes: { sessionId: 'sessionId' } },
      pick: readSession,
      pendingOn202: true,
    },
  },
);

export const RETRIEVE_SESSION_INFO_BY_DATE = defineOperation<PosSession[]>()(
  'pos.session.retrieveSessionInfoByDate',
  {
    options: { dto: RetrieveSessionsByDateOptions },
    response: {
      kind: 'list',
      required: ['sessionId', 'success'],
      members: { types: SESSION_TYPES },
      pick: readSession,
    },
  },
);

export const ABORT_SESSION = defineOperation<null>()('pos.session.abortSession', {
  options: { dto: AbortSessionOptions },
  response: { kind: 'empty' },
});

/** Converts the retrieval reference to a string, and the event ID to a number. The service sends either form. */
function readSession(body: Record<string, unknown>): PosSession {
  const session = body as unknown as PosSession;
  const { retrievalReferenceNumber: reference, eventId } = body;
  return {
    ...session,
    ...(typeof eventId === 'string' && { eventId: Number(eventId) }),
    ...(typeof reference === 'number' && { retrievalReferenceNumber: String(reference) }),
  };
}
