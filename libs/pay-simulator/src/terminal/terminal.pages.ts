import { TERMINAL_PATH } from '../console/console-address.js';
import type { Control, OperationId, Texts } from '../control/control.js';
import { problemOf } from '../control/run-operation.js';
import { redirectReply, type Page, type PageRequest } from '../http/page.js';
import type { HttpReply } from '../http/reply.js';
import { terminalAddress, terminalListAddress } from './terminal-address.js';
import { terminalListPage, unknownTerminalPage } from './terminal-list.view.js';
import { TERMINAL_ACTIONS, type TerminalAction } from './terminal.actions.js';
import {
  sessionsOf,
  terminalListModel,
  terminalModel,
  terminalOwner,
  type TerminalOwner,
} from './terminal.model.js';
import { terminalPage } from './terminal.view.js';

const CHANGED = 'The screen has changed, so nothing was done. Refresh the page and try again.';

/** Serves the pages of the card terminals, also of connected merchants. */
export function terminalPages(): readonly Page<Control>[] {
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
    ({ fields, needsSession = false, operation }: TerminalAction): Page<Control>['respond'] =>
    async (control, { path, query, form }: PageRequest): Promise<HttpReply> => {
      const owner = terminalOwner(control, query);
      const { merchant } = owner;
      const terminalId = path['terminalId'] ?? '';
      const address = terminalAddress(merchant.path['merchantId'] ?? null, terminalId);
      const terminal = terminalModel(owner, terminalId)?.terminal;
      if (!terminal) return show(owner, 404, terminalId);
      if (needsSession) {
        const requested = sessionsOf(owner).find(({ sessionId }) => sessionId === form.get('session'));
        const current = terminal.session?.sessionId ?? requested?.sessionId;
        if (requested?.terminalId !== terminalId || current !== requested.sessionId)
          return show(owner, 409, terminalId, CHANGED);
        // After a second click, or if the session already ended, the screen shows the result.
        if (requested.state !== 'on-terminal') return redirectReply(address);
      }
      const problem = await problemWith(owner, operation, {
        ...Object.fromEntries(form),
        ...fields,
        terminalId,
      });
      return problem === null ? redirectReply(address) : show(owner, 400, terminalId, problem);
    };

  const configure = async (control: Control, { query, form }: PageRequest): Promise<HttpReply> => {
    const owner = terminalOwner(control, query);
    const problem = await problemWith(owner, 'setTerminalSettings', Object.fromEntries(form));
    return problem === null
      ? redirectReply(terminalListAddress(owner.merchant.path['merchantId'] ?? null))
      : terminalListPage(400, terminalListModel(owner, problem));
  };

  return [
    {
      method: 'GET',
      path: TERMINAL_PATH,
      respond: (control, { query }) =>
        terminalListPage(200, terminalListModel(terminalOwner(control, query))),
    },
    { method: 'POST', path: TERMINAL_PATH, respond: configure },
    {
      method: 'GET',
      path: `${TERMINAL_PATH}/{terminalId}`,
      respond: (control, { path, query }) =>
        show(terminalOwner(control, query), 200, path['terminalId'] ?? ''),
    },
    ...TERMINAL_ACTIONS.map((action): Page<Control> => ({
      method: 'POST',
      path: `${TERMINAL_PATH}/{terminalId}${action.path}`,
      respond: press(action),
    })),
  ];
}

/** Calls an operation. Returns its message if it refuses the input. */
async function problemWith(
  { control, merchant }: TerminalOwner,
  operation: OperationId,
  texts: Texts,
): Promise<string | null> {
  try {
    await control.submit(operation, { ...texts, ...merchant.path });
    return null;
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    return problem.json.error;
  }
}
