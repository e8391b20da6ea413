import type { AccessTokens } from '../domain/access-tokens.js';
import type { Claims } from '../domain/claims.js';
import { RESPONSE_HEADERS } from '../domain/contract.generated.js';
import type { Ids } from '../domain/ids.js';
import type { MerchantAccount } from '../domain/merchant.js';
import { Refusal } from '../domain/refusal.js';
import type {
  Operation,
  OperationHandler,
  OperationReply,
  OperationRequest,
  ServiceHost,
  WaitingOperationHandler,
} from './operation.js';
import { writeJson } from '../domain/wire-json.js';
import {
  callerOf,
  isIsv,
  problemOfCaller,
  refuseCaller,
  resellerCredentials,
  type Caller,
} from './authentication.js';
import { bodyFields, bodyKind, BodyTooLarge, readBody } from './body.js';
import type { Confidence, Evidence } from './confidence.js';
import { correlationId } from './correlation-id.js';
import { ERROR_FORMS, errorFamily, type Failure } from './error-shapes.js';
import { withFault, type Outcome } from './fault-effects.js';
import { BadRequest, Fields } from './fields.js';
import type { EndpointServices } from './page-endpoint.js';
import type { ReceivedRequest } from './received-request.js';
import { emptyReply, httpDate, jsonReply, type HttpReply } from './reply.js';
import type { RequestLimits } from './request-limits.js';
import type { RouteMatch, Router } from './router.js';

interface ApiServices extends EndpointServices {
  readonly account: MerchantAccount;
  readonly claims: Claims;
  readonly confidence: Confidence | undefined;
  readonly deliveries: { readonly nextAttempt: () => Promise<void> };
  readonly ids: Ids;
  readonly tokens: AccessTokens;
}

/** Response for a missing, expired or insufficient token at the card terminal API. @see contract/behaviour/pos.yaml traps, credentials */
const NOT_VALIDATED: OperationReply = {
  status: 401,
  json: { detail: 'Could not validate credentials' },
};

/** Selects between operations with the same URL. */
type ChooseOperation = (
  shared: readonly Operation[],
  byIsv: boolean,
  query: Fields,
  scopes: readonly string[],
) => Operation;

/** Returns the limits of an operation's fields, from the contract. */
type LimitsOfOperation = (key: string) => { readonly query: RequestLimits; readonly body: RequestLimits };

/** Serves the simulated API on its three hosts: routing, authentication, execution and response. */
export class ServiceEndpoint<Services extends ApiServices> {
  private readonly faultNames = new Map<string, readonly string[]>();

  constructor(
    private readonly services: Services,
    private readonly router: Router,
    private readonly handlers: Readonly<
      Record<string, OperationHandler<Services> | WaitingOperationHandler<Services>>
    >,
    private readonly chooseOperation: ChooseOperation,
    private readonly limitsOf: LimitsOfOperation,
  ) {}

  async respond(
    request: ReceivedRequest,
    host: ServiceHost,
    path: string,
    query: URLSearchParams,
  ): Promise<Outcome> {
    const { claims, clock, confidence, faults, log } = this.services;
    const method = request.method ?? 'GET';
    const match = this.router.match(host, method, path);
    if (match.found !== 'route') return this.respondUnknown(request, host, method, path, match);
    const fields = Fields.fromParameters(query, 'query');
    const { account, tokens } = this.services;
    const caller = callerOf(request.headers.authorization, tokens);
    const scopes = caller.token?.scopes ?? [];
    const byIsv = isIsv(caller, account);
    const operation = this.chooseOperation(match.operations, byIsv, fields, scopes);
    const fault = faults.consume(this.namesOf(operation, match.operations));
    const claim = claims.open();
    const at = clock.now();
    let sent = '';
    let problem: string | undefined;
    const run = async (): Promise<HttpReply> => {
      // The body is read even if the request is rejected, because the client may miss a response to an unfinished request.
      const body = await readBody(request).catch((error: unknown) => error as Error);
      if (typeof body === 'string') sent = body;
      const shared = match.operations.map(({ key }) => key).filter((key) => key !== operation.key);
      const evidence = confidence?.of(operation.key, [operation.key, ...shared]);
      const refused = refuseCaller(operation, caller, account);
      const kind = bodyKind(request.headers['content-type']);
      const limits = this.limitsOf(operation.key);
      const known = { path: match.path, query: fields.within(limits.query), scopes, claim: claim.acquire };
      const reply =
        evidence?.refuse() ??
        this.refusalOf(operation, refused) ??
        (await this.execute(operation, known, { body, kind, caller }, evidence));
      problem = reply.refused;
      const concluded = evidence?.conclude(reply, refused !== undefined) ?? reply;
      return this.toReply(host, concluded, evidence?.headers());
    };
    let outcome: Outcome = 'close';
    try {
      outcome = fault
        ? await withFault(fault, at, run, () => this.services.deliveries.nextAttempt())
        : await run();
    } finally {
      // A request without a response is in progress until the client disconnects.
      if (outcome === 'silence' && !request.socket.destroyed) request.socket.once('close', claim.release);
      else claim.release();
    }
    const status = typeof outcome === 'string' ? null : outcome.status;
    // Responses to requests for tokens hold nothing but credentials.
    const hasTexts = operation.host !== 'accounts';
    const response = hasTexts && typeof outcome !== 'string' ? outcome.body : '';
    const { key, path: template } = operation;
    const facts = { at, operation: key, method, path: template, status };
    const why = { fault: fault?.kind ?? null, refused: problem ?? null };
    log.add(request, { ...facts, ...why }, { request: sent, response });
    return withDate(outcome, clock.now());
  }

  /** Responds to a request that no operation matches. */
  private async respondUnknown(
    request: ReceivedRequest,
    host: ServiceHost,
    method: string,
    path: string,
    match: Exclude<RouteMatch, { found: 'route' }>,
  ): Promise<HttpReply> {
    const { clock, confidence, log } = this.services;
    const evidence = confidence?.of(`${method} /${host}${path}`);
    const allow = match.found === 'nothing' ? undefined : match.allow;
    const known: OperationReply = { status: allow ? 405 : 404 };
    const reply = evidence?.conclude(known, true) ?? known;
    const sent = await readBody(request).catch(() => '');
    const refused = allow ? `expected the method ${allow.join(' or ')}` : 'no operation has this address';
    log.add(
      request,
      { at: clock.now(), method, path: `/${host}${path}`, status: reply.status, refused },
      { request: sent },
    );
    return this.toReply(host, reply, {
      ...(allow && { allow: allow.join(', ') }),
      ...evidence?.headers(),
    });
  }

  /** Operations with the same URL and handler are identical on the wire, so a fault for one affects both. */
  private namesOf(operation: Operation, shared: readonly Operation[]): readonly string[] {
    const known = this.faultNames.get(operation.key);
    if (known) return known;
    const handler = this.handlers[operation.key];
    const same = handler ? shared.filter((other) => this.handlers[other.key] === handler) : [operation];
    const names = same.flatMap(({ key, id }) => [key, id]);
    this.faultNames.set(operation.key, names);
    return names;
  }

  /** Returns the response to a call that no handler may get, or undefined. */
  private refusalOf(
    operation: Operation,
    refused: ReturnType<typeof refuseCaller>,
  ): OperationReply | undefined {
    const { key } = operation;
    if (!this.handlers[key]) {
      const error = `The simulator does not implement operation ${key}`;
      return { status: 501, json: { error, operation: key } };
    }
    if (refused === undefined) return undefined;
    const problem = problemOfCaller(operation, refused);
    if (errorFamily(operation) === 'terminals') return { ...NOT_VALIDATED, refused: problem };
    if (refused === 401) return { status: 401, refused: problem };
    return refused === 403
      ? { ...this.failure(operation, { status: 403 }), refused: problem }
      : { ...this.failure(operation, { status: 401, message: 'The audience is invalid' }), refused: problem };
  }

  private async execute(
    operation: Operation,
    request: Pick<OperationRequest, 'path' | 'query' | 'scopes' | 'claim'>,
    sent: {
      readonly body: string | Error;
      readonly kind: ReturnType<typeof bodyKind>;
      readonly caller: Caller;
    },
    evidence: Evidence | undefined,
  ): Promise<OperationReply> {
    const { host, key, contentType, auth } = operation;
    const { kind, caller } = sent;
    try {
      if (sent.body instanceof BodyTooLarge)
        return this.malformed(operation, 413, new BadRequest('body: expected at most 1 MB'));
      if (sent.body instanceof Error) throw sent.body;
      const isTerminalApi = errorFamily(operation) === 'terminals';
      if (isTerminalApi && contentType && (kind !== 'json' || sent.body.trim() === ''))
        throw BadRequest.ofBody('expected a JSON object', 'object');
      if (host === 'api' && contentType && sent.body !== '' && kind !== 'json')
        return this.malformed(operation, 415, new BadRequest(`content-type: expected ${contentType}`));
      // Clients send bodies such as `null` and `[]` with a GET or DELETE, which the service does not read.
      const isIgnored = contentType === null || (host === 'accounts' && kind !== 'form');
      const body = isIgnored
        ? Fields.none()
        : bodyFields(sent.body, kind, host === 'web', this.limitsOf(key).body);
      const unanswered = evidence?.refuseFields(request.query, body);
      if (unanswered) return unanswered;
      const reseller = auth === 'reseller' ? resellerCredentials(caller) : undefined;
      const received = {
        body,
        basic: caller.basic,
        targetMerchantId: reseller?.targetMerchantId,
        ...request,
      };
      const reply = await this.handlers[key]?.(this.services, received);
      if (!reply) throw new Error(`operation ${key} has no handler`);
      return reply;
    } catch (error) {
      if (error instanceof BadRequest) return this.malformed(operation, 400, error);
      if (error instanceof Refusal) return this.failure(operation, { status: error.code, refusal: error });
      throw error;
    }
  }

  private malformed(operation: Operation, status: number, problem: BadRequest): OperationReply {
    return { ...this.failure(operation, { status, problem }), refused: problem.message };
  }

  private failure(operation: Operation, failure: Failure): OperationReply {
    return ERROR_FORMS[errorFamily(operation)](failure, this.services.clock.now());
  }

  private toReply(
    host: ServiceHost,
    { status, json, text, eventId = 0 }: OperationReply,
    headers: Readonly<Record<string, string>> = {},
  ): HttpReply {
    const { clock, ids } = this.services;
    const all: Record<string, string> = {
      [RESPONSE_HEADERS.correlationId]: correlationId(clock.now(), ids),
      ...headers,
    };
    if (host === 'api' || eventId !== 0) all[RESPONSE_HEADERS.eventId] = String(eventId);
    if (text) return { status, headers: { 'content-type': text.type, ...all }, body: text.content };
    return json === undefined ? emptyReply(status, all) : jsonReply(status, writeJson(json), all);
  }
}

/** Sets `Date` from the virtual clock, as in the response bodies. */
function withDate(outcome: Outcome, now: number): Outcome {
  if (typeof outcome === 'string') return outcome;
  return { ...outcome, headers: { date: httpDate(now), ...outcome.headers } };
}
