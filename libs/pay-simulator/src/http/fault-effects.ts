import { setTimeout as wait } from 'node:timers/promises';
import { RESPONSE_HEADERS } from '../domain/contract.generated.js';
import { Refusal } from '../domain/refusal.js';
import type { PendingFault } from './faults.js';
import { writeJson } from '../domain/wire-json.js';
import { legacyEnvelope } from './error-shapes.js';
import { emptyReply, jsonReply, type HttpReply } from './reply.js';

/** Page of the firewall, as public reports quote it. @see contract/openapi/auth.yaml */
const ACCESS_DENIED = `<HTML><HEAD>
<TITLE>Access Denied</TITLE>
</HEAD><BODY>
<H1>Access Denied</H1>
You don't have permission to access this address on this server.<P>
Reference&#32;&#35;18&#46;1a2b3c4d&#46;1772956371&#46;1d7b110a
</BODY>
</HTML>
`;

/** A response, or `close` to close the connection, or `silence` to leave it open without a response. */
export type Outcome = HttpReply | 'close' | 'silence';

/** Event ID of an accepted abort. @see contract/behaviour/pos.yaml enums.HeaderEventId */
const ABORT_ACCEPTED = 1104;
const MAX_WEBHOOK_WAIT_MS = 60_000;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Removes the transaction ID from a redirect. Its parameter can have any name, but its value is a UUID. */
function withoutTransaction(reply: HttpReply): HttpReply {
  const { location } = reply.headers;
  if (location === undefined || !URL.canParse(location)) return reply;
  const url = new URL(location);
  for (const [name, value] of [...url.searchParams]) if (UUID.test(value)) url.searchParams.delete(name);
  return { ...reply, headers: { ...reply.headers, location: url.href } };
}

/**
 * Applies a fault to a request. Calls `run` at most once.
 *
 * @param nextDelivery - Resolves when the next webhook got its response.
 */
export async function withFault(
  fault: PendingFault | undefined,
  now: number,
  run: () => Promise<HttpReply>,
  nextDelivery: () => Promise<void> = () => Promise.resolve(),
): Promise<Outcome> {
  switch (fault?.kind) {
    case undefined:
      return run();
    case 'reset-before':
      return 'close';
    case 'edge-403':
      return { status: 403, headers: { 'content-type': 'text/html' }, body: ACCESS_DENIED };
    case 'status':
      return {
        status: fault.status,
        headers: { 'content-type': fault.html ? 'text/html' : 'application/json' },
        body: fault.body ?? (fault.html ? `<html><body><h1>${fault.status}</h1></body></html>` : ''),
      };
    case 'success-false': {
      const refusal = new Refusal(
        fault.errorCode ?? 502,
        fault.errorText ?? 'Transaction failed',
        fault.eventId,
      );
      return jsonReply(200, writeJson(legacyEnvelope(now, refusal)));
    }
    case 'no-transactions':
      return jsonReply(200, writeJson({ Transactions: [], ...legacyEnvelope(now) }));
    case 'session-in-progress':
      return jsonReply(202, writeJson({ detail: 'The session is being processed' }));
    case 'abort-ignored':
      return emptyReply(200, { [RESPONSE_HEADERS.eventId]: String(ABORT_ACCEPTED) });
    case 'redirect-without-transaction':
      return withoutTransaction(await run());
    case 'order-pending': {
      const reply = await run();
      return { ...reply, body: reply.body.replace(/("StateId":)\d+/, '$10') };
    }
    case 'webhook-first': {
      const delivered = nextDelivery();
      const reply = await run();
      await Promise.race([delivered, wait(MAX_WEBHOOK_WAIT_MS, undefined, { ref: false })]);
      return reply;
    }
    case 'executed-but-lost':
      await run();
      return 'close';
    case 'delay': {
      const reply = await run();
      if (fault.ms === 'never') return 'silence';
      await wait(fault.ms, undefined, { ref: false });
      return reply;
    }
    case 'truncate': {
      const reply = await run();
      return { ...reply, body: reply.body.slice(0, Math.floor(reply.body.length / 2)) };
    }
    case 'empty':
      return { ...(await run()), body: '' };
  }
}
