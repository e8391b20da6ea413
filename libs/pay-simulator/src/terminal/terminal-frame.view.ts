import { BASE_STYLE } from '../checkout/page-files.generated.js';
import { developerReply } from '../console/console-frame.view.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { TERMINAL_SCRIPT, TERMINAL_STYLE } from './page-files.generated.js';

/** Refresh interval in seconds if scripts are disabled. */
const REFRESH_SECONDS = 3;

/** Content of a terminal page. */
interface TerminalFrame {
  readonly title: string;
  readonly merchantName: string;
  /** Navigation links. */
  readonly links: Html;
  readonly problem: string | null;
  /** Whether the page refreshes automatically. */
  readonly isLive: boolean;
  readonly content: Html;
}

/** Renders a terminal page in the console's design. */
export function terminalFrame(
  status: number,
  { title, merchantName, links, problem, isLive, content }: TerminalFrame,
): HttpReply {
  return developerReply(status, {
    title: `${title} – ${merchantName}`,
    css: BASE_STYLE + TERMINAL_STYLE,
    bar: html`<h1>${title}</h1>
${links}`,
    content: html`<main class="terminals">
${problem !== null && html`<p class="notice problem" role="alert">${problem}</p>`}
${content}
</main>`,
    // A page with an error message does not refresh, so that the message stays visible.
    ...(isLive && problem === null && { refreshSeconds: REFRESH_SECONDS }),
    ...(isLive && { script: TERMINAL_SCRIPT }),
  });
}
