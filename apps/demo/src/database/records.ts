import type { Transaction } from '@electric-sql/pglite';

/** What records of one kind are known by. */
export interface RecordKeys<One> {
  readonly id: (one: One) => string;
  /** What is submitted once: two records never have the same. */
  readonly submission?: (one: One) => string;
  /** What it belongs to, and is looked up by; null for nothing. */
  readonly reference?: (one: One) => string | null;
}

/** Records of one kind, each changed as a whole. All calls resolve once it is kept. */
export abstract class Records<One> {
  /**
   * Adds a record, or gives the one that has the same id or submission.
   *
   * @param complete sees the records of the same reference, and nobody adds one meanwhile; gives what is kept, null for nothing.
   */
  abstract add(
    one: One,
    complete?: (relatives: readonly One[]) => One | null,
  ): Promise<{ readonly record: One; readonly isNew: boolean } | null>;
  /** @param within the transaction that it is done in; without, one of its own. */
  abstract find(id: string, within?: Transaction): Promise<One | undefined>;
  /** Those of a reference, oldest first. */
  abstract of(reference: string, within?: Transaction): Promise<readonly One[]>;
  /** Oldest first. */
  abstract all(): Promise<readonly One[]>;
  /**
   * Changes a record; nobody else changes it or its relatives meanwhile.
   *
   * @param change also sees all records of the same reference.
   * @throws Error when there is none with that id.
   */
  abstract update(
    id: string,
    change: (one: One, relatives: readonly One[]) => One,
    within?: Transaction,
  ): Promise<One>;
}
