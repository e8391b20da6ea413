import { didYouMean } from '../domain/nearest-name.js';
import { isReportedFault, REPORTED_FAULTS } from './reported-faults.js';

/** Returns this status without executing the request. */
interface StatusFault<Body> {
  readonly kind: 'status';
  readonly status: number;
  readonly body?: Body;
  readonly html?: boolean;
}

type OtherFault =
  /** Closes the connection before the request is executed. */
  | { readonly kind: 'reset-before' }
  /** Returns 403 with the web page of the firewall in front of the service, without executing the request. */
  | { readonly kind: 'edge-403' }
  /** Executes the request, then closes the connection without a response. */
  | { readonly kind: 'executed-but-lost' }
  /** Executes the request immediately and sends the response after `ms` of real time, or never. */
  | { readonly kind: 'delay'; readonly ms: number | 'never' }
  /** Executes the request and sends the first half of the response body. */
  | { readonly kind: 'truncate' }
  /** Executes the request and sends no response body. */
  | { readonly kind: 'empty' }
  /**
   * Returns HTTP 200 with `Success: false` without executing the request. Only 502, the default, and codes below 500 except 408 reject
   * the call. After other codes its outcome is unknown: the request is lost for good, and a subscription waits for a person. Use
   * `declineNext()` for a declined card.
   */
  | {
      readonly kind: 'success-false';
      readonly errorCode?: number;
      readonly errorText?: string;
      readonly eventId?: number;
    };

/** Faults that were seen in production. Each has an operation of its own, so `operation` is optional. */
type ReportedFault =
  /** Returns HTTP 200 with an empty list of transactions, without executing the request. The service did so for paid orders. */
  | { readonly kind: 'no-transactions' }
  /** Removes the transaction ID from the redirect after a payment at the checkout page. */
  | { readonly kind: 'redirect-without-transaction' }
  /** Returns HTTP 202 for a terminal session, without executing the request. */
  | { readonly kind: 'session-in-progress' }
  /** Returns HTTP 200 for the abort of a terminal session, without executing the request. */
  | { readonly kind: 'abort-ignored' }
  /** Executes the request, and sends the response after the next webhook got its response, or after 60 seconds of real time. */
  | { readonly kind: 'webhook-first' }
  /** Executes the request, and returns the order with the state pending. */
  | { readonly kind: 'order-pending' };

interface FaultScope {
  /** Operation key or contract ID, or `*` for all operations. */
  readonly operation: string;
  /** Number of requests that the fault affects. @default 1 */
  readonly times?: number | 'always';
  /** Probability that the fault affects a request, from 0 to 1. @default 1 */
  readonly probability?: number;
}

/** A fault to inject. The body of a `status` fault is a string, or an object or array that is sent as JSON. */
export type FaultKind = StatusFault<string | object> | OtherFault | ReportedFault;

/** A fault and the requests that it affects. */
export type FaultRule = (FaultKind & FaultScope) | (ReportedFault & Partial<FaultScope>);

/** A validated rule with a serialized body. */
export type CheckedFault = (StatusFault<string> | OtherFault | ReportedFault) & FaultScope;

/** Maximum delay in milliseconds. Timers above 31 bits fire immediately. */
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
const TEXT: Member = { expected: 'a string', fits: (value) => typeof value === 'string' };

const SCOPE: Readonly<Record<string, Member>> = {
  times: optional({
    expected: "a positive integer, or 'always'",
    fits: (value) => value === 'always' || isInteger(value, 1, Infinity),
  }),
  probability: optional({ expected: 'a number from 0 to 1', fits: (value) => isWithin(value, 0, 1) }),
};
const KINDS: Readonly<Record<string, Readonly<Record<string, Member>>>> = {
  status: {
    status: { expected: 'an HTTP status from 200 to 599', fits: (value) => isInteger(value, 200, 599) },
    body: optional({
      expected: 'a string, or an object or array that can be serialized as JSON',
      fits: (value) => typeof value === 'string' || jsonText(value) !== undefined,
    }),
    html: optional({ expected: 'true or false', fits: (value) => typeof value === 'boolean' }),
  },
  'reset-before': {},
  'edge-403': {},
  'executed-but-lost': {},
  delay: {
    ms: {
      expected: `milliseconds from 0 to ${MAX_DELAY_MS}, or 'never'`,
      fits: (value) => value === 'never' || isWithin(value, 0, MAX_DELAY_MS),
    },
  },
  truncate: {},
  empty: {},
  ...Object.fromEntries(Object.keys(REPORTED_FAULTS).map((name) => [name, {}])),
  'success-false': { errorCode: optional(INTEGER), errorText: optional(TEXT), eventId: optional(INTEGER) },
};

/** All kinds of fault. */
export const FAULT_KINDS: readonly string[] = Object.keys(KINDS);

/**
 * Validates a rule, including untyped rules from the control API.
 *
 * @param operationNames - Allowed values of `operation` besides `*`.
 * @throws RangeError if a member is invalid. The message names the member.
 */
export function checkedFault(rule: FaultRule, operationNames: ReadonlySet<string>): CheckedFault {
  const { kind } = rule;
  // An array with one string would otherwise work as a property key.
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind))
    throw new RangeError(`kind: expected one of ${Object.keys(KINDS).join(', ')}`);
  const operation = rule.operation ?? (isReportedFault(kind) ? REPORTED_FAULTS[kind].operation : undefined);
  if (typeof operation !== 'string')
    throw new RangeError("operation: expected an operation such as payments.createOrder, or '*' for all");
  if (operation !== '*' && !operationNames.has(operation)) {
    throw new RangeError(
      `operation: '${operation}' is not an operation of the contract${didYouMean(operation, [...operationNames]) || "; use an operation ID or '*'"}`,
    );
  }
  const members: Readonly<Record<string, Member>> = { ...SCOPE, ...KINDS[kind] };
  const unknown = Object.keys(rule).find(
    (name) => name !== 'operation' && name !== 'kind' && !Object.hasOwn(members, name),
  );
  if (unknown !== undefined)
    throw new RangeError(
      `${unknown}: unknown member; a '${kind}' fault accepts ${Object.keys(members).join(', ')}`,
    );
  const values = new Map(Object.entries(rule));
  for (const [name, { expected, fits }] of Object.entries(members)) {
    if (!fits(values.get(name))) throw new RangeError(`${name}: expected ${expected}`);
  }
  if (rule.kind !== 'status') return { ...rule, operation };
  const { body } = rule;
  return { ...rule, body: typeof body === 'object' ? jsonText(body) : body };
}

const READS = /\.(?:get|retrieve|search)/;

/** Returns what a `success-false` fault leaves open, or null if its code is a decline or its operation changes nothing. */
export function faultWarning(fault: CheckedFault): string | null {
  if (fault.kind !== 'success-false' || READS.test(fault.operation)) return null;
  const { errorCode = 502 } = fault;
  if (errorCode === 502 || (errorCode < 500 && errorCode !== 408)) return null;
  return `ErrorCode ${errorCode} is no decline: the request is not executed and its outcome is unknown for good, so a charge waits for a person. For a declined card, call declineNext() instead.`;
}

/** Serializes a plain object or array. Returns undefined for other values and for values that JSON cannot represent. */
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
