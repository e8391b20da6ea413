import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { localFiscalProvider } from 'nestjs-pay/fiscal';
import { pgliteStore } from 'nestjs-pay/pglite';
import { PayTestingModule, PayTestSimulator } from 'nestjs-pay/testing';
import { AADE_TEST_KEY } from 'pay-simulator';
import { newPglite } from '../../../test/pglite.js';
import { until } from '../../../test/until.js';
// #region example
import { Body, Controller, Get, Module, Post } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { payConfig, PayModule } from 'nestjs-pay';
import type { PayInboxStore } from 'nestjs-pay';
import { PayFiscal, PayFiscalError, PayFiscalModule } from 'nestjs-pay/fiscal';
import type {
  FiscalPayment,
  FiscalReport,
  FiscalSignature,
  PayFiscalProvider,
  PayFiscalSale,
} from 'nestjs-pay/fiscal';
import { PayTillModule } from 'nestjs-pay/till';
import type { PaySale } from 'nestjs-pay/till';

type Call = { key: string; signal: AbortSignal };

/** An e-invoicing provider with an HTTP API. Names and paths differ: your provider documents its own. */
export class HttpFiscalProvider implements PayFiscalProvider {
  readonly id = '999'; // your provider's number at Viva.com

  constructor(
    private readonly address: string,
    private readonly token: string,
  ) {}

  async sign(request: object, call: Call): Promise<FiscalSignature> {
    const { text, signature, validUntil } = await this.#post('signatures', request, call);
    const end = typeof validUntil === 'string' ? { validUntil: new Date(validUntil) } : {};
    return { text: String(text), signature: String(signature), ...end };
  }

  async report(payment: FiscalPayment, call: Call): Promise<FiscalReport> {
    const { mark, url } = await this.#post('payments', payment, call);
    if (payment.document === null && mark === undefined) return {}; // an autonomous sale: no document, no MARK
    if (typeof mark !== 'string' || mark === '') throw new Error('the provider responded without a MARK');
    return { mark, ...(typeof url === 'string' && { url }) };
  }

  async cancel(signature: object | null, call: Call): Promise<void> {
    await this.#post('cancellations', { signature }, call);
  }

  /** The key makes a repeated call safe: the provider responds with its first result. */
  async #post(path: string, body: object, { key, signal }: Call): Promise<Record<string, unknown>> {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${this.token}`,
      'idempotency-key': key,
    };
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal };
    const response = await fetch(`${this.address}/${path}`, init);
    // The provider will never sign this sale, so it ends. Other errors are repeated.
    if (response.status === 422) throw new PayFiscalError('invalid', await response.text());
    // 202: the provider has not finished yet. After the error, the module repeats the call with its key.
    if (!response.ok || response.status === 202)
      throw new Error(`the provider responded with ${response.status}`);
    return (await response.json()) as Record<string, unknown>;
  }
}

@Controller('till')
export class GreekTillController {
  constructor(private readonly fiscal: PayFiscal) {}

  /** `id` comes from the page, so that a double click starts one sale. Prices contain 24 % VAT. */
  @Post('sales')
  sell(
    @Body() { id, terminalId, gross }: { id: string; terminalId: string; gross: number },
  ): Promise<PaySale> {
    const net = Math.round(gross / 1.24);
    const document = { type: '11.1', series: 'A', net, vat: gross - net, gross };
    return this.fiscal.sell({ id, terminalId, amount: gross, reference: `receipt-${id}`, document });
  }

  /** Paid, and not confirmed by the provider yet: show them to staff. */
  @Get('unreported')
  unreported(): Promise<PayFiscalSale[]> {
    return this.fiscal.list({ state: 'paid' });
  }
}

export function greekShop(store: PayInboxStore, provider: PayFiscalProvider) {
  @Module({
    imports: [
      ConfigModule.forRoot(), // reads .env
      PayModule.forRootAsync({ config: payConfig, tokens: 'shared' }), // credentials from the environment
      PayTillModule.forRoot({ store }), // for example postgresStore({ pool })
      PayFiscalModule.forRoot({ provider, issuer: { vatNumber: '123456789' } }),
    ],
    controllers: [GreekTillController],
  })
  class ShopModule {}
  return ShopModule;
}
// #endregion

export const run = async (): Promise<void> => {
  let now = new Date();
  const books = localFiscalProvider({ privateKey: AADE_TEST_KEY.privateKey, now: () => now });
  const server = createServer((request, response) => {
    void (async () => {
      const body = (await json(request)) as never;
      const call = { key: String(request.headers['idempotency-key']), signal: AbortSignal.timeout(1_000) };
      const done =
        request.url === '/signatures' ? await books.sign(body, call) : await books.report(body, call);
      response.end(JSON.stringify(done));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const provider = new HttpFiscalProvider(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    'token',
  );
  const database = await newPglite();
  const testing = await Test.createTestingModule({
    imports: [greekShop(pgliteStore(database), provider), PayTestingModule.forApp()],
  }).compile();
  const app = await testing.createNestApplication().init();
  const simulator = app.get(PayTestSimulator);
  const till = app.get(GreekTillController);
  const fiscal = app.get(PayFiscal, { strict: false });
  try {
    simulator.permissions.set({ useAade: true });
    now = new Date(simulator.clock.now());
    const { id } = await till.sell({ id: 'form-1', terminalId: '16000010', gross: 1_240 });
    await until(
      async () => {
        await simulator.clock.advance('1 second');
        now = new Date(simulator.clock.now());
        return (await fiscal.get(id))?.state === 'reported';
      },
      { everyMs: 20 },
    );
    expect(await fiscal.get(id)).toMatchObject({
      document: { number: 1, net: 1_000, vat: 240, gross: 1_240 },
      report: { mark: expect.any(String) },
    });
    const payments: FiscalPayment[] = [...books.payments.values()];
    expect(payments).toMatchObject([{ id, amount: 1_240, aadeTransactionId: expect.any(String) }]);
    expect(await till.unreported()).toEqual([]);
  } finally {
    await app.close();
    await database.close();
    server.close();
  }
};
