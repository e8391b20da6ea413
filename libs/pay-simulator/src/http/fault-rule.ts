import { checkedInput } from '../domain/input.js';
import { didYouMean } from '../domain/nearest-name.js';
import { isReportedFault, REPORTED_FAULTS, type ReportedFaultName } from './reported-faults.js';

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

/** A fault that was seen in production. It has an operation of its own, so `operation` is optional. */
interface ReportedFault {
  readonly kind: ReportedFaultName;
}

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

/** Members of each kind, in addition to those of all faults. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  status: ['status', 'body', 'html'],
  delay: ['ms'],
  'success-false': ['errorCode', 'errorText', 'eventId'],
};

/**
 * Validates a rule, including untyped rules from the control API.
 *
 * @param operationNames - Allowed values of `operation` besides `*`.
 * @throws RangeError if a member is invalid. The message names the member.
 */
export function checkedFault(rule: FaultRule, operationNames: ReadonlySet<string>): CheckedFault {
  checkedInput('addFault', rule);
  const { kind } = rule;
  const operation = rule.operation ?? (isReportedFault(kind) ? REPORTED_FAULTS[kind].operation : undefined);
  if (operation === undefined)
    throw new RangeError("operation: expected an operation such as payments.createOrder, or '*' for all");
  if (operation !== '*' && !operationNames.has(operation)) {
    throw new RangeError(
      `operation: '${operation}' is not an operation of the contract${didYouMean(operation, [...operationNames]) || "; use an operation ID or '*'"}`,
    );
  }
  const accepted = ['times', 'probability', ...(MEMBERS[kind] ?? [])];
  const unknown = Object.keys(rule).find((name) => !['operation', 'kind', ...accepted].includes(name));
  if (unknown !== undefined)
    throw new RangeError(`${unknown}: unknown member; a '${kind}' fault accepts ${accepted.join(', ')}`);
  if (rule.kind === 'delay' && rule.ms !== 'never' && !(rule.ms <= MAX_DELAY_MS))
    throw new RangeError(`ms: expected milliseconds from 0 to ${MAX_DELAY_MS}, or 'never'`);
  if (rule.kind !== 'status') return { ...rule, operation };
  if ((rule.status as number | undefined) === undefined)
    throw new RangeError('status: expected an HTTP status from 200 to 599');
  const body = typeof rule.body === 'object' ? jsonText(rule.body) : rule.body;
  if (rule.body !== undefined && typeof body !== 'string')
    throw new RangeError('body: expected a string, or an object or array that can be serialized as JSON');
  return { ...rule, operation, body };
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
