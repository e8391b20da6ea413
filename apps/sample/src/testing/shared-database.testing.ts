import { PGlite } from '@electric-sql/pglite';
import { PgliteDatabase } from '../database/pglite-database.js';
import { RECORDS_TABLE } from '../database/pglite-records.js';

/** One database for all shops of a test file, one after another: it takes seconds to start. Each shop finds it empty. */
export class SharedDatabase extends PgliteDatabase {
  private static opening: Promise<SharedDatabase> | undefined;

  static ofFile(): Promise<PgliteDatabase> {
    return (this.opening ??= this.start());
  }

  override async onApplicationShutdown(): Promise<void> {
    await this.pglite.exec('truncate records; drop schema if exists pay cascade;');
  }

  private static async start(): Promise<SharedDatabase> {
    const pglite = await PGlite.create();
    await pglite.exec(RECORDS_TABLE);
    return new SharedDatabase(pglite);
  }
}
