import { mkdirSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import type { OnApplicationShutdown } from '@nestjs/common';
import { PgliteRecords, RECORDS_TABLE } from './pglite-records.js';
import type { RecordKeys, Records } from './records.js';
import { ShopDatabase } from './shop-database.js';

/** PostgreSQL inside this process: nothing to install. */
export class PgliteDatabase extends ShopDatabase implements OnApplicationShutdown {
  protected constructor(readonly pglite: PGlite) {
    super();
  }

  /** @param folder where it is kept; null keeps it in memory. */
  static async open(folder: string | null): Promise<PgliteDatabase> {
    if (folder !== null) mkdirSync(folder, { recursive: true });
    const pglite = await (folder === null ? PGlite.create() : PGlite.create(folder));
    await pglite.exec(RECORDS_TABLE);
    return new PgliteDatabase(pglite);
  }

  records<One>(kind: string, keys: RecordKeys<One>): Records<One> {
    return new PgliteRecords(this.pglite, kind, keys);
  }

  /** The last thing of all: until then, deliveries and handlers may still write. */
  async onApplicationShutdown(): Promise<void> {
    await this.pglite.close();
  }
}
