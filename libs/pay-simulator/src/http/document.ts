import { createHash } from 'node:crypto';
import { Html, html } from './html.js';
import { htmlReply } from './page.js';
import type { HttpReply } from './reply.js';

/** A whole page. */
export interface PageDocument {
  readonly title: string;
  /** Language tag of its texts. */
  readonly language: string;
  /** Its only style sheet; must not hold anything a visitor typed. */
  readonly css: string;
  readonly body: Html;
  /** Where its forms may lead, as sources of a Content-Security-Policy. */
  readonly formTargets: string;
  /** Seconds after which it is loaded again; with a script only where scripts do not run. */
  readonly refreshSeconds?: number;
  /** Its only script, which may ask this server; must not hold anything a visitor typed. */
  readonly script?: string;
}

/** The page as an answer. No script but its own runs on it and nothing is loaded from elsewhere. */
export function documentReply(status: number, page: PageDocument): HttpReply {
  const { css, script, refreshSeconds } = page;
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
