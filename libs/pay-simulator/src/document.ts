import { createHash } from 'node:crypto';
import { Html, html } from './html.js';
import { htmlReply } from './http/page.js';
import type { HttpReply } from './http/reply.js';

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
  /** Seconds after which it is loaded again. */
  readonly refreshSeconds?: number;
}

/** The page as an answer. No script runs on it and nothing is loaded from anywhere. */
export function documentReply(status: number, page: PageDocument): HttpReply {
  const styleHash = createHash('sha256').update(page.css).digest('base64');
  const text = html`<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${page.refreshSeconds !== undefined && html`<meta http-equiv="refresh" content="${page.refreshSeconds}">`}
<title>${page.title}</title>
<style>${new Html(page.css)}</style>
</head>
<body>
${page.body}
</body>
</html>
`.text;
  return htmlReply(status, text, {
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${page.formTargets}; base-uri 'none'; frame-ancestors 'none'`,
  });
}
