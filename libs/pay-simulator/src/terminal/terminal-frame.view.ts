import { documentReply } from '../http/document.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { TERMINAL_SCRIPT } from './terminal-script.js';
import { TERMINAL_STYLE } from './terminal-style.js';

/** Seconds between two loads where no script runs. */
const REFRESH_SECONDS = 3;

/** What a page of the terminals holds. */
export interface TerminalFrame {
  readonly title: string;
  readonly merchantName: string;
  /** Ways to the neighbouring pages. */
  readonly links: Html;
  readonly problem: string | null;
  /** Whether it keeps itself up to date. */
  readonly isLive: boolean;
  readonly content: Html;
}

/** A page of the terminals, in the console's dress. */
export function terminalFrame(
  status: number,
  { title, merchantName, links, problem, isLive, content }: TerminalFrame,
): HttpReply {
  const body = html`<header>
<p class="banner">Simulator – no real money</p>
<div class="bar">
<h1>${title}</h1>
${links}
</div>
</header>
<main class="terminals">
${problem !== null && html`<p class="notice problem" role="alert">${problem}</p>`}
${content}
</main>`;
  return documentReply(status, {
    title: `${title} – ${merchantName}`,
    language: 'en-GB',
    css: TERMINAL_STYLE,
    body,
    formTargets: "'self'",
    // What went wrong must stay to be read.
    ...(isLive && problem === null && { refreshSeconds: REFRESH_SECONDS }),
    ...(isLive && { script: TERMINAL_SCRIPT }),
  });
}
