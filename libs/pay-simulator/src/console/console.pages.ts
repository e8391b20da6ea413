import { WebhookNotVerified } from '../deliveries/webhooks.js';
import { Refusal } from '../domain/refusal.js';
import { redirectReply, type Page, type PageRequest } from '../http/page.js';
import type { HttpReply } from '../http/reply.js';
import type { Services } from '../wiring/services.js';
import { consoleActions, type ConsoleAction } from './console.actions.js';
import { consoleModel } from './console.model.js';
import { CONSOLE_PATH } from './console-address.js';
import { consolePage } from './console.view.js';
import { timelinePage } from './timeline.view.js';

/** Serves the developer console, which shows the activity and triggers actions. */
export function consolePages(services: Services): readonly Page[] {
  const actions = consoleActions(services);

  const show = (request: PageRequest): HttpReply => {
    const { query } = request;
    const done = actions.find(({ path }) => path === query.get('done'))?.done;
    const notice = done === undefined ? null : ({ kind: 'done', text: done } as const);
    const view = query.get('view') ?? 'orders';
    return consolePage(200, consoleModel(services, request, { view, notice }));
  };

  const run =
    (action: ConsoleAction) =>
    async (request: PageRequest): Promise<HttpReply> => {
      try {
        await action.run(request);
      } catch (error) {
        const text = problemText(error);
        const notice = { kind: 'problem', text } as const;
        return consolePage(400, consoleModel(services, request, { view: action.section, notice }));
      }
      if (action.page) return redirectReply(action.page(request.path));
      const query = new URLSearchParams({ view: action.section, done: action.path });
      // A page that shows one delivery still shows it after an action.
      const delivery = request.query.get('delivery');
      if (delivery !== null) query.set('delivery', delivery);
      return redirectReply(`${CONSOLE_PATH}?${query.toString()}`);
    };

  return [
    { method: 'GET', path: '/', respond: () => redirectReply(CONSOLE_PATH) },
    { method: 'GET', path: CONSOLE_PATH, respond: show },
    {
      method: 'GET',
      path: `${CONSOLE_PATH}/orders/{code}`,
      respond: (request) => timelinePage(services, request),
    },
    ...actions.map((action): Page => ({
      method: 'POST',
      path: CONSOLE_PATH + action.path,
      respond: run(action),
    })),
  ];
}

/** Returns the message of an input error. @throws All other errors. */
function problemText(error: unknown): string {
  if (error instanceof Refusal) return error.text;
  if (error instanceof RangeError || error instanceof WebhookNotVerified) return error.message;
  throw error;
}
