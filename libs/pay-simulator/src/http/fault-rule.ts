/** A status instead of an answer. */
interface StatusFault<Body> {
  readonly kind: 'status';
  readonly status: number;
  readonly body?: Body;
  readonly html?: boolean;
}

type OtherFault =
  /** The connection is closed before the request is looked at. */
  | { readonly kind: 'reset-before' }
  /** The request is carried out, then the connection is closed with no answer. */
  | { readonly kind: 'executed-but-lost' }
  /** The request is carried out at once, the answer comes after `ms` of real time, or never. */
  | { readonly kind: 'delay'; readonly ms: number | 'never' }
  /** Carried out; only the first half of the answer's body is sent. */
  | { readonly kind: 'truncate' }
  /** Carried out; the answer has no body. */
  | { readonly kind: 'empty' }
  /** Not carried out; HTTP 200 with Success false. */
  | {
      readonly kind: 'success-false';
      readonly errorCode?: number;
      readonly errorText?: string;
      readonly eventId?: number;
    };

interface FaultScope {
  /** Operation key, contract id, or `*` for all. */
  readonly operation: string;
  /** How many requests it meets. @default 1 */
  readonly times?: number | 'always';
  /** Chance that it meets a request, 0 to 1. @default 1 */
  readonly probability?: number;
}

/** What goes wrong on purpose. The body of a status is a text, or an object or a list that is sent as JSON. */
export type FaultKind = StatusFault<string | object> | OtherFault;

/** A fault and the requests that it meets. */
export type FaultRule = FaultKind & FaultScope;

/** A rule that was checked; its body is the text that will be sent. */
export type CheckedFault = (StatusFault<string> | OtherFault) & FaultScope;

/** The longest delay that a timer takes, milliseconds: beyond 31 bits it fires at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

interface Member {
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
}

const isInteger = (value: unknown, min: number, max: number): boolean =>
  Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
const isWithin = (value: unknown, min: number, max: number): boolean =>
  typeof value === 'number' && value >= min && value <= max;
const optional = ({ expected, fits }: Member): Member => ({
  expected,
  fits: (value) => value === undefined || fits(value),
});
const INTEGER: Member = { expected: 'an integer', fits: Number.isSafeInteger };
const TEXT: Member = { expected: 'text', fits: (value) => typeof value === 'string' };

const SCOPE: Readonly<Record<string, Member>> = {
  times: optional({
    expected: "a whole number above 0, or 'always'",
    fits: (value) => value === 'always' || isInteger(value, 1, Infinity),
  }),
  probability: optional({ expected: 'a number from 0 to 1', fits: (value) => isWithin(value, 0, 1) }),
};
const KINDS: Readonly<Record<FaultKind['kind'], Readonly<Record<string, Member>>>> = {
  status: {
    status: { expected: 'an HTTP status from 200 to 599', fits: (value) => isInteger(value, 200, 599) },
    body: optional({
      expected: 'text, or an object or a list that JSON can hold',
      fits: (value) => typeof value === 'string' || jsonText(value) !== undefined,
    }),
    html: optional({ expected: 'true or false', fits: (value) => typeof value === 'boolean' }),
  },
  'reset-before': {},
  'executed-but-lost': {},
  delay: {
    ms: {
      expected: `milliseconds from 0 to ${MAX_DELAY_MS}, or 'never'`,
      fits: (value) => value === 'never' || isWithin(value, 0, MAX_DELAY_MS),
    },
  },
  truncate: {},
  empty: {},
  'success-false': { errorCode: optional(INTEGER), errorText: optional(TEXT), eventId: optional(INTEGER) },
};

/**
 * The rule, known to hold only what its kind takes: it may come from the control API.
 *
 * @param operationNames what `operation` may be besides `*`.
 * @throws RangeError naming the member that is wrong.
 */
export function checkedFault(rule: FaultRule, operationNames: ReadonlySet<string>): CheckedFault {
  const { operation, kind } = rule;
  // An own text only: a list would be read as the text of its one member.
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind))
    throw new RangeError(`kind: expected one of ${Object.keys(KINDS).join(', ')}`);
  if (operation !== '*' && !operationNames.has(operation)) {
    throw new RangeError(
      `operation: '${String(operation)}' is no operation of the contract; use its id or '*'`,
    );
  }
  const members: Readonly<Record<string, Member>> = { ...SCOPE, ...KINDS[kind] };
  const unknown = Object.keys(rule).find(
    (name) => name !== 'operation' && name !== 'kind' && !Object.hasOwn(members, name),
  );
  if (unknown !== undefined)
    throw new RangeError(
      `${unknown}: expected no such member; a fault '${kind}' takes ${Object.keys(members).join(', ')}`,
    );
  const values = new Map(Object.entries(rule));
  for (const [name, { expected, fits }] of Object.entries(members)) {
    if (!fits(values.get(name))) throw new RangeError(`${name}: expected ${expected}`);
  }
  if (rule.kind !== 'status') return rule;
  const { body } = rule;
  return { ...rule, body: typeof body === 'object' ? jsonText(body) : body };
}

/** The JSON of a plain object or a list; undefined for anything else, and for what JSON cannot hold. */
function jsonText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
  if (!isPlain) return undefined;
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
