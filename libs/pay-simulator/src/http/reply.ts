/** An answer, ready to be written to the socket. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer with a JSON text. */
export function jsonReply(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers }, body: text };
}

/** An answer without a body. */
export function emptyReply(status: number, headers: Readonly<Record<string, string>> = {}): HttpReply {
  return { status, headers, body: '' };
}
