import type { OperationReply } from './operation.js';
import type { Fields } from './fields.js';

/** How the simulator treats what the contract only infers. */
interface ConfidenceOptions {
  /** Responds with 501 instead of a response that rests on an inferred claim. */
  readonly strict?: boolean | undefined;
  /** Adds the header `X-Simulator-Confidence`. */
  readonly mark?: boolean | undefined;
}

/** A claim of the contract that a response rests on. */
interface Claim {
  readonly id: string;
  readonly confidence: string;
}

/** An error of an operation. Only inferred errors have an ID. */
interface ErrorClaim {
  readonly id?: string;
  readonly status: number | null;
  /** @default none */
  readonly codes?: readonly string[];
  /** @default inferred */
  readonly confidence?: string;
}

/** What the contract claims about an operation. */
export interface OperationClaims {
  readonly confidence: string;
  /** Fields of the request, and units of amounts, that are less known than the operation. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly errors: readonly ErrorClaim[];
}

/** What the contract claims. */
export interface ContractClaims {
  /** Kinds of confidence, from the best known to the least known. @see contract/SCHEMA.md */
  readonly ranking: readonly string[];
  readonly operations: Readonly<Record<string, OperationClaims>>;
  /** Claims about an HTTP status of all operations. */
  readonly statuses: Readonly<Record<number, Claim>>;
  /** Confidence of each event type. */
  readonly events: Readonly<Record<number, string>>;
}

/** Headers that tell the confidence. */
type Headers = Readonly<Record<string, string>>;

const HEADER = 'x-simulator-confidence';
const INFERRED = 'inferred';

/** Compares responds with the claims of the contract. @see contract/SCHEMA.md Claims */
export class Confidence {
  constructor(
    private readonly options: ConfidenceOptions,
    private readonly claims: ContractClaims,
  ) {}

  /**
   * Starts to collect the claims that a response rests on.
   *
   * @param name - Name of the request for messages.
   * @param operations - Keys of the operation, and of others with the same URL. None if no operation matches the request.
   */
  of(name: string, operations: readonly string[] = []): Evidence {
    const rows = operations.map((key) => ({
      confidence: INFERRED,
      fields: {},
      errors: [],
      ...this.claims.operations[key],
      key,
    }));
    return new Evidence(this.options, this.claims, name, rows);
  }

  /** Returns the headers of a delivery of an event. */
  readonly headersOfEvent = (eventTypeId: number): Headers =>
    this.options.mark === true ? { [HEADER]: this.claims.events[eventTypeId] ?? INFERRED } : {};
}

/** The claims that the response to a request rests on. */
export class Evidence {
  private readonly used: Claim[];
  /** Name of an error that no claim describes. */
  private undescribed: string | undefined;

  constructor(
    private readonly options: ConfidenceOptions,
    private readonly claims: ContractClaims,
    private readonly name: string,
    private readonly operations: readonly (OperationClaims & { readonly key: string })[],
  ) {
    this.used = operations.slice(0, 1).map(({ key, confidence }) => ({ id: key, confidence }));
  }

  /** Adds the fields of a request. Returns the response of a strict simulator if one of them is inferred. */
  refuseFields(query: Fields, body: Fields): OperationReply | undefined {
    const [operation] = this.operations;
    for (const [path, confidence] of Object.entries(operation?.fields ?? {})) {
      const [, part, field = ''] = /^(\w+)\/(.*?)(?:\/unit)?$/.exec(path) ?? [];
      if (part === 'path' || isUsed(part === 'query' ? query : body, field))
        this.used.push({ id: `${operation?.key}/${path}`, confidence });
    }
    return this.refuse();
  }

  /**
   * Adds the claim of an error. Returns the response, or 501 if a strict simulator does not know the error.
   *
   * @param isGeneral - Whether all operations have this error: wrong credentials or a wrong method.
   */
  conclude(reply: OperationReply, isGeneral = false): OperationReply {
    const error = errorOf(reply);
    // 501 is a response of the simulator, not of the service.
    if (!error || reply.status === 501) return reply;
    const general = isGeneral ? this.claims.statuses[reply.status] : undefined;
    const own = this.leastKnown(this.claimsOfError(error));
    // A claim about all operations can only add knowledge.
    const claim = general && (!own || this.rankOf(general) < this.rankOf(own)) ? general : own;
    if (claim) this.used.push(claim);
    else this.undescribed = `${error.name} for ${this.name}`;
    // The state has changed, so 501 would hide what happened to the money.
    return (reply.isExecuted ? undefined : this.refuse(reply.status)) ?? reply;
  }

  /** Headers of the response. */
  headers(): Headers {
    if (this.options.mark !== true) return {};
    const claim = this.undescribed === undefined ? this.leastKnown(this.used) : undefined;
    return { [HEADER]: claim?.confidence ?? INFERRED };
  }

  /** Returns the response of a strict simulator if one of the claims so far is inferred. */
  refuse(statusWithoutStrict: number | null = null): OperationReply | undefined {
    if (this.options.strict !== true) return undefined;
    const claims = this.used.filter(({ confidence }) => confidence === INFERRED);
    if (claims.length === 0 && this.undescribed === undefined) return undefined;
    const problem =
      claims.length > 0
        ? `the contract only infers ${claims.map(({ id }) => id).join(', ')}. Check it with "npx pay-simulator verify"`
        : `the contract does not describe ${this.undescribed}. Try it with a demo account`;
    return {
      status: 501,
      json: {
        error: INFERRED,
        message: `The simulator is strict and does not respond: ${problem}, or start the simulator without strict.`,
        operation: this.operations[0]?.key ?? null,
        claims: claims.map(({ id, confidence }) => ({ id, confidence })),
        statusWithoutStrict,
      },
    };
  }

  /** Returns the claims that can describe an error. Operations with the same URL have the same errors. */
  private claimsOfError(error: ErrorResponse): readonly Claim[] {
    for (const { key, errors } of this.operations) {
      const rows = errors.filter(({ status }) => error.statuses.includes(status));
      const exact = rows.filter(({ codes }) => codes?.some((code) => error.codes.has(code)));
      const found = exact.length > 0 ? exact : rows.filter(({ codes = [] }) => codes.length === 0);
      if (found.length > 0)
        return found.map(({ id = '', confidence = INFERRED }) => ({ id: `${key}/error/${id}`, confidence }));
    }
    return [];
  }

  private rankOf({ confidence }: Claim): number {
    return this.claims.ranking.indexOf(confidence.split('(')[0] ?? '');
  }

  private leastKnown([first, ...others]: readonly Claim[]): Claim | undefined {
    return (
      first &&
      others.reduce((least, claim) => (this.rankOf(claim) > this.rankOf(least) ? claim : least), first)
    );
  }
}

/** A response that is an error. */
interface ErrorResponse {
  /** Name for messages. */
  readonly name: string;
  /** HTTP status. The web host also responds with 200 with the status in the body. */
  readonly statuses: readonly (number | null)[];
  /** Error codes, event IDs and texts. */
  readonly codes: ReadonlySet<string>;
}

const CODE_MEMBERS = ['error', 'ErrorCode', 'ErrorText', 'EventId', 'eventId', 'message'];

function errorOf({ status, json, eventId }: OperationReply): ErrorResponse | undefined {
  const body = (json ?? {}) as Readonly<Record<string, unknown>>;
  if (status < 400 && body['Success'] !== false) return undefined;
  const codes = [eventId, ...CODE_MEMBERS.map((name) => body[name])].filter(
    (code) => typeof code === 'string' || typeof code === 'number',
  );
  const inBody = status < 400 ? [Number(body['ErrorCode'])] : [];
  return {
    name: [`HTTP ${status}`, ...inBody.map((code) => `ErrorCode ${code}`)].join(' with '),
    statuses: [status, null, ...inBody],
    codes: new Set(codes.map(String)),
  };
}

/** Returns whether a request has a field, such as `customer.email` or `items[].name`. Case does not matter. */
function isUsed(fields: Fields, name: string): boolean {
  const [first = '', ...path] = name.replaceAll('[]', '').split('.');
  return has(fields.value(first), path);
}

function has(value: unknown, path: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((item) => has(item, path));
  const [name, ...rest] = path;
  if (value === undefined || value === null || name === undefined)
    return value !== undefined && value !== null;
  return (
    typeof value === 'object' &&
    Object.entries(value).some(
      ([member, inner]) => member.toLowerCase() === name.toLowerCase() && has(inner, rest),
    )
  );
}
