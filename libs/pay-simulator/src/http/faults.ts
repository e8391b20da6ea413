import { checkedFault, faultWarning, type CheckedFault, type FaultRule } from './fault-rule.js';
import type { Ids } from '../domain/ids.js';
import { Table } from '../domain/table.js';

export type { FaultKind, FaultRule } from './fault-rule.js';

/** An active fault. */
export type PendingFault = CheckedFault & {
  readonly faultId: string;
  /** Remaining requests. */
  readonly remaining: number | 'always';
};

/** Active faults by operation. */
export class Faults {
  private readonly pending = new Table<PendingFault>('faults');

  constructor(
    private readonly ids: Ids,
    private readonly operationNames: ReadonlySet<string>,
  ) {}

  /**
   * Adds a fault. Faults for the same operation apply in the order in which they were added. Emits a process warning if the outcome of
   * the request is unknown for good.
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
    this.pending.set(fault.faultId, fault);
    const warning = faultWarning(fault);
    if (warning !== null)
      process.emitWarning(`${fault.operation}: ${warning}`, {
        type: 'PaySimulatorWarning',
        code: 'PAY_UNKNOWN_OUTCOME',
      });
    return fault.faultId;
  }

  list(): readonly PendingFault[] {
    return [...this.pending.values()];
  }

  /** Removes a fault, or without an ID all of them. Returns whether there was one. */
  remove(faultId?: string): boolean {
    if (faultId !== undefined) return this.pending.delete(faultId);
    const hadFaults = this.pending.size > 0;
    this.reset();
    return hadFaults;
  }

  /** Returns the fault for a request to one of these operations and counts the use. */
  consume(namesOf: () => readonly string[]): PendingFault | undefined {
    if (this.pending.size === 0) return undefined;
    const names = namesOf();
    const fault = this.list().find(
      ({ operation, probability = 1 }) =>
        (operation === '*' || names.includes(operation)) &&
        (probability >= 1 || this.ids.fraction() < probability),
    );
    if (!fault || fault.remaining === 'always') return fault;
    if (fault.remaining > 1) this.pending.set(fault.faultId, { ...fault, remaining: fault.remaining - 1 });
    else this.pending.delete(fault.faultId);
    return fault;
  }

  reset(): void {
    this.pending.clear();
  }
}
