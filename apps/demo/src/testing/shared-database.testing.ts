import type * as Jest from '@jest/globals';
import { deleteRows, newPglite } from '../../../../test/pglite.js';
import { ShopDatabase } from '../database/shop-database.js';

// The global function adds to all spec files that share this module, not to the one that loads it first: see test/groups.
const { afterAll } = globalThis as unknown as typeof Jest;

/** One database for all shops of the tests, because it takes a second to start. It is emptied when a shop stops. */
export class SharedDatabase extends ShopDatabase {
  private static opening: Promise<ShopDatabase> | undefined;

  static shared(): Promise<ShopDatabase> {
    return (this.opening ??= newPglite().then((pglite) => this.on(pglite)));
  }

  /** Closes the database. An open one keeps the process alive. */
  static async close(): Promise<void> {
    await (await this.opening)?.pglite.close();
  }

  /** Deletes all rows. */
  static async clear(): Promise<void> {
    const { pglite } = await this.shared();
    await deleteRows(pglite, 'pay');
    await pglite.exec('delete from records');
  }

  override onApplicationShutdown(): Promise<void> {
    return SharedDatabase.clear();
  }
}

afterAll(() => SharedDatabase.close());
