import type { PGlite, Transaction } from '@electric-sql/pglite';
import { Records, type RecordKeys } from './records.js';

/** The one table. Records are text: JSON that the database looks into would not keep every customer's name. */
export const RECORDS_TABLE = `
  create table if not exists records (
    kind text, id text, submission text, reference text,
    number bigint generated always as identity,
    record text not null,
    primary key (kind, id), unique (kind, submission)
  );
  create index if not exists records_reference on records (kind, reference);`;

const ROW = 'select record from records where kind = $1';

/** Records as rows of a table: what belongs together is read and written in one transaction, with its rows locked. */
export class PgliteRecords<One> extends Records<One> {
  constructor(
    private readonly database: PGlite,
    private readonly kind: string,
    private readonly keys: RecordKeys<One>,
  ) {
    super();
  }

  add(
    one: One,
    complete: (relatives: readonly One[]) => One | null = () => one,
  ): Promise<{ record: One; isNew: boolean } | null> {
    const { id, submission, reference } = this.columns(one);
    return this.database.transaction(async (tx) => {
      const [earlier] = await this.read(tx, 'and (id = $2 or submission = $3)', id, submission);
      if (earlier !== undefined) return { record: earlier, isNew: false };
      const record = complete(await this.relatives(tx, reference));
      if (record === null) return null;
      await tx.query(
        'insert into records (kind, id, submission, reference, record) values ($1, $2, $3, $4, $5)',
        [this.kind, id, submission, reference, JSON.stringify(record)],
      );
      return { record, isNew: true };
    });
  }

  async find(id: string, within: PGlite | Transaction = this.database): Promise<One | undefined> {
    return (await this.read(within, 'and id = $2', id))[0];
  }

  of(reference: string, within: PGlite | Transaction = this.database): Promise<readonly One[]> {
    return this.relatives(within, reference);
  }

  all(): Promise<readonly One[]> {
    return this.read(this.database, 'order by number');
  }

  update(
    id: string,
    change: (one: One, relatives: readonly One[]) => One,
    within?: Transaction,
  ): Promise<One> {
    return within === undefined
      ? this.database.transaction((tx) => this.changed(tx, id, change))
      : this.changed(within, id, change);
  }

  private async changed(
    tx: Transaction,
    id: string,
    change: (one: One, relatives: readonly One[]) => One,
  ): Promise<One> {
    const [known] = await this.read(tx, 'and id = $2 for update', id);
    if (known === undefined) throw new Error(`${this.kind} ${id} is unknown`);
    const record = change(known, await this.relatives(tx, this.columns(known).reference));
    const { reference } = this.columns(record);
    await tx.query('update records set record = $3, reference = $4 where kind = $1 and id = $2', [
      this.kind,
      id,
      JSON.stringify(record),
      reference,
    ]);
    return record;
  }

  private async relatives(from: PGlite | Transaction, reference: string | null): Promise<readonly One[]> {
    return reference === null ? [] : this.read(from, 'and reference = $2 order by number', reference);
  }

  private async read(
    from: PGlite | Transaction,
    which: string,
    ...values: (string | null)[]
  ): Promise<readonly One[]> {
    const { rows } = await from.query<{ record: string }>(`${ROW} ${which}`, [this.kind, ...values]);
    return rows.map(({ record }) => JSON.parse(record) as One);
  }

  private columns(one: One): { id: string; submission: string | null; reference: string | null } {
    const { id, submission, reference } = this.keys;
    return { id: id(one), submission: submission?.(one) ?? null, reference: reference?.(one) ?? null };
  }
}
