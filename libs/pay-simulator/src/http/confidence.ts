import type { OperationReply } from './operation.js';

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

/** Collects the claims of the contract that responses rest on. @see contract/SCHEMA.md Claims */
export class Confidence {
  constructor(
    private readonly options: ConfidenceOptions,
    private readonly claims: ContractClaims,
  ) {}

  /** Returns the headers of a delivery of an event. */
  readonly headersOfEvent = (eventTypeId: number): Headers =>
    this.options.mark === true ? { [HEADER]: this.claims.events[eventTypeId] ?? INFERRED } : {};

  /**
   * Starts to collect the claims that the response to a request rests on.
   *
   * @param name - Name of the request for messages.
   * @param keys - Keys of the operation, and of others with the same URL. None if no operation matches the request.
   */
  of(name: string, keys: readonly string[] = []) {
    const { strict = false, mark = false } = this.options;
    const { ranking, operations, statuses } = this.claims;
    const known = (key: string): OperationClaims => operations[key] ?? { confidence: INFERRED, errors: [] };
    const [own] = keys;
    const used: Claim[] = own === undefined ? [] : [{ id: own, confidence: known(own).confidence }];
    /** Name of an error that no claim describes. */
    let undescribed: string | undefined;

    const rankOf = ({ confidence }: Claim): number => ranking.indexOf(confidence.split('(')[0] ?? '');
    const leastKnown = (claims: readonly Claim[]): Claim | undefined =>
      claims.reduce<Claim | undefined>(
        (least, claim) => (least && rankOf(claim) <= rankOf(least) ? least : claim),
        undefined,
      );

    /** Returns the claims that can describe an error. Operations with the same URL have the same errors. */
    const claimsOfError = (error: NonNullable<ReturnType<typeof errorOf>>): readonly Claim[] => {
      for (const key of keys) {
        const rows = known(key).errors.filter(({ status }) => error.statuses.includes(status));
        const exact = rows.filter(({ codes }) => codes?.some((code) => error.codes.has(code)));
        const found = exact.length > 0 ? exact : rows.filter(({ codes = [] }) => codes.length === 0);
        if (found.length > 0)
          return found.map(({ id = '', confidence = INFERRED }) => ({
            id: `${key}/error/${id}`,
            confidence,
          }));
      }
      return [];
    };

    /** Returns the response of a strict simulator if one of the claims so far is inferred. */
    const refuse = (statusWithoutStrict: number | null = null): OperationReply | undefined => {
      const claims = used.filter(({ confidence }) => confidence === INFERRED);
      if (!strict || (claims.length === 0 && undescribed === undefined)) return undefined;
      const problem =
        claims.length > 0
          ? `the contract only infers ${claims.map(({ id }) => id).join(', ')}. Check it with "npx pay-simulator verify"`
          : `the contract does not describe ${undescribed}. Try it with a demo account`;
      return {
        status: 501,
        json: {
          error: INFERRED,
          message: `The simulator is strict and does not respond: ${problem}, or start the simulator without strict.`,
          operation: own ?? null,
          claims: claims.map(({ id, confidence }) => ({ id, confidence })),
          statusWithoutStrict,
        },
      };
    };

    return {
      refuse,
      /** Adds the fields of a request. Returns the response of a strict simulator if one of them is inferred. */
      refuseFields(query: object, body: object): OperationReply | undefined {
        const fields = own === undefined ? {} : known(own).fields;
        for (const [path, confidence] of Object.entries(fields ?? {})) {
          const [, part, field = ''] = /^(\w+)\/(.*?)(?:\/unit)?$/.exec(path) ?? [];
          if (part === 'path' || has(part === 'query' ? query : body, field.replaceAll('[]', '').split('.')))
            used.push({ id: `${own}/${path}`, confidence });
        }
        return refuse();
      },
      /**
       * Adds the claim of an error. Returns the response, or 501 if a strict simulator does not know the error.
       *
       * @param isGeneral - Whether all operations have this error: wrong credentials or a wrong method.
       */
      conclude(reply: OperationReply, isGeneral = false): OperationReply {
        const error = errorOf(reply);
        // 501 is a response of the simulator, not of the service.
        if (!error || reply.status === 501) return reply;
        const general = isGeneral ? statuses[reply.status] : undefined;
        const claim = leastKnown(claimsOfError(error));
        // A claim about all operations can only add knowledge.
        const best = general && (!claim || rankOf(general) < rankOf(claim)) ? general : claim;
        if (best) used.push(best);
        else undescribed = `${error.name} for ${name}`;
        // The state has changed, so 501 would hide what happened to the money.
        return (reply.isExecuted ? undefined : refuse(reply.status)) ?? reply;
      },
      /** Headers of the response. */
      headers(): Headers {
        if (!mark) return {};
        const claim = undescribed === undefined ? leastKnown(used) : undefined;
        return { [HEADER]: claim?.confidence ?? INFERRED };
      },
    };
  }
}

/** The claims that the response to a request rests on. */
export type Evidence = ReturnType<Confidence['of']>;

const CODE_MEMBERS = ['error', 'ErrorCode', 'ErrorText', 'EventId', 'eventId', 'message'];

/** Returns what identifies an error, or undefined for a response that is none. */
function errorOf({ status, json, eventId }: OperationReply) {
  const body = (json ?? {}) as Readonly<Record<string, unknown>>;
  if (status < 400 && body['Success'] !== false) return undefined;
  const codes = [eventId, ...CODE_MEMBERS.map((name) => body[name])].filter(
    (code) => typeof code === 'string' || typeof code === 'number',
  );
  const inBody = status < 400 ? [Number(body['ErrorCode'])] : [];
  return {
    /** Name for messages. */
    name: [`HTTP ${status}`, ...inBody.map((code) => `ErrorCode ${code}`)].join(' with '),
    /** HTTP status. The web host also responds with 200 with the status in the body. */
    statuses: [status, null, ...inBody] as readonly (number | null)[],
    /** Error codes, event IDs and texts. */
    codes: new Set(codes.map(String)),
  };
}

/** Returns whether a request has a field, such as `customer` and `email`, also in items of a list. Case does not matter. */
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
