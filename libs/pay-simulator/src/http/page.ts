import type { IncomingHttpHeaders } from 'node:http';
import type { HttpReply } from './reply.js';

/** What a browser asked of a page. */
export interface PageRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Fields of a posted form; empty on GET. */
  readonly form: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

/** A page for people: the hosted checkout, the console. A POST from another origin never reaches it. */
export interface Page {
  readonly method: 'GET' | 'POST';
  /** Whole path with {placeholders}, such as `/web/web/checkout`. */
  readonly path: string;
  /** Contract operation that the page is, so that it is logged and faults can be matched to it. */
  readonly operation?: string;
  readonly respond: (request: PageRequest) => HttpReply | Promise<HttpReply>;
}

/** A page's HTML; never cached, never sniffed. */
export function htmlReply(
  status: number,
  html: string,
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  const standard = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Not no-referrer: with that a browser posts the page's own forms with the origin 'null'.
    'referrer-policy': 'same-origin',
  };
  return { status, headers: { ...standard, ...headers }, body: html };
}

/** Sends the browser on with GET. */
export function redirectReply(location: string): HttpReply {
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' };
}
