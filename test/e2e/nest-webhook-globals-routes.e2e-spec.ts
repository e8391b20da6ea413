import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, VERSION_NEUTRAL, VersioningType } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PayWebhook } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { PLATFORMS } from './nest-app.js';
import { expectForgeriesRejected, expectWorking } from './webhook-checks.js';
import { buy, paymentBody, post, startShop } from './webhook-shop.js';
import type { Shop, ShopOptions } from './webhook-shop.js';

@PayWebhook()
@Controller({ path: 'pay/webhook', version: VERSION_NEUTRAL })
class NeutralWebhookController {}

@PayWebhook()
@Controller({ path: 'pay/webhook', version: '2' })
class SecondWebhookController {}

/** An address of the service, and one of an unknown sender. */
const SERVICE = '20.50.240.57';
const UNKNOWN_SENDER = '203.0.113.7';

describe.each(PLATFORMS)('the webhook endpoint on %s works with', (platform) => {
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

  it('a global prefix', async () => {
    await open('api/pay/webhook', (app) => app.setGlobalPrefix('api'));
    await expectWorking(shop, simulator);
    expect((await fetch(shop.hook.replace('/api', ''))).status).toBe(404);
  });

  it('a global prefix that excludes the webhook', async () => {
    await open('pay/webhook', (app) => app.setGlobalPrefix('api', { exclude: ['pay/webhook'] }));
    await expectWorking(shop, simulator);
  });

  it('a default version in the path', async () => {
    await open('v1/pay/webhook', (app) =>
      app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' }),
    );
    await expectWorking(shop, simulator);
  });

  it('its own version in the path, below a global prefix', async () => {
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

  it('versions in the path and a version-neutral controller', async () => {
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
  ] as const)('versions in %s and a version-neutral controller', async (_, options) => {
    await open('pay/webhook', (app) => app.enableVersioning({ ...options, defaultVersion: '1' }), {
      controllers: [NeutralWebhookController],
    });
    await expectWorking(shop, simulator);
  });

  describe.each([true, false])('the framework’s setting `trust proxy` %s, which', (trust) => {
    const openTrusting = (webhooks: ShopOptions['webhooks']) =>
      open(
        'pay/webhook',
        (app) => {
          if (platform === 'express') (app as NestExpressApplication).set('trust proxy', trust);
        },
        { webhooks, application: { fastify: { trustProxy: trust } } },
      );

    it('does not let a sender claim an address of the service', async () => {
      await openTrusting({ sourceAddresses: [SERVICE] });
      const purchase = await buy(shop, simulator);
      const response = await post(shop.hook, paymentBody(simulator, purchase), {
        'x-forwarded-for': SERVICE,
      });
      expect(response.status).toBe(403);
      expect(shop.ledger.payments).toEqual([]);
    });

    it('does not change the effect of trustedProxies', async () => {
      await openTrusting({ sourceAddresses: [SERVICE], trustedProxies: ['127.0.0.1'] });
      const purchase = await buy(shop, simulator);
      const send = (from: string) =>
        post(shop.hook, paymentBody(simulator, purchase), { 'x-forwarded-for': from });
      expect((await send(`${SERVICE}, ${UNKNOWN_SENDER}`)).status).toBe(403);
      expect((await send(`${UNKNOWN_SENDER}, ${SERVICE}`)).status).toBe(200);
      expect(shop.ledger.payments).toHaveLength(1);
      expect((await fetch(shop.hook)).status).toBe(200);
    });

    it('has no effect without proxies', async () => {
      await openTrusting({});
      await expectWorking(shop, simulator);
    });
  });

  it.each([
    ['more', 2_000_000],
    ['less', 4000],
  ])('a body parser that accepts %s than 64 KiB', async (_, limit) => {
    await open('pay/webhook', (app) => {
      if (platform === 'express') (app as NestExpressApplication).useBodyParser('json', { limit });
      else (app as NestFastifyApplication).useBodyParser('application/json', { bodyLimit: limit });
    });
    await expectWorking(shop, simulator);
    const oversize = JSON.stringify({ EventTypeId: 1796, pad: 'x'.repeat(100_000) });
    expect((await post(shop.hook, oversize)).status).toBe(413);
    await expectForgeriesRejected(shop, simulator);
  });
});
