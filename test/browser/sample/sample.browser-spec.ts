import { afterAll, beforeAll, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { PaySimulator } from 'pay-simulator';
import { AppModule } from '../../../apps/sample/src/app.module.js';
import { Database, pgliteDatabase } from '../../../apps/sample/src/database.js';
import { registerSample, startSimulator } from '../../../apps/sample/src/simulator.js';
import { newPglite } from '../../pglite.js';
import { until } from '../../until.js';
import { describeInBrowser, openPage } from '../chromium.js';
import { checkPage } from '../page-checks.js';

let app: INestApplication;
let simulator: PaySimulator;
let shop: string;

describeInBrowser('the sample', () => {
  beforeAll(async () => {
    simulator = await startSimulator({ port: 0 });
    const module = await Test.createTestingModule({ imports: [AppModule] })
      .overrideProvider(Database)
      .useFactory({ factory: async () => pgliteDatabase(await newPglite()) })
      .compile();
    app = module.createNestApplication({ rawBody: true, logger: false });
    await app.listen(0, '127.0.0.1');
    shop = (await app.getUrl()).replace('localhost', '127.0.0.1');
    await registerSample(simulator, shop);
  });
  afterAll(async () => {
    await app.close();
    await simulator.close();
  });

  it('sells and refunds, on pages that are accessible, light and dark', async () => {
    const page = await openPage(shop);
    await checkPage(page, 'sample-product');
    await page.getByLabel('Email').fill('customer@example.com');
    await page.getByRole('button', { name: 'Buy' }).click();
    await page.getByRole('button', { name: /^approved/i }).click();
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.getByText('Paid. Thank you!').waitFor();
    await checkPage(page, 'sample-order');
    await page.getByRole('link', { name: 'Orders' }).click();
    await checkPage(page, 'sample-orders');
    await page.getByRole('button', { name: 'Refund' }).click();
    await until(async () => {
      await page.reload();
      return page.getByRole('cell', { name: 'refunded' }).isVisible();
    });
    await page.goto(`${shop}/return?s=1`);
    await checkPage(page, 'sample-no-order');
  });
});
