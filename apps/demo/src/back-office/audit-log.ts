import { Injectable } from '@nestjs/common';
import type { PayOperatorAuditEntry } from 'nestjs-pay/operator';
import { ShopDatabase, type Records } from '../database/shop-database.js';
import { ShopEnvironment } from '../shop.environment.js';

/** An entry with its time in milliseconds. */
export type StoredEntry = PayOperatorAuditEntry & { readonly at: number };

/** What people did in the back office, in the shop's database. */
@Injectable()
export class AuditLog {
  private readonly entries: Records<StoredEntry>;

  constructor(
    database: ShopDatabase,
    private readonly environment: ShopEnvironment,
  ) {
    this.entries = database.records<StoredEntry>('audit', { id: ({ key, phase }) => `${key} ${phase}` });
  }

  /** Stores an entry. If that fails, the operator's pages do nothing. */
  async write(entry: PayOperatorAuditEntry): Promise<void> {
    await this.entries.add({ ...entry, at: this.environment.now() });
  }

  /** Returns the newest entries, newest first. */
  async newest(count = 100): Promise<readonly StoredEntry[]> {
    return (await this.entries.all()).toReversed().slice(0, count);
  }
}
