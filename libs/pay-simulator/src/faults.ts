import type { Ids } from './ids.js';

/** What goes wrong on purpose. */
export type FaultKind =
  | { readonly kind: 'status'; readonly status: number; readonly body?: string; readonly html?: boolean }
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
  | { readonly kind: 'success-false'; readonly errorCode?: number; readonly errorText?: string; readonly eventId?: number };

/** A fault and the requests that it meets. */
export type FaultRule = FaultKind & {
  /** Operation key, contract id, or `*` for all. */
  readonly operation: string;
  /** How many requests it meets. @default 1 */
  readonly times?: number | 'always';
  /** Chance that it meets a request, 0 to 1. @default 1 */
  readonly probability?: number;
};

/** A fault that waits for its request. */
export type PendingFault = FaultRule & { readonly faultId: string; readonly remaining: number | 'always' };

const KINDS: readonly string[] = ['status', 'reset-before', 'executed-but-lost', 'delay', 'truncate', 'empty', 'success-false'];

/** Faults to come, by operation. */
export class Faults {
  private pending: PendingFault[] = [];

  constructor(
    private readonly ids: Ids,
    private readonly operationNames: ReadonlySet<string>,
  ) {}

  /**
   * Adds a fault; several for one operation are used up in the order of adding.
   *
   * @returns the fault's id, to remove it again.
   * @throws RangeError naming the member that is wrong.
   */
  add(rule: FaultRule): string {
    this.check(rule);
    const fault: PendingFault = { ...rule, faultId: this.ids.uuid(), remaining: rule.times ?? 1 };
    this.pending.push(fault);
    return fault.faultId;
  }

  list(): readonly PendingFault[] {
    return [...this.pending];
  }

  remove(faultId: string): boolean {
    const before = this.pending.length;
    this.pending = this.pending.filter((fault) => fault.faultId !== faultId);
    return this.pending.length < before;
  }

  /** The fault that meets a request with one of these operation names; it is used up by one. */
  take(names: readonly string[]): PendingFault | undefined {
    const index = this.pending.findIndex(
      ({ operation, probability = 1 }) => (operation === '*' || names.includes(operation)) && (probability >= 1 || this.ids.fraction() < probability),
    );
    const fault = this.pending[index];
    if (!fault || fault.remaining === 'always') return fault;
    if (fault.remaining > 1) this.pending[index] = { ...fault, remaining: fault.remaining - 1 };
    else this.pending.splice(index, 1);
    return fault;
  }

  reset(): void {
    this.pending = [];
  }

  private check(rule: FaultRule): void {
    const { operation, kind, times = 1, probability = 1 } = rule;
    if (!KINDS.includes(kind)) throw new RangeError(`kind: expected one of ${KINDS.join(', ')}`);
    if (operation !== '*' && !this.operationNames.has(operation)) {
      throw new RangeError(`operation: '${operation}' is no operation of the contract; use its id or '*'`);
    }
    if (times !== 'always' && !(Number.isSafeInteger(times) && times > 0)) throw new RangeError("times: expected a whole number above 0, or 'always'");
    if (!(probability >= 0 && probability <= 1)) throw new RangeError('probability: expected a number from 0 to 1');
    if (rule.kind === 'status' && !(Number.isInteger(rule.status) && rule.status >= 200 && rule.status <= 599)) {
      throw new RangeError('status: expected an HTTP status from 200 to 599');
    }
    if (rule.kind === 'delay' && rule.ms !== 'never' && !(Number.isFinite(rule.ms) && rule.ms >= 0)) {
      throw new RangeError("ms: expected milliseconds, 0 or more, or 'never'");
    }
  }
}
