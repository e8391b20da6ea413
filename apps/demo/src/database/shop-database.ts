import { mkdirSync } from 'node:fs';
import { PGlite, type Transaction } from '@electric-sql/pglite';
import type { OnApplicationShutdown } from '@nestjs/common';

/** How records of one kind are found. */
export interface RecordKeys<One> {
  readonly id: (one: One) => string;
  /** Unique: a form that is sent twice has the same submission. */
  readonly submission?: (one: One) => string;
  /** What the record belongs to, for example an order code; null for nothing. */
  readonly reference?: (one: One) => string | null;
}

// Records are stored as text, because jsonb cannot store every name that a customer can type.
const TABLE = `
  create table if not exists records (
    kind text, id text, submission text, reference text,
    number bigint generated always as identity,
    record text not null,
    primary key (kind, id), unique (kind, submission)
  );
  create index if not exists records_reference on records (kind, reference);`;

/** The shop's database: PostgreSQL inside this process, so there is nothing to install. */
export class ShopDatabase implements OnApplicationShutdown {
  protected constructor(readonly pglite: PGlite) {}

  /** @param folder - Folder of the data; null keeps the data in memory. */
  static async open(folder: string | null): Promise<ShopDatabase> {
    if (folder !== null) mkdirSync(folder, { recursive: true });
    return this.on(await (folder === null ? PGlite.create() : PGlite.create(folder)));
  }

  static async on(pglite: PGlite): Promise<ShopDatabase> {
    await pglite.exec(TABLE);
    return new this(pglite);
  }

  /** Closes the database after deliveries and handlers have ended. */
  async onApplicationShutdown(): Promise<void> {
    await this.pglite.close();
  }
}

type Session = Pick<Transaction, 'query'>;

/** Records of one kind. Each is read and written as a whole, in one database transaction. */
export class Records<One> {
  private readonly database: PGlite;

  constructor(
    { pglite }: ShopDatabase,
    protected readonly kind: string,
    private readonly keys: RecordKeys<One>,
  ) {
    this.database = pglite;
  }

  /** Stores a record, or returns the stored one with the same ID or submission. */
  add(one: One): Promise<One> {
    const { id, submission, reference } = this.columns(one);
    return this.database.transaction(async (tx) => {
      const [earlier] = await this.read(tx, 'and (id = $2 or submission = $3)', id, submission);
      if (earlier !== undefined) return earlier;
      await tx.query(
        'insert into records (kind, id, submission, reference, record) values ($1, $2, $3, $4, $5)',
        [this.kind, id, submission, reference, JSON.stringify(one)],
      );
      return one;
    });
  }

  async find(id: string): Promise<One | undefined> {
    return (await this.read(this.database, 'and id = $2', id))[0];
  }

  /** Returns the first record with a reference. @param within - An open transaction to use. */
  async findByReference(reference: string, within: Session = this.database): Promise<One | undefined> {
    return (await this.read(within, 'and reference = $2 order by number', reference))[0];
  }

  /** Returns the records, newest first. @param limit - Default: all. */
  list(limit: number | null = null): Promise<readonly One[]> {
    return this.read(this.database, 'order by number desc limit $2', limit);
  }

  /**
   * Changes a record, which does not change meanwhile.
   *
   * @param within - An open transaction to use.
   * @throws Error if there is no record with that ID.
   */
  async update(id: string, change: (one: One) => One, within?: Session): Promise<One> {
    if (within === undefined) return this.database.transaction((tx) => this.update(id, change, tx));
    const [known] = await this.read(within, 'and id = $2 for update', id);
    if (known === undefined) throw new Error(`${this.kind} ${id} is unknown`);
    const record = change(known);
    const { reference } = this.columns(record);
    await within.query('update records set record = $3, reference = $4 where kind = $1 and id = $2', [
      this.kind,
      id,
      JSON.stringify(record),
      reference,
    ]);
    return record;
  }

  private async read(
    session: Session,
    condition: string,
    ...values: (string | number | null)[]
  ): Promise<readonly One[]> {
    const { rows } = await session.query<{ record: string }>(
      `select record from records where kind = $1 ${condition}`,
      [this.kind, ...values],
    );
    return rows.map(({ record }) => JSON.parse(record) as One);
  }

  private columns(one: One): { id: string; submission: string | null; reference: string | null } {
    const { id, submission, reference } = this.keys;
    return { id: id(one), submission: submission?.(one) ?? null, reference: reference?.(one) ?? null };
  }
}
