import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { collect } from '../http/body.js';
import type { ProbeResponse } from './verify.types.js';

/** No response that a probe needs is longer. */
const MAX_BYTES = 2_000_000;

/** Whether a switch of the account forbids the call. The service says so in the body, also with HTTP 200. */
export const isSwitchOff = ({ text }: ProbeResponse): boolean =>
  /api action is disabled for the merchant/i.test(text);

export const basicHeader = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

/** Requests a token with these credentials. */
export const requestToken = (
  accounts: string,
  { id, secret }: { id: string; secret: string },
  timeoutMs: number,
): Promise<ProbeResponse> =>
  sendRequest('POST', `${accounts}/connect/token`, {
    authorization: basicHeader(id, secret),
    body: new URLSearchParams({ grant_type: 'client_credentials' }).toString(),
    contentType: 'application/x-www-form-urlencoded',
    timeoutMs,
  });

/** Sends one request. It follows no redirect, because the credentials are for this host only. */
export async function sendRequest(
  method: string,
  url: string,
  request: {
    timeoutMs: number;
    authorization?: string | undefined;
    contentType?: string;
    body?: string | undefined;
  },
): Promise<ProbeResponse> {
  const { authorization, body, contentType = 'application/json', timeoutMs } = request;
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      accept: 'application/json',
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { 'content-type': contentType }),
    },
    ...(body !== undefined && { body }),
  });
  const stream =
    response.body === null ? Readable.from([]) : Readable.fromWeb(response.body as ReadableStream);
  const { text, size } = await collect(stream, MAX_BYTES);
  if (size > MAX_BYTES) throw new Error(`the response is longer than ${MAX_BYTES} bytes`);
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    json: exactJson(text),
  };
}

/** Parses JSON. Integers of 16 digits and more become strings, because a number can lose digits. Undefined if the text is no JSON. */
export function exactJson(text: string): unknown {
  try {
    // The first parse ensures that every string literal ends, so that the pattern takes linear time.
    JSON.parse(text);
    return JSON.parse(
      text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (token) =>
        token.startsWith('"') ? token : `"${token}"`,
      ),
    );
  } catch {
    return undefined;
  }
}
