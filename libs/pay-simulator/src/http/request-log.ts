import type { IncomingHttpHeaders } from 'node:http';
import type { ReceivedRequest } from './received-request.js';

/** A received request, without headers, body and secrets. */
export interface LoggedRequest {
  /** Virtual time at which the request arrived. */
  readonly at: number;
  /** Operation key, or null if no operation matched. */
  readonly operation: string | null;
  readonly method: string;
  /** Path template of the operation, or the path without its query. */
  readonly path: string;
  /** HTTP status, or null if a fault closed the connection or suppressed the response. */
  readonly status: number | null;
  /** Kind of the applied fault. */
  readonly fault: string | null;
  /** Why the contract refuses the request's address, credentials or fields, or null if it accepts them. */
  readonly refused: string | null;
}

type NewEntry = Pick<LoggedRequest, 'at' | 'method' | 'path' | 'status'> & Partial<LoggedRequest>;

/** Texts of a request, with secrets in bodies and headers: hide them before you show the texts. */
export interface RequestTexts {
  /** Path with the query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly request: string;
  readonly response: string;
}

const KEPT = 10_000;
const KEPT_TEXTS = 2_000;
/** Bytes of a block of texts. */
const BLOCK_BYTES = 256_000;
/** Characters that are kept of a text. */
export const MAX_TEXT = 8_000;
/** Characters that are kept of a path. */
const MAX_PATH = 1_000;

/** Log of received requests, newest last. It keeps the last 10,000 requests. */
export class RequestLog {
  private entries: LoggedRequest[] = [];
  /** Texts of the last requests as JSON, oldest first. */
  private readonly textsOf = new Map<LoggedRequest, Buffer>();
  private readonly blocks = new Blocks();

  /**
   * Adds a request, and removes the credentials from its headers.
   *
   * @param texts - Bodies of the request and of the response. Absent: they must not be kept.
   */
  add(
    { url, headers }: ReceivedRequest,
    facts: NewEntry,
    { request = '', response = '' }: Partial<Pick<RequestTexts, 'request' | 'response'>> = {},
  ): void {
    const { at, operation = null, method, status, fault = null, refused = null } = facts;
    const path = truncated(facts.path, MAX_PATH);
    const entry = { at, operation, method, path, status, fault, refused };
    this.entries.push(entry);
    hideCredentials(headers);
    const texts: RequestTexts = {
      target: truncated(url ?? path),
      headers,
      request: truncated(request),
      response: truncated(response),
    };
    this.textsOf.set(entry, this.blocks.store(JSON.stringify(texts)));
    const oldest = this.entries[this.entries.length - 1 - KEPT_TEXTS];
    if (oldest) this.textsOf.delete(oldest);
    if (this.entries.length >= 2 * KEPT) this.entries = this.entries.slice(-KEPT);
  }

  /** Returns the texts of one of the last 2,000 requests, each truncated to 8,000 characters. */
  texts(entry: LoggedRequest): RequestTexts | undefined {
    const stored = this.textsOf.get(entry);
    return stored && (JSON.parse(stored.toString()) as RequestTexts);
  }

  list(): readonly LoggedRequest[] {
    return this.entries.slice(-KEPT);
  }

  reset(): void {
    this.entries = [];
    this.textsOf.clear();
  }
}

/** Stores texts outside the heap, where the garbage collector does not copy them. Texts of the same age share a block. */
class Blocks {
  private block = Buffer.alloc(0);
  private used = 0;

  store(text: string): Buffer {
    const length = Buffer.byteLength(text);
    if (this.used + length > this.block.length) {
      this.block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, length));
      this.used = 0;
    }
    const start = this.used;
    this.used += this.block.write(text, start);
    return this.block.subarray(start, this.used);
  }
}

/** Keeps only the scheme of the credentials. Tokens are secrets, and longer than all other headers. */
function hideCredentials(headers: IncomingHttpHeaders): void {
  const { authorization } = headers;
  if (authorization !== undefined)
    headers.authorization = /^(?:Basic|Bearer) /i.exec(authorization)?.[0] ?? '';
}

/** Copies the beginning of a long text, because a slice would keep the whole text in memory. */
function truncated(text: string, length = MAX_TEXT): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length)).toString();
}
