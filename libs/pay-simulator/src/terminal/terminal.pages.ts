import { TERMINAL_PATH } from '../console/console-address.js';
import { consoleModel } from '../console/console.model.js';
import { submitForm } from '../console/submit-form.js';
import type { Control } from '../control/control.js';
import { redirectReply, type Page, type PageRequest } from '../http/page.js';
import type { HttpReply } from '../http/reply.js';
import { terminalListPage, unknownTerminalPage } from './terminal-list.view.js';
import { TERMINAL_ACTIONS, type TerminalAction } from './terminal.actions.js';
import { terminalsOf } from './terminal.model.js';
import { terminalPage } from './terminal.view.js';

const CHANGED = 'The screen has changed, so nothing was done. Refresh the page and try again.';
const PAGE_PATH = `${TERMINAL_PATH}/{terminalId}`;

/** Serves the pages of the card terminals, also of connected merchants. */
export function terminalPages(): readonly Page<Control>[] {
  return [
    { method: 'GET', path: TERMINAL_PATH, respond: (control, request) => list(control, request, 200) },
    { method: 'POST', path: TERMINAL_PATH, respond: configure },
    { method: 'GET', path: PAGE_PATH, respond: (control, request) => show(control, request, 200) },
    ...TERMINAL_ACTIONS.map((action): Page<Control> => ({
      method: 'POST',
      path: PAGE_PATH + action.path,
      respond: (control, request) => press(control, request, action),
    })),
  ];
}

/** @param problem - Message of an action that failed. */
function list(control: Control, request: PageRequest, status: number, problem?: string): HttpReply {
  const model = consoleModel(control, request, { view: 'terminals', problem });
  return terminalListPage(status, terminalsOf(control, request.query), model);
}

function show(control: Control, request: PageRequest, status: number, problem?: string): HttpReply {
  const shown = terminalsOf(control, request.query);
  const terminal = shown.terminals.find(({ terminalId }) => terminalId === request.path['terminalId']);
  return terminal
    ? terminalPage(status, shown, terminal, problem)
    : unknownTerminalPage(shown, consoleModel(control, request));
}

async function press(
  control: Control,
  request: PageRequest,
  { fields, needsSession = false, operation }: TerminalAction,
): Promise<HttpReply> {
  const { form, path } = request;
  const { address, path: owner, sessions, terminals } = terminalsOf(control, request.query);
  const terminal = terminals.find(({ terminalId }) => terminalId === path['terminalId']);
  if (!terminal) return show(control, request, 404);
  const { session, terminalId } = terminal;
  if (needsSession) {
    const requested = sessions.find(({ sessionId }) => sessionId === form.get('session'));
    const current = session?.sessionId ?? requested?.sessionId;
    if (requested?.terminalId !== terminalId || current !== requested.sessionId)
      return show(control, request, 409, CHANGED);
    // After a second click, or if the session already ended, the screen shows the result.
    if (requested.state !== 'on-terminal') return redirectReply(address(terminalId));
  }
  const texts = { ...Object.fromEntries(form), ...fields, terminalId, ...owner };
  return submitForm(control, operation, texts, address(terminalId), (problem) =>
    show(control, request, 400, problem),
  );
}

function configure(control: Control, request: PageRequest): Promise<HttpReply> {
  const { address, path } = terminalsOf(control, request.query);
  const texts = { ...Object.fromEntries(request.form), ...path };
  return submitForm(control, 'setTerminalSettings', texts, address(), (problem) =>
    list(control, request, 400, problem),
  );
}
