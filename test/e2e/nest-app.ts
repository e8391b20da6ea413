import { ConsoleLogger } from '@nestjs/common';
import type { INestApplication, ModuleMetadata, NestApplicationOptions } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { PayWalletOptions } from 'nestjs-pay';
import type { PaySimulator } from 'nestjs-pay/simulator';

export const PLATFORMS = ['express', 'fastify'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Keeps what an application logs, by level. */
export class KeptLogger extends ConsoleLogger {
  readonly lines: string[] = [];

  override log(): void {}
  override debug(): void {}
  override verbose(): void {}
  override warn(message: unknown): void {
    this.lines.push(`warn ${String(message)}`);
  }
  override error(message: unknown, ...more: unknown[]): void {
    this.lines.push(`error ${[message, ...more].map(String).join('\n')}`);
  }

  text(): string {
    return this.lines.join('\n');
  }
}

/** Options of a merchant’s client that talks to a simulator, and shows each fault as it is. */
export function walletOf(simulator: PaySimulator): PayWalletOptions {
  return { ...simulator.credentials.merchant, dev: true, maxRetries: 0, endpoints: simulator.endpoints };
}

export interface AppOptions extends NestApplicationOptions {
  platform?: Platform;
  logger?: KeptLogger;
  /** What Fastify alone is told when it is made. */
  fastify?: { trustProxy?: boolean; bodyLimit?: number };
  /** Global pipes and the like, before the routes are made. */
  configure?: (app: INestApplication) => void;
}

/** An application that is not listening yet. */
export async function createApp(
  metadata: ModuleMetadata,
  options: AppOptions = {},
): Promise<INestApplication> {
  const {
    platform = 'express',
    logger = new KeptLogger(),
    fastify,
    configure,
    ...applicationOptions
  } = options;
  const testing = await Test.createTestingModule(metadata).setLogger(logger).compile();
  const adapter = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter(fastify);
  const app = testing.createNestApplication(adapter, { rawBody: true, logger, ...applicationOptions });
  configure?.(app);
  return app;
}

/** An application that listens on a free port of the loopback interface, and its address. */
export async function startApp(
  ...args: Parameters<typeof createApp>
): Promise<{ app: INestApplication; url: string }> {
  const app = await createApp(...args);
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  return { app, url };
}

/** Boots an application and closes it again: why it did not boot, if it did not, and what it logged. */
export async function boot(
  metadata: ModuleMetadata,
  options: Omit<AppOptions, 'logger'> = {},
): Promise<{ failure: string; log: string }> {
  const logger = new KeptLogger();
  try {
    const app = await createApp(metadata, { ...options, logger });
    await app.init();
    await app.close();
    return { failure: '', log: logger.text() };
  } catch (error) {
    return { failure: String(error), log: logger.text() };
  }
}
