import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  getPayToken,
  InjectPay,
  MemoryJournalStore,
  PayJournal,
  PayModule,
  PayPayments,
  unwrap,
} from 'nestjs-pay';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';
import { walletOf } from './nest-app.js';

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
    private readonly journal: PayJournal,
    private readonly payments: PayPayments,
  ) {}

  start(cart: string) {
    return this.journal.once(`cart:${cart}`, () => this.payments.createOrder({ amount: 1000 }));
  }
}

describe('the journal in Nest', () => {
  it('is injected, and one key is one order in both applications on its store', async () => {
    const store = new MemoryJournalStore();
    const boot = async (): Promise<INestApplication> => {
      const imports = [PayModule.forRoot({ wallet: walletOf(simulator), journal: { store } })];
      const module = await Test.createTestingModule({ imports, providers: [Checkout] }).compile();
      return module.createNestApplication().init();
    };
    app = await boot();
    const other = await boot();
    const codes = await Promise.all([app, other, app].map((one) => one.get(Checkout).start('1')));
    expect(new Set(codes.map((result) => unwrap(result).orderCodeText)).size).toBe(1);
    expect(simulator.orders.list()).toHaveLength(1);
    await other.close();
  });

  it('is each account’s own by its name', async () => {
    @Injectable()
    class Shops {
      constructor(@InjectPay(PayJournal, 'shop-gr') readonly greek: PayJournal) {}
    }
    const journal = { store: new MemoryJournalStore() };
    const imports = [PayModule.forRoot({ name: 'shop-gr', wallet: walletOf(simulator), journal })];
    const module = await Test.createTestingModule({ imports, providers: [Shops] }).compile();
    app = await module.createNestApplication().init();
    expect(app.get(Shops).greek).toBeInstanceOf(PayJournal);
    expect(app.get(getPayToken(PayJournal, 'shop-gr'))).toBe(app.get(Shops).greek);
  });

  it('says at boot that it is not configured, or how it is wrong', async () => {
    const boot = async (journal?: object): Promise<unknown> => {
      const imports = [
        PayModule.forRoot({ wallet: walletOf(simulator), ...(journal && { journal: journal as never }) }),
      ];
      const module = await Test.createTestingModule({ imports, providers: [Checkout] }).compile();
      return module.createNestApplication({ logger: false }).init();
    };
    await expect(boot()).rejects.toThrow(
      /PayJournal was injected into Checkout, but `journal` is not configured/,
    );
    await expect(boot({})).rejects.toThrow(/journal.store is missing/);
    await expect(boot({ store: new MemoryJournalStore(), waitMs: -1 })).rejects.toThrow(
      /journal.waitMs must be/,
    );
  });
});
