import { ConsoleLogger } from '@nestjs/common';
import type { INestApplication, ModuleMetadata, NestApplicationOptions } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { PayWalletOptions } from 'nestjs-pay';
import type { PaySimulator } from 'pay-simulator';

export const PLATFORMS = ['express', 'fastify'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Records the warnings and errors that an application logs. */
export class RecordingLogger extends ConsoleLogger {
  readonly lines: string[] = [];

  override log(_message?: unknown): void {}
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

/** Returns options of a merchant’s client for a simulator. It makes no retries, so that each fault shows. */
export function walletOf(simulator: PaySimulator): PayWalletOptions {
  return { ...simulator.credentials.merchant, dev: true, maxRetries: 0, endpoints: simulator.endpoints };
}

export interface AppOptions extends NestApplicationOptions {
  platform?: Platform;
  logger?: RecordingLogger;
  /** @default a free port */
  port?: number;
  /** Options of Fastify only. */
  fastify?: { trustProxy?: boolean; bodyLimit?: number };
  /** Adds global pipes, guards and so on, before the routes are registered. */
  configure?: (app: INestApplication) => void;
}

/** Creates an application that is not listening yet. */
export async function createApp(
  metadata: ModuleMetadata,
  options: AppOptions = {},
): Promise<INestApplication> {
  const {
    platform = 'express',
    logger = new RecordingLogger(),
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

/** Starts an application on the loopback interface, and returns its address. */
export async function startApp(
  metadata: ModuleMetadata,
  { port = 0, ...options }: AppOptions = {},
): Promise<{ app: INestApplication; url: string }> {
  const app = await createApp(metadata, options);
  await app.listen(port, '127.0.0.1');
  const url = await app.getUrl();
  return { app, url };
}

/** Boots and closes an application. Returns the error of the boot, or an empty string, and the log. */
export async function boot(
  metadata: ModuleMetadata,
  options: Omit<AppOptions, 'logger'> = {},
): Promise<{ failure: string; log: string }> {
  const logger = new RecordingLogger();
  try {
    const app = await createApp(metadata, { ...options, logger });
    await app.init();
    await app.close();
    return { failure: '', log: logger.text() };
  } catch (error) {
    return { failure: String(error), log: logger.text() };
  }
}
