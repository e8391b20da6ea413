import { Injectable } from '@nestjs/common';
import type { PayOperatorAuditEntry } from 'nestjs-pay/operator';
import { Records, ShopDatabase } from '../database/shop-database.js';
import { ShopEnvironment } from '../shop.environment.js';

/** An entry with its time in milliseconds. */
export type StoredEntry = PayOperatorAuditEntry & { readonly at: number };

/** What people did in the back office, in the shop's database. */
@Injectable()
export class AuditLog extends Records<StoredEntry> {
  constructor(
    database: ShopDatabase,
    private readonly environment: ShopEnvironment,
  ) {
    super(database, 'audit', { id: ({ key, phase }) => `${key} ${phase}` });
  }

  /** Stores an entry. If that fails, the operator's pages do nothing. */
  async write(entry: PayOperatorAuditEntry): Promise<void> {
    await this.add({ ...entry, at: this.environment.now() });
  }
}
