import { createHash } from 'node:crypto';
import { Html, html } from './html.js';
import { htmlReply } from './page.js';
import { PALETTE_STYLE } from './page-files.generated.js';
import type { HttpReply } from './reply.js';

/** Content of an HTML document. */
export interface PageDocument {
  readonly title: string;
  /** Language tag of the page. */
  readonly language: string;
  /** Style sheet in addition to the palette. Must not contain user input. */
  readonly css: string;
  readonly body: Html;
  /** Allowed form targets, as Content-Security-Policy sources. */
  readonly formTargets: string;
  /** Refresh interval in seconds. A page with a script refreshes only if scripts are disabled. */
  readonly refreshSeconds?: number;
  /** Script, which can send requests to this server. Must not contain user input. */
  readonly script?: string;
}

/** Renders the page as a response. Its policy blocks other scripts and external resources. */
export function documentReply(status: number, page: PageDocument): HttpReply {
  const { script, refreshSeconds } = page;
  const css = PALETTE_STYLE + page.css;
  const refresh =
    refreshSeconds !== undefined && html`<meta http-equiv="refresh" content="${refreshSeconds}">`;
  const scriptPolicy = script === undefined ? '' : ` script-src ${sourceHash(script)}; connect-src 'self';`;
  const text = html`<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${script === undefined ? refresh : html`<noscript>${refresh}</noscript>`}
<title>${page.title}</title>
<style>${new Html(css)}</style>
</head>
<body>
${page.body}
${script !== undefined && html`<script>${new Html(script)}</script>`}
</body>
</html>
`.text;
  return htmlReply(status, text, {
    'content-security-policy': `default-src 'none'; style-src ${sourceHash(css)};${scriptPolicy} form-action ${page.formTargets}; base-uri 'none'; frame-ancestors 'none'`,
  });
}

function sourceHash(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
