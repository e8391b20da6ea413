import { isFinal } from '../../domain/terminal-session.js';
import { Refusal } from '../../domain/refusal.js';
import type { MerchantHandler } from '../handler.js';
import { HeaderEvent } from './header-event.js';
import { sessionView } from './session-view.js';

/** Returns an ended session, or 202 while it runs. @see contract/openapi/pos.yaml pos.session.retrieveSessionById */
export const retrieveSessionById: MerchantHandler = (services, { path }) => {
  const { cardTerminals, clock, terminalSessions } = services;
  const session = terminalSessions.find(path.sessionId ?? '');
  const saved =
    session !== undefined && clock.now() - session.createdAt >= cardTerminals.behavior.saveDelayMs;
  if (!saved) throw new Refusal(404, 'Session was not found', 1205);
  if (!isFinal(session)) return { status: 202, json: { detail: 'The session is being processed' } };
  const view = sessionView(session, services);
  const { retrievalReferenceNumber: reference } = view;
  return {
    status: 200,
    // A number here, as public SDKs type it, without leading zeros. The list and the webhooks have text.
    json: { ...view, retrievalReferenceNumber: typeof reference === 'string' ? Number(reference) : null },
    eventId: HeaderEvent.SessionReturned,
  };
};
