import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../domain/refusal.js';
import type { PendingFault } from './faults.js';
import { writeJson } from '../domain/wire-json.js';
import { legacyEnvelope } from './error-shapes.js';
import { jsonReply, type HttpReply } from './reply.js';

/** Page of the firewall, as public reports quote it. @see contract/auth.json */
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

/** Applies a fault to a request. Calls `run` at most once. */
export async function withFault(
  fault: PendingFault | undefined,
  now: number,
  run: () => Promise<HttpReply>,
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
