import { randomUUID } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { PaySimulator } from 'nestjs-pay/simulator';
import { AppModule } from './app.module.js';
import type { ShopEnvironment } from './shop.environment.js';

/**
 * Makes the shop's application, not yet listening. Its account is in the environment variables PAY_….
 *
 * @param dataFolder where its database is kept; null keeps it in memory.
 */
export async function createShop(
  simulator: PaySimulator | null,
  dataFolder: string | null = null,
): Promise<NestExpressApplication> {
  const environment: ShopEnvironment = {
    now: () => simulator?.clock.now() ?? Date.now(),
    newId: randomUUID,
    dataFolder,
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
