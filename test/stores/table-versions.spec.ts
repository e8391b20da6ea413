import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import type { DynamicModule } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { durableInbox, PayModule } from 'nestjs-pay';
import { localFiscalProvider, PayFiscalModule } from 'nestjs-pay/fiscal';
import { pgliteIdempotency, pgliteStore } from 'nestjs-pay/pglite';
import { PaySplitsModule } from 'nestjs-pay/splits';
import { PaySubscriptionsModule } from 'nestjs-pay/subscriptions';
import { PayTillModule } from 'nestjs-pay/till';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { walletOf } from '../e2e/nest-app.js';
import { startOf } from '../inbox/manual-inbox.js';
import { newPglite } from '../pglite.js';

let db: PGlite;
let simulator: PaySimulator;
beforeAll(async () => {
  db = await newPglite();
  simulator = await createPaySimulator({ seed: 'table versions' });
});
afterAll(async () => {
  await db.close();
  await simulator.close();
});

async function boot(module: DynamicModule): Promise<void> {
  const { endpoints, credentials } = simulator;
  const wallet = { ...walletOf(simulator), cloudTerminal: credentials.cloudTerminal };
  const marketplace = { ...credentials.marketplace, dev: true, endpoints };
  const idempotency = pgliteIdempotency(db, { schema: 'other' });
  const testing = await Test.createTestingModule({
    imports: [PayModule.forRoot({ wallet, marketplace, idempotency }), module],
  }).compile();
  const app = testing.createNestApplication({ logger: false });
  try {
    await app.init();
  } finally {
    await app.close();
  }
}

class Both {}
const store = (): ReturnType<typeof pgliteStore> => pgliteStore(db);
/** How each store boots. */
const STORES: Record<string, (migrate: boolean) => Promise<void>> = {
  async inbox(migrate) {
    const inbox = durableInbox({ store: store(), migrate });
    await inbox.start(startOf());
    await inbox.stop();
  },
  idempotency: (migrate) => pgliteIdempotency(db, { migrate }).migrate(),
  // Before the till, whose tables it needs.
  fiscal(migrate) {
    const provider = localFiscalProvider({
      privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
    });
    const fiscal = PayFiscalModule.forRoot({ provider, issuer: { vatNumber: '123456789' } });
    return boot({ module: Both, imports: [PayTillModule.forRoot({ store: store(), migrate }), fiscal] });
  },
  till: (migrate) => boot(PayTillModule.forRoot({ store: store(), migrate })),
  subscriptions: (migrate) => boot(PaySubscriptionsModule.forRoot({ store: store(), migrate })),
  splits: (migrate) => boot(PaySplitsModule.forRoot({ store: store(), migrate })),
};

it.each(Object.keys(STORES))(
  '%s does not boot on tables of a later version, and names both',
  async (name) => {
    await STORES[name]!(true);
    await STORES[name]!(false);
    const { rows } = await db.query<{ version: number }>(
      `insert into pay.${name}_migrations (version) select max(version) + 1 from pay.${name}_migrations returning version`,
    );
    const later = rows[0]!.version;
    const message = new RegExp(
      `the tables for .+ in the schema "pay" have version ${later}, and this version of nestjs-pay knows version ${later - 1}: install`,
    );
    await expect(STORES[name]!(true)).rejects.toThrow(message);
    await expect(STORES[name]!(false)).rejects.toThrow(message);
  },
);
