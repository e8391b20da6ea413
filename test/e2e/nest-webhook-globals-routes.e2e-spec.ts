import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, RequestMethod, VERSION_NEUTRAL, VersioningType } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PayWebhook } from 'nestjs-pay';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';
import { PLATFORMS } from './nest-app.js';
import { expectForgedRefused, expectWorking } from './webhook-checks.js';
import { buy, paymentBody, post, startShop } from './webhook-shop.js';
import type { Shop, ShopOptions } from './webhook-shop.js';

@PayWebhook()
@Controller({ path: 'pay/webhook', version: VERSION_NEUTRAL })
class NeutralWebhookController {}

@PayWebhook()
@Controller({ path: 'pay/webhook', version: '2' })
class SecondWebhookController {}

/** An address of the service, and one of anybody. */
const SERVICE = '20.50.240.57';
const ANYBODY = '203.0.113.7';

describe.each(PLATFORMS)('a webhook whose application has routes of its own kind, on %s', (platform) => {
  let simulator: PaySimulator;
  let shop: Shop;

  beforeAll(async () => {
    simulator = await createPaySimulator({ seed: `routes ${platform}`, clock: 'manual' });
  });
  afterAll(() => simulator.close());
  beforeEach(() => {
    simulator.reset();
  });
  afterEach(() => shop.close());

  const open = async (
    path: string,
    configure: (app: INestApplication) => void,
    options: ShopOptions = {},
  ): Promise<void> => {
    shop = await startShop(platform, simulator, { ...options, path, configure });
  };

  it('a prefix for all', async () => {
    await open('api/pay/webhook', (app) => app.setGlobalPrefix('api'));
    await expectWorking(shop, simulator);
    expect((await fetch(shop.hook.replace('/api', ''))).status).toBe(404);
  });

  it('a prefix for all but the webhook', async () => {
    await open('pay/webhook', (app) => app.setGlobalPrefix('api', { exclude: ['pay/webhook'] }));
    await expectWorking(shop, simulator);
  });

  it('a prefix for all but its POST: it is one route, and keeps the prefix', async () => {
    await open('api/pay/webhook', (app) =>
      app.setGlobalPrefix('api', { exclude: [{ path: 'pay/webhook', method: RequestMethod.POST }] }),
    );
    await expectWorking(shop, simulator);
  });

  it('versions in the path: the default one', async () => {
    await open('v1/pay/webhook', (app) =>
      app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' }),
    );
    await expectWorking(shop, simulator);
  });

  it('versions in the path, below a prefix: one of its own', async () => {
    await open(
      'api/v2/pay/webhook',
      (app) => {
        app.setGlobalPrefix('api');
        app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });
      },
      { controllers: [SecondWebhookController] },
    );
    await expectWorking(shop, simulator);
  });

  it('versions in the path: none', async () => {
    await open(
      'pay/webhook',
      (app) => app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' }),
      { controllers: [NeutralWebhookController] },
    );
    await expectWorking(shop, simulator);
  });

  it.each([
    ['a header', { type: VersioningType.HEADER, header: 'x-version' }],
    ['the media type', { type: VersioningType.MEDIA_TYPE, key: 'v=' }],
  ] as const)('versions in %s, which the service does not send: a neutral controller', async (_, options) => {
    await open('pay/webhook', (app) => app.enableVersioning({ ...options, defaultVersion: '1' }), {
      controllers: [NeutralWebhookController],
    });
    await expectWorking(shop, simulator);
  });

  describe.each([true, false])('trust in proxies (%s) of the framework', (trust) => {
    const openTrusting = (webhooks: ShopOptions['webhooks']) =>
      open(
        'pay/webhook',
        (app) => {
          if (platform === 'express') (app as NestExpressApplication).set('trust proxy', trust);
        },
        { webhooks, application: { fastify: { trustProxy: trust } } },
      );

    it('lets nobody claim an address of the service', async () => {
      await openTrusting({ sourceAddresses: [SERVICE] });
      const purchase = await buy(shop, simulator);
      const answer = await post(shop.hook, paymentBody(simulator, purchase), { 'x-forwarded-for': SERVICE });
      expect(answer.status).toBe(403);
      expect(shop.ledger.payments).toEqual([]);
    });

    it('changes nothing for the library’s own list of proxies', async () => {
      await openTrusting({ sourceAddresses: [SERVICE], trustedProxies: ['127.0.0.1'] });
      const purchase = await buy(shop, simulator);
      const send = (from: string) =>
        post(shop.hook, paymentBody(simulator, purchase), { 'x-forwarded-for': from });
      expect((await send(`${SERVICE}, ${ANYBODY}`)).status).toBe(403);
      expect((await send(`${ANYBODY}, ${SERVICE}`)).status).toBe(200);
      expect(shop.ledger.payments).toHaveLength(1);
      expect((await fetch(shop.hook)).status).toBe(200);
    });

    it('does not matter without proxies', async () => {
      await openTrusting({});
      await expectWorking(shop, simulator);
    });
  });

  it.each([
    ['more', 2_000_000],
    ['less', 4000],
  ])('a body parser that takes %s than the webhook', async (_, limit) => {
    await open('pay/webhook', (app) => {
      if (platform === 'express') (app as NestExpressApplication).useBodyParser('json', { limit });
      else (app as NestFastifyApplication).useBodyParser('application/json', { bodyLimit: limit });
    });
    await expectWorking(shop, simulator);
    const oversize = JSON.stringify({ EventTypeId: 1796, pad: 'x'.repeat(100_000) });
    expect((await post(shop.hook, oversize)).status).toBe(413);
    await expectForgedRefused(shop, simulator);
  });
});
