// An application with one inbox for each ORM, as a process that the test kills.
import 'reflect-metadata';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { durableInbox, OnPayEvent, PayEventType, PayModule, PayTransaction, PayWebhook } from 'nestjs-pay';
import { openOrm, ORMS } from '../stores/orms.mjs';

const { PAY_TEST_WALLET, PAY_TEST_DATABASE, PAY_TEST_RECIPES, PAY_TEST_HANG } = process.env;
const recipes = await import(PAY_TEST_RECIPES);

async function createAccount(name) {
  const orm = await openOrm(name, PAY_TEST_DATABASE, recipes);
  const inbox = durableInbox({
    store: orm.inbox({ schema: `pay_${name}` }),
    [Symbol.for('nestjs-pay:test-times')]: { leaseMs: 500, pollMs: 50 },
  });

  const controller = { [name]: class {} }[name];
  Controller(`hooks/${name}`)(controller);
  PayWebhook({ account: name })(controller);

  class Books {
    async onPaid(event, transaction) {
      await orm.write(transaction, `${name} ${event.data.OrderCodeText}`);
      process.send({ written: name });
      // The moment to kill the process: the handler has written, and nothing is committed.
      if (PAY_TEST_HANG === 'yes') await new Promise(() => {});
    }
  }
  PayTransaction()(Books.prototype, 'onPaid', 1);
  OnPayEvent(PayEventType.TransactionPaymentCreated, { account: name })(
    Books.prototype,
    'onPaid',
    Object.getOwnPropertyDescriptor(Books.prototype, 'onPaid'),
  );
  const pay = PayModule.forRoot({ name, wallet: JSON.parse(PAY_TEST_WALLET), webhooks: { inbox } });
  return { pay, controller, provider: Books };
}

const accounts = await Promise.all(ORMS.map(createAccount));
class AppModule {}
Module({
  imports: accounts.map(({ pay }) => pay),
  controllers: accounts.map(({ controller }) => controller),
  providers: accounts.map(({ provider }) => provider),
})(AppModule);

const app = await NestFactory.create(AppModule, { rawBody: true, logger: ['error', 'warn'] });
await app.listen(0, '127.0.0.1');
process.send({ url: await app.getUrl() });
