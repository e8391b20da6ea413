import { isFinal } from '../../domain/terminal-session.js';
import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';
import { HeaderEvent, posReply } from './pos-reply.js';
import { sessionView } from './session-view.js';

const utcDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** What a merchant's sessions are read from. */
type Till = Pick<Services, 'terminalSessions' | 'transactions'>;

/** Lists the sessions that ended, of one UTC day, of one merchant or of several. @see contract/pos.json pos.session.retrieveSessionInfoByDate */
export const retrieveSessionInfoByDate =
  ({ clock }: Pick<Services, 'clock'>, tills: () => readonly Till[]): OperationHandler =>
  ({ query }) =>
    posReply(() => {
      const date = query.text('date', {
        pattern: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
        expected: 'a day, yyyy-MM-dd',
      });
      // Sessions that a terminal starts by itself do not happen here.
      const onlyAutonomous = query.boolean('AadeAutonomouslyOnly') === true;
      query.check();
      const day = date ?? utcDay(clock.now());
      const found = tills().flatMap((till) =>
        till.terminalSessions
          .list()
          .filter((one) => !onlyAutonomous && isFinal(one) && utcDay(one.createdAt) === day)
          .map((one) => sessionView(one, till)),
      );
      return { status: 200, json: found, eventId: HeaderEvent.SessionReturned };
    });
