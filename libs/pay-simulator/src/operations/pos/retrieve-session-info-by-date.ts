import type { RetrieveSessionInfoByDateQuery } from '../request-values.generated.js';
import { isFinal } from '../../domain/terminal-session.js';
import type { AccountServices } from '../../services/merchant-services.js';
import type { OperationReply, OperationRequest } from '../../http/operation.js';
import { HeaderEvent } from './header-event.js';
import { sessionView } from './session-view.js';

const utcDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Lists the ended sessions of one or more merchants for a UTC day. @see contract/openapi/pos.yaml pos.session.retrieveSessionInfoByDate */
export const retrieveSessionInfoByDate = (
  services: AccountServices,
  { query }: OperationRequest<object, RetrieveSessionInfoByDateQuery>,
  merchants: readonly AccountServices[] = [services],
): OperationReply => {
  const { date: day = utcDay(services.clock.now()), AadeAutonomouslyOnly: onlyAutonomous = false } = query;
  const found = merchants.flatMap((merchant) =>
    merchant.terminalSessions
      .list()
      .filter(
        (one) =>
          (!onlyAutonomous || one.autonomous === true) && isFinal(one) && utcDay(one.createdAt) === day,
      )
      .map((one) => sessionView(one, merchant)),
  );
  return { status: 200, json: found, eventId: HeaderEvent.SessionReturned };
};
