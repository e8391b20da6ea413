import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import { Controller, Inject, Injectable, Module, Scope } from '@nestjs/common';
import type { INestApplicationContext, OnApplicationBootstrap } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EventEmitter2, EventEmitterModule, OnEvent } from '@nestjs/event-emitter';
import { durableInbox, OnPayEvent, PayEventType, PayModule, PayWebhook } from 'nestjs-pay';
import { pgliteStore } from 'nestjs-pay/pglite';
import { OnPaySale, PayTill, PayTillModule } from 'nestjs-pay/till';
import type { PaySale } from 'nestjs-pay/till';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { walletOf } from '../e2e/nest-app.js';
import { deliveryOf } from '../inbox/store-cases.js';
import { newPglite } from '../pglite.js';
import { newSchema } from './databases.js';
import { until } from '../until.js';

/** Passes events on, as in docs/how-to/event-emitter.md. */
@Injectable()
class Emitting {
  /** How many listeners each event reached. */
  readonly reached: number[] = [];

  constructor(private readonly emitter: EventEmitter2) {}

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  async paid(): Promise<void> {
    this.reached.push((await this.emitter.emitAsync('paid')).length);
  }

  @OnPaySale()
  async sold(sale: PaySale): Promise<void> {
    if (sale.state !== 'open') this.reached.push((await this.emitter.emitAsync('paid')).length);
  }
}

@Injectable()
class Listening {
  @OnEvent('paid')
  heard(): void {}
}

@Injectable()
class Always {}
@Injectable({ scope: Scope.REQUEST })
class PerRequest {}

@Controller('hook')
@PayWebhook()
class Hook {}

/** Connects to something while the application boots, before the emitter registers its listeners. */
@Module({})
class ConnectingModule implements OnApplicationBootstrap {
  async onApplicationBootstrap(): Promise<void> {
    await setTimeout(300);
  }
}

const BOOTS = {
  'listen()': async (module: object) => {
    const app = await NestFactory.create(module as never, {
      rawBody: true,
      logger: false,
      abortOnError: false,
    });
    await app.listen(0, '127.0.0.1');
    return app;
  },
  'init()': async (module: object) => {
    const app = await NestFactory.create(module as never, {
      rawBody: true,
      logger: false,
      abortOnError: false,
    });
    return app.init();
  },
  'an application context': (module: object) =>
    NestFactory.createApplicationContext(module as never, { logger: false, abortOnError: false }),
};

let db: PGlite;
let simulator: PaySimulator;
beforeAll(async () => {
  db = await newPglite();
  simulator = await createPaySimulator({ seed: 'boot order' });
});
afterAll(async () => {
  await db.close();
  await simulator.close();
});

describe.each(Object.entries(BOOTS))('an application that boots with %s', (name, boot) => {
  let app: INestApplicationContext | undefined;
  afterEach(() => app?.close());

  it.each([
    ['', Always],
    [', also if Nest calls no hook of its module, which is request-scoped', PerRequest],
  ])('handles stored events when the listeners of all modules are registered%s', async (_, Dependency) => {
    const store = pgliteStore(db, { schema: newSchema() });
    await store.migrate();
    const delivery = { ...deliveryOf('stored before the start'), endpoint: 'Hook.receivePayWebhook' };
    await store.addDelivery({ delivery, sender: 'service' });
    for (const claimed of await store.claimDeliveries('service', 1, 1_000))
      await store.confirm(claimed, { delivery, orderingKey: null, confirmed: true });
    const webhooks = { inbox: durableInbox({ store }) };

    @Module({
      imports: [
        PayModule.forRoot({ wallet: walletOf(simulator), webhooks }),
        ConnectingModule,
        EventEmitterModule.forRoot({ global: false }),
      ],
      controllers: [Hook],
      providers: [Emitting, Listening, Dependency],
    })
    class AppModule {
      constructor(@Inject(Dependency) readonly dependency: object) {}
    }

    app = await boot(AppModule);
    const emitting = app.get(Emitting);
    await until(() => emitting.reached.length > 0);
    expect(emitting.reached).toEqual([1]);
  });

  it('does not boot if the inbox cannot start', async () => {
    const store = pgliteStore(db, { schema: 'missing' });
    const webhooks = { path: 'pay/webhook', inbox: durableInbox({ store, migrate: false }) };

    @Module({ imports: [PayModule.forRoot({ wallet: walletOf(simulator), webhooks })] })
    class AppModule {}

    app = undefined;
    await expect(boot(AppModule)).rejects.toThrow('webhooks.inbox cannot start');
  });

  // The till uses the same function, and its sales take seconds.
  if (name !== 'listen()') return;

  it('continues the sales of a till when the listeners of all modules are registered', async () => {
    const store = pgliteStore(db, { schema: 'till' });
    const { cloudTerminal } = simulator.credentials;
    const wallet = { ...walletOf(simulator), cloudTerminal };
    const pay = [PayModule.forRoot({ wallet }), PayTillModule.forRoot({ store, pollMs: 10 })];

    @Module({
      imports: [...pay, ConnectingModule, EventEmitterModule.forRoot({ global: false })],
      providers: [Emitting, Listening],
    })
    class AppModule {}

    @Module({ imports: pay })
    class EarlierModule {}
    const earlier = await boot(EarlierModule);
    const sale = { terminalId: '16000010', amount: 1170, currencyCode: '978', reference: 'receipt 1' };
    await earlier.get(PayTill, { strict: false }).sell(sale);
    await until(
      () =>
        simulator.terminals.list().find(({ terminalId }) => terminalId === '16000010')?.session?.state ===
        'on-terminal',
    );
    await earlier.close();
    simulator.terminals.insertCard('16000010');
    app = await boot(AppModule);
    const emitting = app.get(Emitting);
    await until(() => emitting.reached.length > 0);
    expect(emitting.reached).toEqual([1]);
  });
});
