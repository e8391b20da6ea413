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
import { callerOf, isIsv, problemOfCaller, refuseCaller, resellerCredentials } from './authentication.js';
import { BadRequest } from './bad-request.js';
import { bodyKind, BodyTooLarge, membersOfBody, membersOfParameters, readBody } from './body.js';
import type { Confidence, Evidence } from './confidence.js';
import { correlationId } from './correlation-id.js';
import { ERROR_FORMS, errorFamily, type Failure } from './error-shapes.js';
import { withFault, type Outcome } from './fault-effects.js';
import { emptyReply, httpDate, jsonReply, NOT_FOUND, type HttpReply } from './reply.js';
import type { QueryAndBody, RequestLimits, Textual } from './request-limits.js';
import { readValues, type SentMembers } from './request-values.js';
import type { EndpointServices, Route, RoutedRequest } from './route.js';

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

const WRONG_AUDIENCE: Failure = { status: 401, message: 'The audience is invalid' };

/** What the log keeps of a connection that was closed. */
const NO_RESPONSE = { status: null, body: '' };

/** Selects between operations with the same URL. */
type ChooseOperation = (
  shared: readonly Operation[],
  byIsv: boolean,
  query: SentMembers,
  scopes: readonly string[],
) => Operation;

/** Returns the limits of an operation's fields, from the contract. */
type LimitsOfOperation = (key: string) => QueryAndBody<RequestLimits>;

const HOSTS: readonly ServiceHost[] = ['accounts', 'api', 'web'];

/** Serves the simulated API on its three hosts: authentication, execution and response. */
export class ServiceEndpoint<Services extends ApiServices> {
  /** Whether a request has arrived, for whichever world. A reset does not change it. */
  wasReached = false;

  constructor(
    private readonly handlers: Readonly<
      Record<
        string,
        OperationHandler<Services, never, never> | WaitingOperationHandler<Services, never, never>
      >
    >,
    private readonly chooseOperation: ChooseOperation,
    private readonly limitsOf: LimitsOfOperation,
  ) {}

  /** Returns the routes of the operations, and of all other addresses on the three hosts. Operations can share a URL. */
  routes(operations: readonly Operation[]): readonly Route<Services>[] {
    const known = sharedAddresses(operations).map((shared): Route<Services> => ({
      method: shared.method,
      path: shared.path,
      access: 'public',
      refusesOtherMethods: true,
      respond: (services, request) => this.respond(services, request, shared.operations),
    }));
    const others = HOSTS.map((host): Route<Services> => ({
      method: '*',
      path: `/${host}/*`,
      access: 'public',
      respond: (services, request) => this.respondUnknown(services, request, host),
    }));
    return [...known, ...others];
  }

  private async respond(
    services: Services,
    { request, method, parameters, query }: RoutedRequest,
    shared: readonly Operation[],
  ): Promise<Outcome> {
    this.wasReached = true;
    const { account, claims, clock, confidence, faults, log, tokens } = services;
    const sentQuery = membersOfParameters(query);
    const caller = callerOf(request.headers.authorization, tokens);
    const scopes = caller.token?.scopes ?? [];
    const byIsv = isIsv(caller, account);
    const operation = this.chooseOperation(shared, byIsv, sentQuery, scopes);
    const fault = faults.consume(() => this.namesOf(operation, shared));
    const claim = claims.open();
    const at = clock.now();
    let sent = '';
    let problem: string | undefined;
    const run = async (): Promise<HttpReply> => {
      // The body is read even if the request is rejected, because the client may miss a response to an unfinished request.
      const body = await readBody(request).catch((error: unknown) => error as Error);
      if (typeof body === 'string') sent = body;
      const evidence = confidence?.of(operation.key, [
        ...new Set([operation, ...shared].map(({ key }) => key)),
      ]);
      const refused = refuseCaller(operation, caller, account);
      const known = {
        path: parameters,
        query: sentQuery,
        basic: caller.basic,
        scopes,
        targetMerchantId:
          operation.auth === 'reseller' ? resellerCredentials(caller)?.targetMerchantId : undefined,
        claim: claim.acquire,
      };
      const kind = bodyKind(request.headers['content-type']);
      const isRefused = refused !== undefined && this.handlers[operation.key] !== undefined;
      const reply =
        evidence?.refuse() ??
        (isRefused
          ? refusalOf(services, operation, refused)
          : await this.execute(services, operation, known, body, kind, evidence));
      problem = reply.refused;
      const concluded = evidence?.conclude(reply, refused !== undefined) ?? reply;
      return toReply(services, operation.host, concluded, evidence?.headers());
    };
    let outcome: Outcome = 'close';
    try {
      outcome = fault
        ? await withFault(fault, at, run, () => services.deliveries.nextAttempt())
        : await run();
    } finally {
      // A request without a response is in progress until the client disconnects.
      if (outcome === 'silence' && !request.socket.destroyed) request.socket.once('close', claim.release);
      else claim.release();
    }
    const { status, body: response } = typeof outcome === 'string' ? NO_RESPONSE : outcome;
    const { key, path } = operation;
    // Responses to requests for tokens hold nothing but credentials.
    const texts = { request: sent, response: operation.host === 'accounts' ? '' : response };
    const why = fault?.kind ?? null;
    log.add(
      request,
      { at, operation: key, method, path, status, fault: why, refused: problem ?? null },
      texts,
    );
    return withDate(outcome, clock.now());
  }

  /** Responds to a request that no operation matches. */
  private async respondUnknown(
    services: Services,
    { request, method, path, allow: methods }: RoutedRequest,
    host: ServiceHost,
  ): Promise<HttpReply> {
    if (path === `/${host}`) return NOT_FOUND;
    this.wasReached = true;
    const { clock, confidence, log } = services;
    const evidence = confidence?.of(`${method} ${path}`);
    const allow = methods.length > 0 ? methods : undefined;
    const known: OperationReply = { status: allow ? 405 : 404 };
    const reply = evidence?.conclude(known, true) ?? known;
    const sent = await readBody(request).catch(() => '');
    const refused = allow ? `expected the method ${allow.join(' or ')}` : 'no operation has this address';
    log.add(request, { at: clock.now(), method, path, status: reply.status, refused }, { request: sent });
    return toReply(services, host, reply, {
      ...(allow && { allow: allow.join(', ') }),
      ...evidence?.headers(),
    });
  }

  /** Operations with the same URL and handler are identical on the wire, so a fault for one affects both. */
  private namesOf(operation: Operation, shared: readonly Operation[]): readonly string[] {
    const handler = this.handlers[operation.key];
    const same = handler ? shared.filter((other) => this.handlers[other.key] === handler) : [operation];
    return same.flatMap(({ key, id }) => [key, id]);
  }

  private async execute(
    services: Services,
    operation: Operation,
    known: Omit<OperationRequest, 'body'>,
    sent: string | Error,
    kind: ReturnType<typeof bodyKind>,
    evidence: Evidence | undefined,
  ): Promise<OperationReply> {
    const { host, key, contentType } = operation;
    const handler = this.handlers[key];
    if (!handler) {
      const error = `The simulator does not implement operation ${key}`;
      return { status: 501, json: { error, operation: key } };
    }
    try {
      if (sent instanceof BodyTooLarge) throw new BadRequest('body: expected at most 1 MB', [], 413);
      if (sent instanceof Error) throw sent;
      const isTerminalApi = errorFamily(operation) === 'terminals';
      if (isTerminalApi && contentType && (kind !== 'json' || sent.trim() === ''))
        throw BadRequest.ofBody('expected a JSON object', 'object');
      if (host === 'api' && contentType && sent !== '' && kind !== 'json')
        throw new BadRequest(`content-type: expected ${contentType}`, [], 415);
      // Clients send bodies such as `null` and `[]` with a GET or DELETE, which the service does not read.
      const isIgnored = contentType === null || (host === 'accounts' && kind !== 'form');
      const body = isIgnored ? {} : membersOfBody(sent, kind);
      const request = handledRequest(
        known,
        body,
        this.limitsOf(key),
        (host === 'web' || kind === 'form') && 'body',
      );
      return evidence?.refuseFields(known.query, body) ?? (await handler(services, request as never));
    } catch (error) {
      if (error instanceof BadRequest) {
        const { status, message } = error;
        return { ...failure(services, operation, { status, problem: error }), refused: message };
      }
      if (error instanceof Refusal)
        return failure(services, operation, { status: error.code, refusal: error });
      throw error;
    }
  }
}

/** Returns a request whose values are read when its handler asks for them: some handlers check first who may act. */
function handledRequest(
  { path, query: sentQuery, basic, scopes, targetMerchantId, claim }: Omit<OperationRequest, 'body'>,
  sentBody: SentMembers,
  limits: QueryAndBody<RequestLimits>,
  textual: Textual,
): OperationRequest {
  let query: object | undefined;
  let body: object | undefined;
  return {
    path,
    get query() {
      return (query ??= readValues(sentQuery as SentMembers, 'query', limits.query, 'query'));
    },
    get body() {
      return (body ??= readValues(sentBody, 'body', limits.body, textual));
    },
    basic,
    scopes,
    targetMerchantId,
    claim,
  };
}

/** Operations that share an address of the simulator. */
interface SharedAddress {
  readonly method: string;
  readonly path: string;
  readonly operations: readonly Operation[];
}

/** Returns the addresses of operations. The names of the parameters are those of the first operation. */
export function sharedAddresses(operations: readonly Operation[]): readonly SharedAddress[] {
  const byUrl = new Map<string, SharedAddress>();
  for (const operation of operations) {
    const { method } = operation;
    const path = `/${operation.host}${operation.path.replace(/\/$/, '')}`;
    const url = `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
    const known = byUrl.get(url) ?? { method, path, operations: [] };
    byUrl.set(url, { ...known, operations: [...known.operations, operation] });
  }
  return [...byUrl.values()];
}

/** Returns the response to credentials that the operation does not accept. */
function refusalOf(
  services: ApiServices,
  operation: Operation,
  refused: 401 | 403 | 'audience',
): OperationReply {
  const refusal = (): OperationReply =>
    failure(services, operation, refused === 403 ? { status: 403 } : WRONG_AUDIENCE);
  const isTerminalApi = errorFamily(operation) === 'terminals';
  const reply = isTerminalApi ? NOT_VALIDATED : refused === 401 ? { status: 401 } : refusal();
  return { ...reply, refused: problemOfCaller(operation, refused) };
}

function failure({ clock }: ApiServices, operation: Operation, why: Failure): OperationReply {
  return ERROR_FORMS[errorFamily(operation)](why, clock.now());
}

function toReply(
  { clock, ids }: ApiServices,
  host: ServiceHost,
  { status, json, text, eventId = 0 }: OperationReply,
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  const all: Record<string, string> = {
    [RESPONSE_HEADERS.correlationId]: correlationId(clock.now(), ids),
    ...headers,
  };
  if (host === 'api' || eventId !== 0) all[RESPONSE_HEADERS.eventId] = String(eventId);
  if (text) return { status, headers: { 'content-type': text.type, ...all }, body: text.content };
  return json === undefined ? emptyReply(status, all) : jsonReply(status, writeJson(json), all);
}

/** Sets `Date` from the virtual clock, as in the response bodies. */
function withDate(outcome: Outcome, now: number): Outcome {
  if (typeof outcome === 'string') return outcome;
  return { ...outcome, headers: { ...outcome.headers, date: httpDate(now) } };
}
