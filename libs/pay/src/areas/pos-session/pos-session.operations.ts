import { defineOperation } from '../../core/operation/operation.js';
import {
  AbortSessionOptions,
  RetrieveSessionOptions,
  RetrieveSessionsByDateOptions,
} from './pos-session.types.js';
import type { PosSession } from './pos-session.types.js';

/** Members that show whether money moved, and how much. */
const SESSION_TYPES = {
  sessionId: 'text',
  success: 'boolean',
  eventId: 'wholeNumber',
  amount: 'number',
  tipAmount: 'number',
  abortSuccess: 'boolean',
} as const;

export const RETRIEVE_SESSION_BY_ID = defineOperation<PosSession | null>()({
  id: 'pos.session.retrieveSessionById',
  method: 'GET',
  host: 'api',
  path: '/ecr/v1/sessions/{sessionId}',
  parameters: { sessionId: 'text' },
  auth: 'cloudTerminal',
  retry: 'safe',
  options: { dto: RetrieveSessionOptions, in: 'query', toPath: { sessionId: 'sessionId' } },
  answer: {
    kind: 'json',
    required: ['sessionId', 'success'],
    members: { types: SESSION_TYPES, echoes: { sessionId: 'sessionId' } },
    pick: readSession,
    pendingOn202: true,
  },
});

export const RETRIEVE_SESSION_INFO_BY_DATE = defineOperation<PosSession[]>()({
  id: 'pos.session.retrieveSessionInfoByDate',
  method: 'GET',
  host: 'api',
  path: '/ecr/v1/sessions',
  auth: 'cloudTerminal',
  retry: 'safe',
  options: { dto: RetrieveSessionsByDateOptions, in: 'query' },
  answer: {
    kind: 'list',
    required: ['sessionId', 'success'],
    members: { types: SESSION_TYPES },
    pick: readSession,
  },
});

export const ABORT_SESSION = defineOperation<null>()({
  id: 'pos.session.abortSession',
  method: 'DELETE',
  host: 'api',
  path: '/ecr/v1/sessions/{sessionId}',
  parameters: { sessionId: 'text' },
  auth: 'cloudTerminal',
  retry: 'idempotent',
  options: { dto: AbortSessionOptions, in: 'query', toPath: { sessionId: 'sessionId' } },
  answer: { kind: 'empty' },
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
