import { afterAll } from '@jest/globals';
import { PgliteDatabase } from '../database/pglite-database.js';
import { RECORDS_TABLE } from '../database/pglite-records.js';
import { newPglite } from '../../../../test/pglite.js';

/** One database for all shops of a test file, one after another: it takes a second to start. Each shop finds it empty. */
export class SharedDatabase extends PgliteDatabase {
  private static opening: Promise<SharedDatabase> | undefined;

  static ofFile(): Promise<PgliteDatabase> {
    return (this.opening ??= this.start());
  }

  /** Ends it. One that stays open keeps its process alive. */
  static async close(): Promise<void> {
    await (await this.opening)?.pglite.close();
  }

  override async onApplicationShutdown(): Promise<void> {
    await this.pglite.exec('truncate records; drop schema if exists pay cascade;');
  }

  private static async start(): Promise<SharedDatabase> {
    const pglite = await newPglite();
    await pglite.exec(RECORDS_TABLE);
    return new SharedDatabase(pglite);
  }
}

afterAll(() => SharedDatabase.close());
