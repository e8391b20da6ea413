import { Agent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { AllowedHosts } from '../http/allowed-hosts.js';
import { collect } from '../http/body.js';
import { sendResponses } from '../http/responses.js';

/** Timeout of a delivery. The service does not document it; third parties assume five seconds. */
const SEND_TIMEOUT_MS = 5_000;
const MAX_RESPONSE_BYTES = 64_000;
/** Shorter than the time after which servers close unused connections, because a delivery on a closed one fails. */
const REUSE_MS = 500;

/** A request to a webhook receiver. */
export interface Outgoing {
  readonly method: 'GET' | 'POST';
  readonly body?: string;
  /** Headers in addition to the content headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The response of a receiver. */
export interface ReceivedResponse {
  readonly status: number;
  /** Response body, truncated to 64 kB. */
  readonly body: string;
}

/** Error for a request without a response. */
export class SendFailure extends Error {
  constructor(
    readonly reason: 'time-out' | 'connection',
    message: string,
  ) {
    super(message);
    this.name = 'SendFailure';
  }
}

/** Sends a request to a receiver on an allowed host, without following redirects. Rejects with a {@link SendFailure}. */
export type Send = (url: string, outgoing: Outgoing, signal: AbortSignal) => Promise<ReceivedResponse>;

/** Result of a finished POST request. */
export interface PostResult {
  /** HTTP status of the response, or null without a response. */
  readonly status: number | null;
  readonly response: string | null;
  /** `time-out` or the connection's error code. */
  readonly error: string | null;
}

/** Posts to a receiver, and returns its response, or the reason why there is none. */
export async function post(
  send: Send,
  url: string,
  outgoing: Omit<Outgoing, 'method'>,
  signal: AbortSignal,
): Promise<PostResult> {
  try {
    const { status, body } = await send(url, { method: 'POST', ...outgoing }, signal);
    return { status, response: body, error: null };
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    const { message, reason } = error;
    return { status: null, response: null, error: reason === 'time-out' ? reason : message };
  }
}

/**
 * Parses the address of a receiver.
 *
 * @throws RangeError if the address is not an HTTP or HTTPS address on an allowed host.
 */
export function receiverAddress(text: string, hosts: AllowedHosts): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new RangeError('url: expected an absolute http or https address');
  if (!hosts.has(url.hostname)) {
    throw new RangeError(
      `url: expected a loopback host (localhost, 127.0.0.1, [::1]) or an allowed host, not ${url.hostname}. To allow it, start the simulator with --allow-host ${url.hostname} (option allowHosts)`,
    );
  }
  return url;
}

/** Creates a sender that uses Node's HTTP clients with a timeout for the whole exchange. */
export function createSend(timeoutMs = SEND_TIMEOUT_MS, hosts = new AllowedHosts()): Send {
  const reuse = { keepAlive: true, timeout: REUSE_MS };
  const http = { agent: new Agent(reuse), fresh: new Agent(), request: httpRequest };
  // Receivers of a development machine or a test network have self-signed certificates.
  const anyone = { rejectUnauthorized: false };
  const https = {
    agent: new HttpsAgent({ ...reuse, ...anyone }),
    fresh: new HttpsAgent(anyone),
    request: httpsRequest,
  };
  const freedAt = new WeakMap<object, number>();
  for (const { agent } of [http, https])
    agent.on('free', (socket: Socket) => freedAt.set(socket, performance.now()));
  // The agent's timer is late if the program was busy or paused, and the receiver may have closed the connection meanwhile.
  const closeUnused = ({ freeSockets }: Agent): void => {
    const oldest = performance.now() - REUSE_MS;
    for (const socket of Object.values(freeSockets).flatMap((sockets) => sockets ?? []))
      if ((freedAt.get(socket) ?? 0) < oldest) socket.destroy();
  };
  return async (address, { method, body, headers: extraHeaders }, signal) => {
    const url = receiverAddress(address, hosts);
    // A webhook leaves after the response to the request that caused it.
    await setImmediate();
    sendResponses();
    const { agent, fresh, request } = url.protocol === 'https:' ? https : http;
    closeUnused(agent);
    const headers =
      body === undefined
        ? { ...extraHeaders }
        : { ...extraHeaders, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    return new Promise<ReceivedResponse>((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        outgoing.destroy();
      }, timeoutMs).unref();
      const fail = (error: Error): void => {
        clearTimeout(timer);
        if (isLate) reject(new SendFailure('time-out', `no response within ${timeoutMs} ms`));
        else reject(new SendFailure('connection', 'code' in error ? String(error.code) : error.message));
      };
      const start = (reused: Agent | undefined) => {
        let hasResponse = false;
        const sent = request(url, { method, headers, agent: reused ?? fresh, signal }, (response) => {
          hasResponse = true;
          collect(response, MAX_RESPONSE_BYTES).then(({ text }) => {
            clearTimeout(timer);
            resolve({ status: response.statusCode ?? 0, body: text });
          }, fail);
        });
        sent.on('error', (error) => {
          // The receiver closed the unused connection at this moment, for example because it restarts.
          if (sent.reusedSocket && !hasResponse && !isLate && !signal.aborted) outgoing = start(undefined);
          else fail(error);
        });
        sent.end(body);
        return sent;
      };
      let outgoing = start(agent);
    });
  };
}
