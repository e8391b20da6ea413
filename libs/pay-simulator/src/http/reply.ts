/** An HTTP response. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Creates a response with serialized JSON. */
export function jsonReply(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  return { status, headers: { ...headers, 'content-type': 'application/json; charset=utf-8' }, body: text };
}

/** Creates a response without a body. */
export function emptyReply(status: number, headers: Readonly<Record<string, string>> = {}): HttpReply {
  return { status, headers, body: '' };
}

let latest = { second: Number.NaN, text: '' };

/** Writes a time as in the header `Date`. Most responses have the time of the one before. */
export function httpDate(now: number): string {
  const second = Math.floor(now / 1000);
  if (latest.second !== second) latest = { second, text: new Date(now).toUTCString() };
  return latest.text;
}

/** Response to a request for an address that belongs to no part of the simulator. */
export const NOT_FOUND = jsonReply(
  404,
  JSON.stringify({ error: 'Not found', see: ['/accounts', '/api', '/web', '/_simulator', '/health'] }),
);
