import { checkedFault, type CheckedFault, type FaultRule } from './fault-rule.js';
import type { Ids } from '../domain/ids.js';

export type { FaultKind, FaultRule } from './fault-rule.js';

/** An active fault. */
export type PendingFault = CheckedFault & { readonly faultId: string; readonly remaining: number | 'always' };

/** Active faults by operation. */
export class Faults {
  private pending: PendingFault[] = [];

  constructor(
    private readonly ids: Ids,
    private readonly operationNames: ReadonlySet<string>,
  ) {}

  /**
   * Adds a fault. Faults for the same operation apply in the order in which they were added.
   *
   * @returns ID of the fault, for {@link remove}.
   * @throws RangeError if a member is invalid. The message names the member.
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

  /** Returns the fault for a request to one of these operations and counts the use. */
  consume(names: readonly string[]): PendingFault | undefined {
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
