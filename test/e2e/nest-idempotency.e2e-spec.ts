import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  getPayToken,
  InjectPay,
  memoryIdempotency,
  PayIdempotency,
  PayModule,
  PayPayments,
  unwrap,
} from 'nestjs-pay';
import { pgliteIdempotency } from 'nestjs-pay/pglite';
import { MemoryIdempotencyStore } from 'nestjs-pay/testing';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { newPglite } from '../pglite.js';
import { RecordingLogger, walletOf } from './nest-app.js';

let simulator: PaySimulator;
let app: INestApplication | undefined;
beforeAll(async () => {
  simulator = await createPaySimulator();
});
afterAll(() => simulator.close());
afterEach(async () => {
  await app?.close();
  app = undefined;
});

@Injectable()
class Checkout {
  constructor(
    readonly idempotency: PayIdempotency,
    private readonly payments: PayPayments,
  ) {}

  start(cart: string) {
    return this.payments.createOrder({ amount: 1000 }, { idempotencyKey: `cart:${cart}` });
  }
}

describe('idempotency keys in Nest', () => {
  it('create one order for each key in two applications that share a store', async () => {
    const store = new MemoryIdempotencyStore();
    const boot = async (): Promise<INestApplication> => {
      const imports = [
        PayModule.forRoot({ wallet: walletOf(simulator), idempotency: new PayIdempotency({ store }) }),
      ];
      const module = await Test.createTestingModule({ imports, providers: [Checkout] }).compile();
      return module.createNestApplication().init();
    };
    app = await boot();
    const other = await boot();
    const codes = await Promise.all([app, other, app].map((one) => one.get(Checkout).start('1')));
    expect(new Set(codes.map((result) => unwrap(result).orderCodeText)).size).toBe(1);
    expect(simulator.orders.list()).toHaveLength(1);
    expect(await app.get(Checkout).idempotency.find('cart:1')).toMatchObject({ state: 'done' });
    await other.close();
  });

  it('are stored by the PayIdempotency of the named account', async () => {
    @Injectable()
    class Shops {
      constructor(@InjectPay(PayIdempotency, 'shop-gr') readonly greek: PayIdempotency) {}
    }
    const idempotency = memoryIdempotency();
    const imports = [PayModule.forRoot({ name: 'shop-gr', wallet: walletOf(simulator), idempotency })];
    const module = await Test.createTestingModule({ imports, providers: [Shops] }).compile();
    app = await module.createNestApplication().init();
    expect(app.get(Shops).greek).toBe(idempotency);
    expect(app.get(getPayToken(PayIdempotency, 'shop-gr'))).toBe(app.get(Shops).greek);
  });

  it('in memory cause one warning at boot, because a restart forgets them', async () => {
    const boot = async (idempotency: PayIdempotency): Promise<string> => {
      const logger = new RecordingLogger();
      const imports = [PayModule.forRoot({ wallet: walletOf(simulator), idempotency })];
      const module = await Test.createTestingModule({ imports }).setLogger(logger).compile();
      const started = await module.createNestApplication({ logger }).init();
      await started.close();
      return logger.text();
    };
    expect((await boot(memoryIdempotency())).match(/in the memory of this process only/g)).toHaveLength(1);
    const database = await newPglite();
    expect(await boot(pgliteIdempotency(database))).not.toMatch(/in the memory of this process/);
    await database.close();
  });

  it('need the option idempotency, which is checked at boot', async () => {
    const boot = async (idempotency?: object): Promise<unknown> => {
      const imports = [
        PayModule.forRoot({
          wallet: walletOf(simulator),
          ...(idempotency && { idempotency: idempotency as never }),
        }),
      ];
      const module = await Test.createTestingModule({ imports, providers: [Checkout] }).compile();
      return module.createNestApplication({ logger: false }).init();
    };
    await expect(boot()).rejects.toThrow(
      /PayIdempotency was injected into Checkout, but `idempotency` is not configured/,
    );
    await expect(boot({ store: new MemoryIdempotencyStore() })).rejects.toThrow(/idempotency must be/);
  });

  it.each([PayIdempotency, { token: PayIdempotency, optional: true }])(
    'cannot be injected into the options that create them',
    (token) => {
      const useFactory = (idempotency: PayIdempotency) => ({ wallet: walletOf(simulator), idempotency });
      expect(() => PayModule.forRootAsync({ inject: [token], useFactory })).toThrow(
        'PayModule.forRootAsync cannot inject PayIdempotency, because PayModule creates it from the options',
      );
    },
  );
});
