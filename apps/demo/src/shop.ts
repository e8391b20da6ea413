import { randomUUID } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { PaySimulator } from 'nestjs-pay/simulator';
import { AppModule } from './app.module.js';
import { PgliteDatabase } from './database/pglite-database.js';
import type { ShopEnvironment } from './shop.environment.js';

/**
 * Makes the shop's application, not yet listening. Its account is in the environment variables PAY_….
 *
 * @param openDatabase its database; without, one in memory.
 */
export async function createShop(
  simulator: PaySimulator | null,
  openDatabase: () => Promise<PgliteDatabase> = () => PgliteDatabase.open(null),
): Promise<NestExpressApplication> {
  const environment: ShopEnvironment = {
    now: () => simulator?.clock.now() ?? Date.now(),
    newId: randomUUID,
    openDatabase,
    consoleUrl: simulator === null ? null : `${simulator.url}/console`,
    terminalUrl: (terminalId) => (simulator === null ? null : `${simulator.url}/terminal/${terminalId}`),
  };
  const app = await NestFactory.create<NestExpressApplication>(AppModule.in(environment), {
    // The service's notifications are read byte for byte: an order code can be too large for JSON.parse.
    rawBody: true,
    // Ctrl-C does not wait for browsers that keep their connections open.
    forceCloseConnections: true,
    logger: ['warn', 'error', 'fatal'],
  });
  app.disable('x-powered-by');
  if (simulator !== null) app.getHttpServer().once('close', () => void simulator.close());
  return app;
}
