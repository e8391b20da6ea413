import { redirectReply, type Page, type PageRequest } from '../http/page.js';
import type { HttpReply } from '../http/reply.js';
import type { Services } from '../wiring/services.js';
import { TERMINAL_PATH, terminalAddress } from './terminal-address.js';
import { terminalListPage, unknownTerminalPage } from './terminal-list.view.js';
import { readBehaviour, terminalActions, type TerminalAction } from './terminal.actions.js';
import { terminalListModel, terminalModel } from './terminal.model.js';
import { terminalPage } from './terminal.view.js';

const CHANGED = 'The screen has changed, so nothing was done. Refresh the page and try again.';

/** Serves the pages of the card terminals. */
export function terminalPages(services: Services): readonly Page[] {
  const { cardTerminals, terminalSessions } = services;

  const show = (status: number, terminalId: string, problem: string | null = null): HttpReply => {
    const model = terminalModel(services, terminalId, problem);
    return model ? terminalPage(status, model) : unknownTerminalPage(terminalListModel(services));
  };

  const press =
    ({ needsSession, run }: TerminalAction): Page['respond'] =>
    async ({ path, form }: PageRequest): Promise<HttpReply> => {
      const terminalId = path.terminalId ?? '';
      if (!terminalModel(services, terminalId)) return show(404, terminalId);
      if (needsSession) {
        const requested = terminalSessions.find(form.get('session') ?? '');
        const current = cardTerminals.session(terminalId);
        if (requested?.terminalId !== terminalId || (current && current.sessionId !== requested.sessionId))
          return show(409, terminalId, CHANGED);
        // After a second click, or if the session already ended, the screen shows the result.
        if (requested.state !== 'on-terminal') return redirectReply(terminalAddress(terminalId));
      }
      try {
        await run(terminalId, form);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return show(400, terminalId, error.message);
      }
      return redirectReply(terminalAddress(terminalId));
    };

  const configure = ({ form }: PageRequest): HttpReply => {
    try {
      cardTerminals.configure(readBehaviour(form), 'outside');
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return terminalListPage(400, terminalListModel(services, error.message));
    }
    return redirectReply(TERMINAL_PATH);
  };

  return [
    {
      method: 'GET',
      path: TERMINAL_PATH,
      respond: () => terminalListPage(200, terminalListModel(services)),
    },
    { method: 'POST', path: TERMINAL_PATH, respond: configure },
    {
      method: 'GET',
      path: `${TERMINAL_PATH}/{terminalId}`,
      respond: ({ path }) => show(200, path.terminalId ?? ''),
    },
    ...terminalActions(services).map((action): Page => ({
      method: 'POST',
      path: `${TERMINAL_PATH}/{terminalId}${action.path}`,
      respond: press(action),
    })),
  ];
}
