import { expect, it } from '@jest/globals';
import { PayModule } from 'nestjs-pay';
import { pgliteIdempotency, pgliteStore } from 'nestjs-pay/pglite';
import { PaySplitsModule } from 'nestjs-pay/splits';
import { PaySubscriptionsModule } from 'nestjs-pay/subscriptions';
import { PayTillModule } from 'nestjs-pay/till';
import { createPaySimulator } from 'pay-simulator';
import { createApp, RecordingLogger, walletOf } from '../e2e/nest-app.js';
import { newPglite } from '../pglite.js';

class FullLogger extends RecordingLogger {
  override log(message: unknown): void {
    this.lines.push(`log ${String(message)}`);
  }
}

it('each module says at boot which events it relies on, and warns if there is no webhook', async () => {
  const simulator = await createPaySimulator({ seed: 'relied' });
  const database = await newPglite();
  const store = pgliteStore(database);
  const { cloudTerminal } = simulator.credentials;
  for (const webhooks of [{ path: 'pay/webhook' }, undefined]) {
    const logger = new FullLogger();
    const metadata = {
      imports: [
        PayModule.forRoot({
          wallet: { ...walletOf(simulator), cloudTerminal },
          marketplace: walletOf(simulator),
          idempotency: pgliteIdempotency(database),
          ...(webhooks && { webhooks }),
        }),
        PayTillModule.forRoot({ store }),
        PaySubscriptionsModule.forRoot({ store }),
        PaySplitsModule.forRoot({ store }),
      ],
    };
    const app = await createApp(metadata, { logger });
    await app.init();
    await app.close();
    for (const [name, part, ids] of [
      ['PayTill', 'till', [1796, 1797, 1802, 1803]],
      ['PaySubscriptions', 'subscriptions', [1796, 1797]],
      ['PaySplits', 'splits', [1796, 1797, 8448]],
    ] as const) {
      const line = logger.lines.find((one) => one.includes(`${name} relies on the webhook events`)) ?? '';
      for (const id of ids) expect(line).toContain(`${id} (otherwise `);
      expect(line).toContain(`npx nestjs-pay doctor --webhook <address> --uses ${part}`);
      expect(line.startsWith('warn The application has no webhook: set webhooks.path of PayModule.')).toBe(
        webhooks === undefined,
      );
    }
  }
  await database.close();
  await simulator.close();
});
