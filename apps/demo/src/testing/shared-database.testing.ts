import { afterAll } from '@jest/globals';
import { deleteRows, newPglite } from '../../../../test/pglite.js';
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

  /** Deletes all rows. */
  static async clear(): Promise<void> {
    const { pglite } = await this.ofFile();
    await deleteRows(pglite, 'pay');
    await pglite.exec('delete from records');
  }

  override onApplicationShutdown(): Promise<void> {
    return SharedDatabase.clear();
  }
}

afterAll(() => SharedDatabase.close());
