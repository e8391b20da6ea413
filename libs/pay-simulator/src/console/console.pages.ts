import type { Control } from '../control/control.js';
import { redirectReply, type Page, type PageRequest } from '../http/page.js';
import type { HttpReply } from '../http/reply.js';
import { CONSOLE_ACTIONS, type ConsoleAction } from './console.actions.js';
import { CONSOLE_PATH } from './console-address.js';
import { sectionPage } from './console-frame.view.js';
import { consoleModel } from './console.model.js';
import { submitForm } from './submit-form.js';
import { timelinePage } from './timeline.view.js';

/** Serves the developer console, which shows the activity and triggers actions. */
export function consolePages(): readonly Page<Control>[] {
  return [
    { method: 'GET', path: '/', respond: () => redirectReply(CONSOLE_PATH) },
    {
      method: 'GET',
      path: CONSOLE_PATH,
      respond: (control, request) => sectionPage(200, consoleModel(control, request)),
    },
    {
      method: 'GET',
      path: `${CONSOLE_PATH}/orders/{code}`,
      respond: (control, request) => timelinePage(consoleModel(control, request), request.path['code'] ?? ''),
    },
    ...CONSOLE_ACTIONS.map((action): Page<Control> => ({
      method: 'POST',
      path: CONSOLE_PATH + action.path,
      respond: (control, request) => act(control, request, action),
    })),
  ];
}

function act(control: Control, request: PageRequest, action: ConsoleAction): Promise<HttpReply> {
  const { fields, operation, section: view } = action;
  const texts = { ...fields(Object.fromEntries(request.form)), ...request.path };
  return submitForm(control, operation, texts, pageAfter(action, request), (problem) =>
    sectionPage(400, consoleModel(control, request, { view, problem })),
  );
}

/** The path of a world comes before those of its pages. */
const PAGE_WITH_DRAWER = /^(?:\/worlds\/[^/]+)?(\/console(?:\/orders\/\d+)?|\/terminal)$/;

/** Returns the address of the page that posted the form, with the message of the action. */
function pageAfter({ path, section }: ConsoleAction, { headers: { referer = '' } }: PageRequest): string {
  const page = URL.canParse(referer) ? new URL(referer) : undefined;
  const [, shown] = PAGE_WITH_DRAWER.exec(page?.pathname ?? '') ?? [];
  const query = new URLSearchParams(shown === undefined ? { view: section } : page?.search);
  query.set('done', path);
  return `${shown ?? CONSOLE_PATH}?${query.toString()}`;
}
