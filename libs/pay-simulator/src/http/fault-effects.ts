import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../domain/refusal.js';
import type { PendingFault } from './faults.js';
import { writeJson } from '../domain/wire-json.js';
import { legacyEnvelope } from './error-shapes.js';
import { jsonReply, type HttpReply } from './reply.js';

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
