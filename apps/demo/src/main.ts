import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import type { ConfigType } from '@nestjs/config';
import { payConfig } from 'nestjs-pay';
import type { PaySimulator } from 'pay-simulator';
import { ShopDatabase } from './database/shop-database.js';
import { requireFreePort } from './free-port.js';
import { WEBHOOK_PATH } from './payments/payment-events.js';
import { SellerService } from './marketplace/sellers/seller.service.js';
import { readSettings } from './settings.js';
import { createShop } from './shop.js';
import {
  registerShop,
  simulatorAccount,
  startSimulator,
  verifySellers,
} from './simulator/embedded-simulator.js';

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  await requireFreePort(settings.port, 'PORT');
  if (!settings.accountConfigured) await requireFreePort(settings.simulatorPort, 'SIMULATOR_PORT');

  const { dataFolder } = settings;
  if (process.argv.includes('--fresh')) rmSync(dataFolder, { recursive: true, force: true });
  const simulator = settings.accountConfigured
    ? null
    : await startSimulator(settings, join(dataFolder, 'payment-service.jsonl'));
  // To the shop, the simulator is an account like any other.
  if (simulator !== null) Object.assign(process.env, simulatorAccount(simulator));

  const app = await createShop(simulator, () => ShopDatabase.open(join(dataFolder, 'shop')));
  app.enableShutdownHooks();
  await app.listen(settings.port, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  const url = `http://localhost:${port}`;
  if (simulator !== null) {
    await registerShop(simulator, { url, port });
    await verifySellers(simulator, app.get(SellerService, { strict: false }), url);
  }

  say(`Shop         ${url}`);
  say(`Till         ${url}/till`);
  say(`Market       ${url}/marketplace`);
  say(`Back office  ${url}/back-office`);
  say(simulator === null ? describeAccount(app, url) : describeSimulator(simulator));
  say(`Data         ${dataFolder}  (npm start -- --fresh deletes it)`);
  say('Stop with Ctrl-C.');
}

function describeSimulator({ url }: PaySimulator): string {
  return [
    `Console      ${url}/console  (the simulated payment service: no real money)`,
    `Terminals    ${url}/terminal  (simulated card terminals, to tap)`,
  ].join('\n');
}

function describeAccount(app: INestApplication, url: string): string {
  const { wallet } = app.get<ConfigType<typeof payConfig>>(payConfig.KEY, { strict: false });
  const account = wallet?.dev === true ? 'demo account' : 'LIVE account: customers pay real money';
  return `Account      your ${account}. Its webhooks must reach ${url}${WEBHOOK_PATH}: see apps/demo/README.md.`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : 'The shop could not start.'}\n`);
  process.exit(1);
});
