import { documentReply, type PageDocument } from '../http/document.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { CONSOLE_SCRIPT, CONSOLE_STYLE } from './page-files.generated.js';

interface ConsoleFrame extends Pick<PageDocument, 'title' | 'refreshSeconds'> {
  /** Title and links at the top. */
  readonly bar: Html;
  readonly content: Html;
}

/** Renders a page of the console with the simulator's banner. */
export function consoleReply(status: number, { bar, content, ...page }: ConsoleFrame): HttpReply {
  const body = html`<header>
<p class="banner">Simulator – no real money</p>
<div class="bar">
${bar}
</div>
</header>
${content}`;
  return documentReply(status, {
    ...page,
    language: 'en-GB',
    css: CONSOLE_STYLE,
    body,
    formTargets: "'self'",
    script: CONSOLE_SCRIPT,
  });
}
