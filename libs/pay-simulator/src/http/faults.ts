import { checkedFault, type CheckedFault, type FaultRule } from './fault-rule.js';
import type { Ids } from '../domain/ids.js';

export type { FaultKind, FaultRule } from './fault-rule.js';

/** A fault that waits for its request. */
export type PendingFault = CheckedFault & { readonly faultId: string; readonly remaining: number | 'always' };

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
    const fault: PendingFault = {
      ...checkedFault(rule, this.operationNames),
      faultId: this.ids.uuid(),
      remaining: rule.times ?? 1,
    };
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
      ({ operation, probability = 1 }) =>
        (operation === '*' || names.includes(operation)) &&
        (probability >= 1 || this.ids.fraction() < probability),
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
}
