import { documentReply, type PageDocument } from '../http/document.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';

type DeveloperPage = Omit<PageDocument, 'language' | 'body' | 'formTargets'> & {
  /** Title and links at the top. */
  readonly bar: Html;
  /** Part that the bar opens. */
  readonly panel?: Html;
  readonly content: Html;
  /** Null for the world `default`, which is not named. */
  readonly worldId: string | null;
};

/** Renders a page for developers with the simulator's banner. */
export function developerReply(
  status: number,
  { bar, panel, content, title, worldId, ...page }: DeveloperPage,
): HttpReply {
  return documentReply(status, {
    ...page,
    title: worldId === null ? title : `${worldId} – ${title}`,
    language: 'en-GB',
    body: html`<header>
<p class="banner">Simulator – no real money${worldId !== null && html` · World <b>${worldId}</b>`}</p>
<div class="bar">
${bar}
</div>
${panel}
</header>
${content}`,
    formTargets: "'self'",
  });
}
