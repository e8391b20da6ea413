import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attempt } from './attempt.js';
import type { CallLimits } from './call-limits.js';
import type { PayInquiry } from './inquiry.js';
import type { Operation } from './operation.js';
import type { BuiltRequest } from './request-builder.js';
import type { RequestSender } from './request-sender.js';

/** A call that is ready to be sent, and what makes it. */
export interface GatedCall {
  operation: Operation<unknown, string>;
  request: BuiltRequest;
  /** The merchant whose client makes it; null where its options do not say. */
  merchantId: string | null;
  /** What would settle it, were it sent now. */
  inquiry: PayInquiry | null;
  limits: CallLimits;
  /** For reads within the same limits. */
  sender: RequestSender;
  /** Sends it, as often as may be, and answers. */
  send: () => Promise<Attempt['answer']>;
}

/** Stands before calls that do something: whether one is sent, and what it answers, is the gate's to say. */
export interface CallGate {
  pass(call: GatedCall): Promise<Attempt['answer']>;
}

const gates = new AsyncLocalStorage<CallGate | undefined>();

/** Has every call that `work` makes pass the gate, but those that only read. */
export function throughGate<Result>(gate: CallGate, work: () => Promise<Result>): Promise<Result> {
  return gates.run(gate, work);
}

/** The gate before the calls that are made here; undefined where there is none. */
export function gateHere(): CallGate | undefined {
  return gates.getStore();
}

/** What a gate does itself passes none. */
export function outsideGates<Result>(work: () => Promise<Result>): Promise<Result> {
  return gates.run(undefined, work);
}
