import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DemoProcess } from '../browser/demo/demo-process.js';
import { GOOD_CARD } from '../cards.js';
import { freePort } from '../free-port.mjs';
import { until } from '../until.js';

/** The process shares the machine with others. */
const PATIENCE = { forMs: 60_000, everyMs: 20 };
type Signal = 'SIGINT' | 'SIGKILL';
interface Attempts {
  readonly message: { readonly data?: unknown };
  readonly state: string;
  readonly attempts: readonly { readonly request: string; readonly status: number | null }[];
}

let folder: string;
let demo: DemoProcess;
let env: Record<string, string>;

/** Buys two mugs, and continues after a restart of the shop. */
class Buyer {
  private cookie = '';
  private form: Record<string, string> = {};
  private paymentPage = '';
  private cardForm: Record<string, string> = {};

  async fillIn(): Promise<void> {
    const page = await (await this.send(`${demo.shop}/checkout?mug=2`)).text();
    this.form = { mug: '2', name: 'Ada Lovelace', email: 'ada@example.com', key: hidden(page, 'key') };
  }

  /** Sends the checkout form, which redirects to the payment page. */
  async order(): Promise<void> {
    const response = await this.send(`${demo.shop}/orders`, this.form);
    this.paymentPage = response.headers.get('location') ?? '';
    expect(this.paymentPage).toMatch(/\/web\/checkout\?ref=\d{16}/);
  }

  async openPaymentPage(): Promise<void> {
    const page = await (await this.send(this.paymentPage)).text();
    this.cardForm = { ...GOOD_CARD, form: hidden(page, 'form'), shown: hidden(page, 'shown') };
  }

  /** Sends the card. The same form has the same result when it is sent again. */
  async pay(): Promise<void> {
    const response = await this.send(this.paymentPage, this.cardForm);
    expect(response.headers.get('location')).toContain('/return/success');
  }

  get orderCode(): string {
    return new URL(this.paymentPage).searchParams.get('ref') ?? '';
  }

  /** Reads the state of the newest order: the heading of its page. */
  async state(): Promise<string> {
    const mine = await (await this.send(`${demo.shop}/my-orders`)).text();
    const path = /\/orders\/[0-9a-f-]{36}/.exec(mine)?.[0] ?? '/orders/none';
    const page = await (await this.send(`${demo.shop}${path}`)).text();
    return /<h1>([^<]*)</.exec(page)?.[1] ?? '';
  }

  /** Waits until the order is paid, refunded or checked, and returns its state. */
  async ended(): Promise<string> {
    let state = '';
    const hasEnded = async (): Promise<boolean> => {
      state = await this.state();
      return /^(Paid|Being checked|Refunded)/.test(state);
    };
    await until(hasEnded, PATIENCE);
    return state;
  }

  private async send(address: string, form?: Record<string, string>): Promise<Response> {
    const headers = { accept: 'text/html', connection: 'close', cookie: this.cookie };
    const body = form && new URLSearchParams(form);
    const response = await fetch(address, {
      method: form ? 'POST' : 'GET',
      headers,
      body,
      redirect: 'manual',
    });
    for (const cookie of response.headers.getSetCookie()) this.cookie = cookie.split(';')[0] ?? '';
    return response;
  }
}

function hidden(page: string, name: string): string {
  return new RegExp(`name="${name}"\\s+value="([^"]+)"`).exec(page)?.[1] ?? '';
}

/** Stops the shop and starts it again at the same addresses. */
async function restart(signal: Signal): Promise<void> {
  await demo.end(signal);
  demo = await DemoProcess.start(env);
}

/** Returns the number of delivered notifications about an order. */
async function delivered(orderCode: string): Promise<number> {
  const all = await demo.control<Attempts[]>('/deliveries');
  return all.filter(
    ({ state, attempts }) => state === 'delivered' && attempts[0]?.request.includes(orderCode),
  ).length;
}

/** A moment of a purchase at which the shop stops. Several buyers are at their moments when it stops. */
interface Moment {
  readonly prepare: (buyer: Buyer) => Promise<void>;
  /** The last step before the stop. */
  readonly last?: (buyer: Buyer) => Promise<void>;
  /** A step that the stop interrupts. */
  readonly interrupted?: (buyer: Buyer) => Promise<void>;
  /** The steps after the restart. */
  readonly after?: (buyer: Buyer) => Promise<void>;
}

const toPaymentPage = async (buyer: Buyer): Promise<void> => {
  await buyer.order();
  await buyer.openPaymentPage();
};
const pay = (buyer: Buyer): Promise<void> => buyer.pay();

/** The moments that pass most quickly are last. */
const MOMENTS: Readonly<Record<string, Moment>> = {
  'after it was paid': {
    prepare: async (buyer) => {
      await toPaymentPage(buyer);
      await buyer.pay();
      await buyer.ended();
    },
  },
  'on the payment page': { prepare: toPaymentPage, after: pay },
  'while the order is made, before the redirect': {
    prepare: () => Promise.resolve(),
    interrupted: (buyer) => buyer.order(),
    after: async (buyer) => {
      await toPaymentPage(buyer);
      await buyer.pay();
    },
  },
  'while the card is sent': { prepare: toPaymentPage, interrupted: pay, after: pay },
  'while the webhook is handled': {
    prepare: toPaymentPage,
    last: async (buyer) => {
      await buyer.pay();
      await until(async () => (await delivered(buyer.orderCode)) > 0, { ...PATIENCE, everyMs: 1 });
    },
  },
  'after the payment, before its webhook': { prepare: toPaymentPage, last: pay },
};

describe('demo that is stopped and restarted', () => {
  const buyers: Buyer[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pay-restarts-'));
    env = { SHOP_DATA: folder, SIMULATOR_ORDER_CODES: 'beyond-safe' };
    // A restart uses the same ports.
    for (const name of ['PORT', 'SIMULATOR_PORT']) env[name] = String(await freePort());
    demo = await DemoProcess.start(env);
  });
  afterAll(async () => {
    await demo.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it.each<[Signal, readonly string[]]>([
    ['SIGINT', Object.keys(MOMENTS)],
    // Between two steps, a power cut interrupts nothing.
    ['SIGKILL', Object.keys(MOMENTS).filter((moment) => moment.startsWith('while '))],
  ])(
    'completes each purchase exactly once, at whatever moment %s stops it',
    async (signal, moments) => {
      const purchases = moments.map((moment) => ({ moment, buyer: new Buyer(), steps: MOMENTS[moment] }));
      buyers.push(...purchases.map(({ buyer }) => buyer));
      for (const { buyer, steps } of purchases) {
        await buyer.fillIn();
        await steps?.prepare(buyer);
      }
      for (const { buyer, steps } of purchases) await steps?.last?.(buyer);
      const interrupted = purchases.map(async ({ buyer, steps }) => {
        await steps?.interrupted?.(buyer).catch(() => undefined);
      });
      await restart(signal);
      await Promise.all(interrupted);

      const ends: [moment: string, end: unknown][] = [];
      for (const { moment, buyer, steps } of purchases) {
        await steps?.after?.(buyer);
        const state = await buyer.ended();
        const { transactions } = await demo.control<{ transactions: unknown[] }>(
          `/orders/${buyer.orderCode}`,
        );
        ends.push([moment, { state, transactions: transactions.length }]);
      }
      expect(ends).toEqual(moments.map((moment) => [moment, { state: 'Paid', transactions: 1 }]));
    },
    120_000,
  );

  it('has charged the buyers of all restarts once', async () => {
    for (const buyer of buyers) expect(await buyer.state()).toBe('Paid');
    expect(await demo.control('/transactions')).toHaveLength(buyers.length);
  });
});
