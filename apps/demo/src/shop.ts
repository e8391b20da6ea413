import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { PaySimulator } from 'pay-simulator';
import { AppModule } from './app.module.js';
import { ShopDatabase } from './database/shop-database.js';
import { ShopEnvironment } from './shop.environment.js';

/**
 * Creates the shop's application, which does not listen yet. The environment variables PAY_… name its account.
 *
 * @param openDatabase - Opens the database. Default: one in memory.
 * @param limits - See `ShopEnvironment`.
 */
export async function createShop(
  simulator: PaySimulator | null,
  openDatabase: () => Promise<ShopDatabase> = () => ShopDatabase.open(null),
  { testTimes, maxRetries }: Partial<Pick<ShopEnvironment, 'testTimes' | 'maxRetries'>> = {},
): Promise<NestExpressApplication> {
  const environment = new ShopEnvironment(simulator, openDatabase, testTimes, maxRetries);
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
