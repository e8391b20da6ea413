import { readAnswer } from './answer-reader.js';
import type { Authorizer } from './authorizer.js';
import { checkCallOptions } from './call-options.js';
import type { CallOptions } from './call-options.js';
import type { Clock } from './clock.js';
import { Deadline } from './deadline.js';
import {
  contradictoryFailure,
  nameOf,
  notSent,
  refusalFailure,
  transportFailure,
  unreadableFailure,
  validationFailure,
} from './failure.js';
import type { CallAtHand, Failure } from './failure.js';
import { CORRELATION_ID_HEADER, EVENT_ID_HEADER } from './hosts.js';
import type { HostName } from './hosts.js';
import type { PayLogger } from './logger.js';
import type { CallMeta, MethodFailure, MethodReturn } from './method-return.js';
import type { Operation, OperationInput } from './operation.js';
import { alsoHiding } from './redaction.js';
import type { Redactor } from './redaction.js';
import { asEventId, readRefusalBody } from './refusal-reader.js';
import { buildRequest } from './request-builder.js';
import type { BuiltRequest } from './request-builder.js';
import { TransportError } from './transport.js';
import type { Transport, TransportResponse } from './transport.js';

/** What a sender is wired with; the same for all operations of a client. */
export interface SenderWiring {
  hosts: Record<HostName, string>;
  transport: Transport;
  authorizer: Authorizer;
  clock: Clock;
  /** The default time for a whole call. */
  timeoutMs: number;
  /** Where failures are logged; null for nowhere. */
  logger: PayLogger | null;
  redact: Redactor;
  /** What an event id of a refusal means, to stand behind the number; empty for one that is not known. */
  describeEvent: (eventId: number, isTerminalRequest: boolean) => string;
  /** What is wrong with the client's own options; every call answers it. */
  initProblem: string | null;
}

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Makes any declared call: checks, authorises, sends once, reads, and answers a MethodReturn whatever happens. */
export class RequestSender {
  readonly #wiring: SenderWiring;

  constructor(wiring: SenderWiring) {
    this.#wiring = wiring;
  }

  /** Makes a call with its own deadline. Never throws. */
  async send<Data, Kind extends string>(
    operation: Operation<Data, Kind>,
    input: OperationInput = {},
    call?: CallOptions | null,
  ): Promise<MethodReturn<Data, Kind>> {
    const wrong = checkCallOptions(call);
    const { timeoutMs = this.#wiring.timeoutMs, signal } = call ?? {};
    if (wrong.length > 0) {
      return this.#fail(operation, validationFailure(operation, wrong), {
        ...NOTHING_SENT,
        startedAt: this.#wiring.clock.now(),
      });
    }
    const deadline = new Deadline(timeoutMs, this.#wiring.clock, signal);
    try {
      return await this.sendWithin(operation, input, deadline);
    } finally {
      deadline.close();
    }
  }

  /** Makes a call within another call's deadline: the token exchange. Never throws. */
  async sendWithin<Data, Kind extends string>(
    operation: Operation<Data, Kind>,
    input: OperationInput,
    deadline: Deadline,
  ): Promise<MethodReturn<Data, Kind>> {
    const seen: Seen = { ...NOTHING_SENT, startedAt: this.#wiring.clock.now() };
    try {
      const answer = await this.#exchange(operation, input, deadline, seen);
      if ('failure' in answer) return this.#fail(operation, answer.failure, seen);
      return {
        success: true,
        data: answer.data as Data,
        message: `${nameOf(operation)} ${answer.pending === true ? 'is still in progress' : 'succeeded'}.`,
        ...(answer.pending === true && { pending: true }),
        meta: this.#meta(operation, seen),
      };
    } catch (error) {
      const name = error instanceof Error ? error.name : typeof error;
      const failure = notSent('internalerror', `${nameOf(operation)} failed inside the library (${name}).`);
      if (seen.attempts > 0) failure.error.outcome = 'unknown';
      return this.#fail(operation, failure, seen);
    }
  }

  async #exchange(
    operation: Operation<unknown, string>,
    input: OperationInput,
    deadline: Deadline,
    seen: Seen,
  ): Promise<Exchanged> {
    const { initProblem, hosts, authorizer } = this.#wiring;
    if (initProblem !== null)
      return { failure: notSent('initerror', `${nameOf(operation)} was not sent: ${initProblem}.`) };
    const built = buildRequest(operation, input, hosts);
    if (Array.isArray(built)) return { failure: validationFailure(operation, built) };
    const { repeatable, asked, targetMerchantId, ...request } = built;
    const authorization = await authorizer(operation.auth, targetMerchantId, deadline);
    if ('problem' in authorization) {
      const { code, message, error } = authorization.problem;
      return { failure: notSent(code, `${nameOf(operation)} was not sent: ${message}`, error) };
    }
    if (authorization.header !== null) request.headers['authorization'] = authorization.header;
    return this.#attempt({ operation, repeatable, asked }, request, deadline, seen);
  }

  async #attempt(
    call: CallAtHand,
    request: Omit<BuiltRequest, 'repeatable' | 'asked'>,
    deadline: Deadline,
    seen: Seen,
  ): Promise<Exchanged> {
    const { operation } = call;
    let response: TransportResponse;
    seen.attempts++;
    try {
      response = await this.#wiring.transport.send({
        ...request,
        method: operation.method,
        signal: deadline.signal,
        maxBodyBytes: operation.answer.kind === 'bytes' ? operation.answer.maxBytes : MAX_ANSWER_BYTES,
      });
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      if (!error.sent) seen.attempts--;
      return { failure: transportFailure(call, error, deadline, this.#wiring.hosts) };
    }
    seen.httpStatus = response.status;
    seen.correlationId = this.#correlationId(response);
    return this.#read(call, response, request.headers['authorization']);
  }

  #read(
    call: CallAtHand,
    { status, headers, body }: TransportResponse,
    authorization: string | undefined,
  ): Exchanged {
    const context = { ...this.#wiring, redact: alsoHiding(this.#wiring.redact, authorization) };
    if (status >= 200 && status < 300) {
      const answer = readAnswer(call.operation.answer, status, body, call.asked);
      if (answer.kind === 'data') return answer;
      if (answer.kind === 'unreadable') return { failure: unreadableFailure(call, status, answer.problem) };
      if (answer.kind === 'contradictory')
        return { failure: contradictoryFailure(call, status, answer.problem) };
      return { failure: refusalFailure(call, status, answer.refusal, context, answer.isClear) };
    }
    const said = readRefusalBody(body);
    const refusal = { ...said, eventId: said.eventId ?? asEventId(headers[EVENT_ID_HEADER]) };
    return { failure: refusalFailure(call, status, refusal, context) };
  }

  #correlationId(response: TransportResponse): string | null {
    const id = response.headers[CORRELATION_ID_HEADER];
    return id === undefined || !/^[\w.:-]{1,80}$/.test(id) ? null : id;
  }

  #fail<Kind extends string>(
    operation: Operation<unknown, Kind>,
    failure: Failure,
    seen: Seen,
  ): MethodFailure<Kind> {
    const keepsItsCode =
      failure.code === 'validationerror' || failure.code === 'initerror' || failure.code === 'aborted';
    const code = keepsItsCode ? failure.code : (operation.failureCode ?? failure.code);
    const meta = this.#meta(operation, seen);
    this.#log(
      `pay ${operation.id} failed: code=${code} outcome=${failure.error.outcome} status=${meta.httpStatus ?? '-'} ` +
        `correlationId=${meta.correlationId ?? '-'} durationMs=${meta.durationMs}`,
    );
    return { success: false, data: null, ...failure, code: code as MethodFailure<Kind>['code'], meta };
  }

  /** A logger that fails must not turn a known outcome into an exception. */
  #log(line: string): void {
    try {
      this.#wiring.logger?.error(line);
    } catch {
      // There is nowhere left to say it.
    }
  }

  #meta(operation: Operation<unknown, string>, seen: Seen): CallMeta {
    return {
      operation: operation.id,
      httpStatus: seen.httpStatus,
      correlationId: seen.correlationId,
      attempts: seen.attempts,
      durationMs: Math.round(this.#wiring.clock.now() - seen.startedAt),
    };
  }
}

type Exchanged = { data: unknown; pending?: true } | { failure: Failure };

/** What is known of a call so far. */
interface Seen {
  startedAt: number;
  attempts: number;
  httpStatus: number | null;
  correlationId: string | null;
}

const NOTHING_SENT = { attempts: 0, httpStatus: null, correlationId: null };
