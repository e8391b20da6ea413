/**
 * The smallest complete integration: checkout, return page, webhooks and refunds. Start it with `npx nest start sample`.
 *
 * Without credentials in the environment, it starts the simulator in the same process, so you need no account.
 * With PAY_CLIENT_ID set (see .env.example), it uses that account.
 */
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { registerSample, startSimulator } from './simulator.js';

const port = Number(process.env['PORT'] ?? 3000);
const simulator = process.env['PAY_CLIENT_ID']
  ? undefined
  : await startSimulator({ port: 4010, dataFile: '.pay/sample-simulator.jsonl' });

// Webhooks are verified on the bytes that arrived, so Nest must keep the raw body.
const app = await NestFactory.create<NestExpressApplication>(AppModule, { rawBody: true });
app.enableShutdownHooks();
await app.listen(port, '127.0.0.1');

if (simulator) {
  await registerSample(simulator, `http://127.0.0.1:${port}`);
  app.getHttpServer().once('close', () => void simulator.close());
  Logger.log(`Simulator  ${simulator.url}/console`);
}
Logger.log(`Shop       http://localhost:${port}`);
Logger.log(`Refunds    http://localhost:${port}/admin`);
