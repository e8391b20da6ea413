import type { Control } from '../control/control.js';
import { problemOf } from '../control/run-operation.js';
import { redirectReply, type Page, type PageRequest } from '../http/page.js';
import type { HttpReply } from '../http/reply.js';
import { CONSOLE_ACTIONS, type ConsoleAction } from './console.actions.js';
import { consoleModel, type ConsoleModel } from './console.model.js';
import { CONSOLE_PATH } from './console-address.js';
import { consolePage } from './console.view.js';
import { timelinePage } from './timeline.view.js';

/** Parts of the query of the orders. Links of earlier versions have no view. */
const ORDER_QUERY = ['q', 'merchant', 'page'];

/** Serves the developer console, which shows the activity and triggers actions. */
export function consolePages(): readonly Page<Control>[] {
  const modelOf = (control: Control, request: PageRequest): ConsoleModel => {
    const { query } = request;
    const done = CONSOLE_ACTIONS.find(({ path }) => path === query.get('done'));
    const notice = done ? ({ kind: 'done', text: done.done } as const) : null;
    const view =
      query.get('view') ??
      done?.section ??
      (ORDER_QUERY.some((name) => query.has(name)) ? 'orders' : 'overview');
    const isDrawerOpen =
      isInDrawer(view) ||
      (done !== undefined && isInDrawer(done.section)) ||
      // The script of the page says that it shows the drawer.
      query.get('drawer') === 'open';
    return consoleModel(control, request, { view, isDrawerOpen, typed: new URLSearchParams(), notice });
  };

  const run =
    (action: ConsoleAction) =>
    async (control: Control, request: PageRequest): Promise<HttpReply> => {
      const { fields = (form) => form, operation } = action;
      try {
        await control.submit(operation, { ...fields(Object.fromEntries(request.form)), ...request.path });
      } catch (error) {
        const problem = problemOf(error);
        if (!problem) throw error;
        const notice = { kind: 'problem', text: problem.json.error } as const;
        const view = action.section;
        const isDrawerOpen = isInDrawer(view);
        const typed = request.form;
        return consolePage(400, consoleModel(control, request, { view, isDrawerOpen, typed, notice }));
      }
      return redirectReply(pageAfter(action, request));
    };

  return [
    { method: 'GET', path: '/', respond: () => redirectReply(CONSOLE_PATH) },
    {
      method: 'GET',
      path: CONSOLE_PATH,
      respond: (control, request) => consolePage(200, modelOf(control, request)),
    },
    {
      method: 'GET',
      path: `${CONSOLE_PATH}/orders/{code}`,
      respond: (control, request) => timelinePage(control, request, modelOf(control, request)),
    },
    ...CONSOLE_ACTIONS.map((action): Page<Control> => ({
      method: 'POST',
      path: CONSOLE_PATH + action.path,
      respond: run(action),
    })),
  ];
}

const isInDrawer = (view: string): boolean => view === 'clock' || view === 'faults';

/** The path of a world comes before those of its pages. */
const PAGE_OF_CONSOLE = /^(?:\/worlds\/[^/]+)?(\/console(?:\/orders\/\d+)?)$/;

/** Returns the address of the page that posted the form, with the message of the action. */
function pageAfter({ path, section }: ConsoleAction, { headers: { referer = '' } }: PageRequest): string {
  const page = URL.canParse(referer) ? new URL(referer) : undefined;
  const [, shown] = PAGE_OF_CONSOLE.exec(page?.pathname ?? '') ?? [];
  const query = new URLSearchParams(shown === undefined ? { view: section } : page?.search);
  query.set('done', path);
  return `${shown ?? CONSOLE_PATH}?${query.toString()}`;
}
