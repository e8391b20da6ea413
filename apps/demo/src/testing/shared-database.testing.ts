import { afterAll } from '@jest/globals';
import { newPglite } from '../../../../test/pglite.js';
import { ShopDatabase } from '../database/shop-database.js';

/** One database for all shops of a test file, because it takes a second to start. It is emptied when a shop stops. */
export class SharedDatabase extends ShopDatabase {
  private static opening: Promise<ShopDatabase> | undefined;

  static ofFile(): Promise<ShopDatabase> {
    return (this.opening ??= newPglite().then((pglite) => this.on(pglite)));
  }

  /** Closes the database. An open one keeps the process alive. */
  static async close(): Promise<void> {
    await (await this.opening)?.pglite.close();
  }

  override async onApplicationShutdown(): Promise<void> {
    // Keeps the tables of the library, so that its migrations do not run again for each shop.
    const { rows } = await this.pglite.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname = 'pay' and tablename not like '%migrations'`,
    );
    await this.pglite.exec(`truncate ${['records', ...rows.map(({ name }) => name)].join(', ')}`);
  }
}

afterAll(() => SharedDatabase.close());
