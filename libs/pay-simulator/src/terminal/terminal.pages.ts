import { TERMINAL_PATH } from '../console/console-address.js';
import { redirectReply, type Page, type PageRequest } from '../http/page.js';
import type { HttpReply } from '../http/reply.js';
import type { Services } from '../services/services.js';
import { terminalAddress, terminalListAddress } from './terminal-address.js';
import { terminalListPage, unknownTerminalPage } from './terminal-list.view.js';
import { readBehavior, TERMINAL_ACTIONS, type TerminalAction } from './terminal.actions.js';
import { terminalListModel, terminalModel, terminalOwner, type TerminalOwner } from './terminal.model.js';
import { terminalPage } from './terminal.view.js';

const CHANGED = 'The screen has changed, so nothing was done. Refresh the page and try again.';

/** Serves the pages of the card terminals, also of connected merchants. */
export function terminalPages(): readonly Page<Services>[] {
  const show = (
    owner: TerminalOwner,
    status: number,
    terminalId: string,
    problem: string | null = null,
  ): HttpReply => {
    const model = terminalModel(owner, terminalId, problem);
    return model ? terminalPage(status, model) : unknownTerminalPage(terminalListModel(owner));
  };

  const press =
    ({ needsSession, run }: TerminalAction): Page<Services>['respond'] =>
    async (services, { path, query, form }: PageRequest): Promise<HttpReply> => {
      const owner = terminalOwner(services, query);
      const { cardTerminals, connectedId, terminalSessions } = owner;
      const terminalId = path.terminalId ?? '';
      const address = terminalAddress(connectedId, terminalId);
      if (!terminalModel(owner, terminalId)) return show(owner, 404, terminalId);
      if (needsSession) {
        const requested = terminalSessions.find(form.get('session') ?? '');
        const current = cardTerminals.session(terminalId);
        if (requested?.terminalId !== terminalId || (current && current.sessionId !== requested.sessionId))
          return show(owner, 409, terminalId, CHANGED);
        // After a second click, or if the session already ended, the screen shows the result.
        if (requested.state !== 'on-terminal') return redirectReply(address);
      }
      try {
        await run(owner, terminalId, form);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return show(owner, 400, terminalId, error.message);
      }
      return redirectReply(address);
    };

  const configure = (services: Services, { query, form }: PageRequest): HttpReply => {
    const owner = terminalOwner(services, query);
    try {
      owner.cardTerminals.configure(readBehavior(form), 'outside');
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return terminalListPage(400, terminalListModel(owner, error.message));
    }
    return redirectReply(terminalListAddress(owner.connectedId));
  };

  return [
    {
      method: 'GET',
      path: TERMINAL_PATH,
      respond: (services, { query }) =>
        terminalListPage(200, terminalListModel(terminalOwner(services, query))),
    },
    { method: 'POST', path: TERMINAL_PATH, respond: configure },
    {
      method: 'GET',
      path: `${TERMINAL_PATH}/{terminalId}`,
      respond: (services, { path, query }) =>
        show(terminalOwner(services, query), 200, path.terminalId ?? ''),
    },
    ...TERMINAL_ACTIONS.map((action): Page<Services> => ({
      method: 'POST',
      path: `${TERMINAL_PATH}/{terminalId}${action.path}`,
      respond: press(action),
    })),
  ];
}
