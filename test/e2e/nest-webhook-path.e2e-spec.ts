import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, VersioningType } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { PayEvent, PayModule, PayWebhook } from 'nestjs-pay';
import type { PayModuleOptions, ReceivedPayEvent } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { boot, createApp, PLATFORMS, startApp, walletOf } from './nest-app.js';
import { expectWorking } from './webhook-checks.js';
import { Ledger, startShop } from './webhook-shop.js';
import type { Shop } from './webhook-shop.js';

let simulator: PaySimulator;
beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'webhook path', clock: 'manual' });
});
afterAll(() => simulator.close());
beforeEach(() => {
  simulator.reset();
});

describe.each(PLATFORMS)('a webhook at webhooks.path on %s', (platform) => {
  let shop: Shop;
  afterEach(() => shop.close());

  const open = async (path: string, configure?: (app: INestApplication) => void): Promise<void> => {
    const webhooks = { path: 'pay/webhook' };
    shop = await startShop(platform, simulator, { controllers: [], webhooks, path, configure });
  };

  it('needs no controller', async () => {
    await open('pay/webhook');
    await expectWorking(shop, simulator);
  });

  it('comes after a global prefix, and has no version', async () => {
    await open('api/pay/webhook', (app) => {
      app.setGlobalPrefix('api');
      app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });
    });
    await expectWorking(shop, simulator);
    expect((await fetch(shop.hook.replace('/api', ''))).status).toBe(404);
  });

  it('can be excluded from a global prefix', async () => {
    await open('pay/webhook', (app) => app.setGlobalPrefix('api', { exclude: ['pay/webhook'] }));
    await expectWorking(shop, simulator);
  });
});

describe('accounts with names', () => {
  it('have a webhook each', async () => {
    const other = await createPaySimulator({ seed: 'other', merchant: { webhookKey: '2'.repeat(40) } });
    const { app, url } = await startApp({
      imports: [
        PayModule.forRoot({ name: 'gr', wallet: walletOf(simulator), webhooks: { path: '/hooks/gr/' } }),
        PayModule.forRootAsync({
          name: 'ro',
          useFactory: () => ({ wallet: walletOf(other) }),
          webhooks: { path: 'hooks/ro' },
        }),
      ],
      providers: [Ledger],
    });
    const keys = await Promise.all(
      ['gr', 'ro'].map(async (name) => (await fetch(`${url}/hooks/${name}`)).text()),
    );
    expect(keys).toEqual([expect.not.stringContaining('2222'), `{"Key":"${'2'.repeat(40)}"}`]);
    await app.close();
    await other.close();
  });

  it('cannot share a path', async () => {
    const account = (name: string) =>
      PayModule.forRoot({ name, wallet: walletOf(simulator), webhooks: { path: 'pay/webhook' } });
    const { failure } = await boot({ imports: [account('gr'), account('ro')] });
    expect(failure).toContain(
      'two webhooks have the path /pay/webhook: PayWebhookController(gr).receivePayWebhook and ' +
        'PayWebhookController(ro).receivePayWebhook.',
    );
  });
});

describe('the boot fails', () => {
  it.each(['', 'https://shop.example/pay', 'pay/:id', 'pay/*rest', 'pay/webhook?key=1', '/', 5, null])(
    'for the path %j',
    async (path) => {
      const webhooks = { path } as PayModuleOptions['webhooks'];
      const { failure } = await boot({
        imports: [PayModule.forRoot({ wallet: walletOf(simulator), webhooks })],
      });
      expect(failure).toContain(
        "webhooks.path must be a path without host, parameters and wildcards, for example 'pay/webhook' (received",
      );
    },
  );

  it('for a path from a factory, which Nest calls too late', async () => {
    const useFactory = () => ({ wallet: walletOf(simulator), webhooks: { path: 'pay/webhook' } });
    const late = await boot({ imports: [PayModule.forRootAsync({ useFactory })] });
    expect(late.failure).toContain(
      'webhooks.path must be beside the factory, as in PayModule.forRootAsync({',
    );
    const both = PayModule.forRootAsync({ useFactory, webhooks: { path: 'pay/webhook' } });
    expect((await boot({ imports: [both] })).failure).toBe('');
  });
});

it('webhooks are not in the OpenAPI document', async () => {
  @PayWebhook()
  @Controller('on-class')
  class ClassController {
    @Get('shown') shown(): void {}
  }
  @Controller('on-method')
  class MethodController {
    @PayWebhook('hook') receive(@PayEvent() _event: ReceivedPayEvent): void {}
    @Get('shown') shown(): void {}
  }
  const app = await createApp({
    imports: [PayModule.forRoot({ wallet: walletOf(simulator), webhooks: { path: 'pay/webhook' } })],
    controllers: [ClassController, MethodController],
  });
  await app.init();
  const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
  expect(Object.keys(paths)).toEqual(['/on-class/shown', '/on-method/shown']);
  await app.close();
});
