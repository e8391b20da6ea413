import { documentReply, type PageDocument } from '../http/document.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { CONSOLE_SCRIPT, CONSOLE_STYLE } from './page-files.generated.js';

interface ConsoleFrame extends Pick<PageDocument, 'title' | 'refreshSeconds'> {
  /** Title and links at the top. */
  readonly bar: Html;
  readonly content: Html;
}

/** Renders a page for developers with the simulator's banner. */
export function developerReply(
  status: number,
  { bar, content, ...page }: ConsoleFrame & Pick<PageDocument, 'css' | 'script'>,
): HttpReply {
  const body = html`<header>
<p class="banner">Simulator – no real money</p>
<div class="bar">
${bar}
</div>
</header>
${content}`;
  return documentReply(status, { ...page, language: 'en-GB', body, formTargets: "'self'" });
}

/** Renders a page of the console. */
export function consoleReply(status: number, frame: ConsoleFrame): HttpReply {
  return developerReply(status, { ...frame, css: CONSOLE_STYLE, script: CONSOLE_SCRIPT });
}
