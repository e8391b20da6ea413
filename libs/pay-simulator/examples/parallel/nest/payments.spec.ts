import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { PayTestingModule, PayTestWorld } from 'nestjs-pay/testing';
import { AppModule, Shop } from './app.module.js';

let app: INestApplication;
let world: PayTestWorld;

beforeEach(async () => {
  const { PAY_SIMULATOR_URL: url, PAY_CONTROL_TOKEN: controlToken } = process.env;
  const simulator = { url, controlToken };
  const imports = [AppModule, PayTestingModule.forApp({ simulator })];
  const module = await Test.createTestingModule({ imports }).compile();
  app = module.createNestApplication({ rawBody: true });
  await app.init();
  world = app.get(PayTestWorld);
});
afterEach(() => app.close());

test.each([2450, 4900])('takes a payment of %d', async (amount) => {
  const orderCode = await app.get(Shop).buy(amount);
  // Stands for the customer.
  await world.call('POST', '/trigger/payment', { orderCode });
  await world.settled();
  expect(app.get(Shop).paid).toEqual([orderCode]);

  const payments = await world.call<{ amount: number }[]>('GET', '/transactions');
  expect(payments.map((payment) => payment.amount)).toEqual([amount]);
});
