import { randomUUID } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { PaySimulator } from 'pay-simulator';
import { AppModule } from './app.module.js';
import { ShopDatabase } from './database/shop-database.js';
import type { ShopEnvironment } from './shop.environment.js';
import { passMonth } from './simulator/embedded-simulator.js';

/**
 * Creates the shop's application, which does not listen yet. The environment variables PAY_… name its account.
 *
 * @param openDatabase - Opens the database. Default: one in memory.
 * @param limits - See `ShopEnvironment`.
 */
export async function createShop(
  simulator: PaySimulator | null,
  openDatabase: () => Promise<ShopDatabase> = () => ShopDatabase.open(null),
  { testTimes = {}, maxRetries = 2 }: Partial<Pick<ShopEnvironment, 'testTimes' | 'maxRetries'>> = {},
): Promise<NestExpressApplication> {
  const environment: ShopEnvironment = {
    now: () => simulator?.clock.now() ?? Date.now(),
    newId: randomUUID,
    openDatabase,
    testTimes,
    maxRetries,
    passMonth: simulator && ((isDeclined) => passMonth(simulator, isDeclined)),
    aade: simulator && {
      isOn: () => simulator.permissions.set({}).useAade,
      set: (isOn) => void simulator.permissions.set({ useAade: isOn }),
    },
    visitor:
      simulator === null ? { name: '', email: '' } : { name: 'Ada Lovelace', email: 'ada@example.com' },
    consoleUrl: simulator === null ? null : `${simulator.url}/console`,
    terminalUrl: (terminalId) => (simulator === null ? null : `${simulator.url}/terminal/${terminalId}`),
    terminalName: (terminalId) => {
      const known = simulator?.terminals.list().find((terminal) => terminal.terminalId === terminalId);
      return known?.name ? `${known.name} (${terminalId})` : terminalId;
    },
  };
  const app = await NestFactory.create<NestExpressApplication>(AppModule.in(environment), {
    // Webhooks are read byte for byte, because an order code can be too large for JSON.parse.
    rawBody: true,
    // Ctrl-C does not wait for browsers that keep their connections open.
    forceCloseConnections: true,
    logger: ['warn', 'error', 'fatal'],
  });
  app.disable('x-powered-by');
  if (simulator !== null) app.getHttpServer().once('close', () => void simulator.close());
  return app;
}
