import { WebhookNotVerified } from '../deliveries/webhooks.js';
import { Refusal } from '../domain/refusal.js';
import { redirectReply, type Page, type PageRequest } from '../http/page.js';
import type { HttpReply } from '../http/reply.js';
import type { Services } from '../wiring/services.js';
import { consoleActions, type ConsoleAction } from './console.actions.js';
import { consoleModel } from './console.model.js';
import { CONSOLE_PATH, consolePage, REFRESH_SECONDS } from './console.view.js';

/** Serves the developer console, which shows the activity and triggers actions. */
export function consolePages(services: Services): readonly Page[] {
  const actions = consoleActions(services);

  const show = ({ query }: PageRequest): HttpReply => {
    const done = actions.find(({ path }) => path === query.get('done'))?.done;
    const notice = done === undefined ? null : ({ kind: 'done', text: done } as const);
    return consolePage(200, consoleModel(services, { refreshSeconds: refreshOf(query), notice }));
  };

  const run =
    (action: ConsoleAction) =>
    async (request: PageRequest): Promise<HttpReply> => {
      const refreshSeconds = refreshOf(request.query);
      try {
        await action.run(request);
      } catch (error) {
        const text = problemText(error);
        return consolePage(
          400,
          consoleModel(services, { refreshSeconds, notice: { kind: 'problem', text } }),
        );
      }
      const query = new URLSearchParams({
        ...(refreshSeconds !== null && { refresh: String(refreshSeconds) }),
        done: action.path,
      });
      return redirectReply(`${CONSOLE_PATH}?${query.toString()}#${action.section}`);
    };

  return [
    { method: 'GET', path: '/', respond: () => redirectReply(CONSOLE_PATH) },
    { method: 'GET', path: CONSOLE_PATH, respond: show },
    ...actions.map((action): Page => ({
      method: 'POST',
      path: CONSOLE_PATH + action.path,
      respond: run(action),
    })),
  ];
}

function refreshOf(query: URLSearchParams): number | null {
  return query.get('refresh') === String(REFRESH_SECONDS) ? REFRESH_SECONDS : null;
}

/** Returns the message of an input error. @throws All other errors. */
function problemText(error: unknown): string {
  if (error instanceof Refusal) return error.text;
  if (error instanceof RangeError || error instanceof WebhookNotVerified) return error.message;
  throw error;
}
