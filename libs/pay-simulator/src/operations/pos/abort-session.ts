import type { AbortSessionQuery } from '../request-values.generated.js';
import type { MerchantHandler } from '../handler.js';
import { HeaderEvent } from './header-event.js';

/** Requests the abort of a session. The session shows whether the abort was in time. @see contract/openapi/pos.yaml pos.session.abortSession */
export const abortSession: MerchantHandler<object, AbortSessionQuery> = (
  { terminalSessions },
  { path, query },
) => {
  const { cashRegisterId } = query;
  terminalSessions.abort(path.sessionId ?? '', cashRegisterId);
  return { status: 200, eventId: HeaderEvent.AbortAccepted };
};
