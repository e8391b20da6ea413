import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Injectable } from '@nestjs/common';
import { durableInbox, OnPayEvent, PayEvent, PayInboxService, PayModule, PayWebhook } from 'nestjs-pay';
import type { PayInbox, ReceivedPayEvent } from 'nestjs-pay';
import { postgresStore } from 'nestjs-pay/postgres';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { boot, createApp, walletOf } from '../e2e/nest-app.js';
import { PayWebhookController } from '../e2e/webhook-shop.js';
import { Books } from './books.js';
import { emptyInboxStores } from './stores.js';

const emptyStore = emptyInboxStores();

let simulator: PaySimulator;
beforeAll(async () => {
  simulator = await createPaySimulator();
});
afterAll(() => simulator.close());

const payModule = (inbox?: PayInbox) =>
  PayModule.forRoot({ wallet: walletOf(simulator), webhooks: { inbox } });
const inMemory = () => durableInbox({ store: emptyStore() });

@Controller('hooks')
class OwnMethod {
  @PayWebhook()
  receive(@PayEvent() _event: ReceivedPayEvent): void {}
}

@Injectable()
class Plain {
  @OnPayEvent('*')
  handle(): void {}
}

describe('an application with an inbox', () => {
  it('does not boot with a durable inbox if an endpoint handles events in its own method', async () => {
    const { failure } = await boot({ imports: [payModule(inMemory())], controllers: [OwnMethod] });
    expect(failure).toMatch(/OwnMethod\.receive handles events in its own method.*@OnPayEvent\(\)/);
  });

  it('does not boot with @PayTransaction() without a durable inbox', async () => {
    const { failure } = await boot({
      imports: [payModule()],
      controllers: [PayWebhookController],
      providers: [Books],
    });
    expect(failure).toMatch(/@PayTransaction\(\) in Books\.paid needs a durable inbox/);
  });

  it('logs a warning at boot without a durable inbox, and none with one', async () => {
    const metadata = { controllers: [PayWebhookController], providers: [Plain] };
    const inline = await boot({ ...metadata, imports: [payModule()] });
    expect(inline.log).toMatch(
      /memory of this process only, .* set webhooks\.inbox to a durableInbox\(\)\.$/,
    );
    // One line of a terminal, or two of a narrow one.
    expect(inline.log.length).toBeLessThan(200);
    const durable = await boot({ ...metadata, imports: [payModule(inMemory())] });
    expect(durable).toEqual({ failure: '', log: '' });
  });

  it('explains that PayInboxService needs a durable inbox', async () => {
    const app = await createApp({ imports: [payModule()] });
    await app.init();
    const inbox = app.get(PayInboxService, { strict: false });
    expect(() => inbox.stats()).toThrow(/needs a durable inbox/);
    expect(() => inbox.stats({ account: 'other' })).toThrow(
      /cannot tell which account to use: known accounts: the default account/,
    );
    await app.close();
  });

  it('explains how to fix missing permissions for the tables', async () => {
    const connectionError: Error = Object.assign(
      new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:5432')], ''),
    );
    const reject = () => Promise.reject(connectionError);
    const pool = { connect: reject, query: reject, on: () => undefined };
    const inbox = durableInbox({ store: postgresStore({ pool, schema: 'shop_pay' }) });
    const { failure } = await boot({ imports: [payModule(inbox)], controllers: [PayWebhookController] });
    expect(failure).toMatch(
      /webhooks\.inbox cannot start.*"shop_pay".*ECONNREFUSED.*grant create on database.*migrate: false/s,
    );
  });

  it('does not boot if transactions could use all connections of the pool', async () => {
    const reject = () => Promise.reject(new Error('unexpected query'));
    const pool = { options: { max: 8 }, connect: reject, query: reject, on: () => undefined };
    const { failure } = await boot({
      imports: [payModule(durableInbox({ store: postgresStore({ pool }) }))],
      controllers: [PayWebhookController],
      providers: [Books],
    });
    expect(failure).toMatch(
      /the store has 8 connections for a concurrency of 8: set the pool.s max to 10 or more/,
    );
  });

  it.each([
    [{ retentionMs: 3_600_000 }, /retentionMs/],
    [{ concurrency: 1.5 }, /concurrency/],
    [{ leaseMs: 1 }, /inbox\.leaseMs is not an option/],
  ])('rejects the options %o', (options, message) => {
    expect(() => durableInbox({ store: emptyStore(), ...options })).toThrow(message);
  });
});
