import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';
import { HeaderEvent, posReply } from './pos-reply.js';

/** Accepts the wish to abort a session; the session tells whether it came in time. @see contract/pos.json pos.session.abortSession */
export const abortSession =
  ({ terminalSessions }: Pick<Services, 'terminalSessions'>): OperationHandler =>
  ({ path, query }) =>
    posReply(() => {
      query.require('cashRegisterId');
      query.check();
      terminalSessions.abort(path.sessionId ?? '', query.text('cashRegisterId') ?? '');
      return { status: 200, eventId: HeaderEvent.AbortAccepted };
    });
