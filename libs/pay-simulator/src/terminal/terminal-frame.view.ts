import { BASE_STYLE } from '../checkout/page-files.generated.js';
import { developerReply } from '../console/console-frame.view.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { TERMINAL_SCRIPT, TERMINAL_STYLE } from './page-files.generated.js';

/** Content of a terminal page. */
interface TerminalFrame {
  readonly title: string;
  readonly merchantName: string;
  /** Null for the world `default`. */
  readonly worldId: string | null;
  /** Navigation links. */
  readonly links: Html;
  readonly problem: string | null;
  /** Refresh interval in seconds if scripts are disabled. */
  readonly refreshSeconds?: number;
  readonly content: Html;
}

/** Renders a terminal page in the console's design. */
export function terminalFrame(
  status: number,
  { title, merchantName, links, problem, content, ...more }: TerminalFrame,
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
    ...more,
    script: TERMINAL_SCRIPT,
  });
}
