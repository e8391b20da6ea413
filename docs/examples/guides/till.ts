import { expect } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { pgliteStore } from 'nestjs-pay/pglite';
import { PayTestingModule, PayTestSimulator } from 'nestjs-pay/testing';
import { newPglite } from '../../../test/pglite.js';
import { until } from '../../../test/until.js';
// #region example
import { Body, Controller, Get, Injectable, Module, Param, Post, Sse } from '@nestjs/common';
import type { MessageEvent } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { payConfig, PayModule, PayTransaction } from 'nestjs-pay';
import type { PayInboxStore } from 'nestjs-pay';
import type { SqlSession } from 'nestjs-pay/postgres';
import { OnPaySale, PayTill, PayTillModule } from 'nestjs-pay/till';
import type { PaySale } from 'nestjs-pay/till';
import { map } from 'rxjs';
import type { Observable } from 'rxjs';

@Controller('till')
export class TillController {
  constructor(private readonly till: PayTill) {}

  /** `id` comes from the page, so that a double click starts one sale. */
  @Post('sales')
  sell(
    @Body() { id, terminalId, amount }: { id: string; terminalId: string; amount: number },
  ): Promise<PaySale> {
    return this.till.sell({ id, terminalId, amount, currencyCode: '978', reference: `receipt-${id}` });
  }

  /** The page listens with `new EventSource('/till/sales/<id>')`, also after a refresh. */
  @Sse('sales/:id')
  watch(@Param('id') id: string): Observable<MessageEvent> {
    return this.till.sale$(id).pipe(map((data) => ({ data })));
  }

  @Post('sales/:id/abort')
  abort(@Param('id') id: string): Promise<PaySale> {
    return this.till.abort(id);
  }

  @Post('sales/:id/refund')
  refund(@Param('id') id: string): Promise<PaySale> {
    return this.till.refund(id);
  }

  @Get('open-questions')
  openQuestions(): Promise<PaySale[]> {
    return this.till.list({ state: 'needs-a-person' });
  }
}

@Injectable()
export class Receipts {
  /** Commits together with the end of the sale, so each paid sale is booked once. */
  @OnPaySale('paid')
  async paid(sale: PaySale, @PayTransaction() db: SqlSession): Promise<void> {
    await db.query('insert into receipts (sale, kind, amount) values ($1, $2, $3)', [
      sale.id,
      sale.kind,
      sale.amount,
    ]);
  }
}

export function shopWithTill(store: PayInboxStore) {
  @Module({
    imports: [
      ConfigModule.forRoot(), // reads .env
      PayModule.forRootAsync({ config: payConfig, tokens: 'shared' }), // credentials from the environment
      PayTillModule.forRoot({ store }), // for example postgresStore({ pool })
    ],
    controllers: [TillController],
    providers: [Receipts],
  })
  class ShopModule {}
  return ShopModule;
}
// #endregion

const TERMINAL = '16000010';

export const run = async (): Promise<void> => {
  const database = await newPglite();
  await database.exec('create table receipts (sale text, kind text, amount int)');
  const testing = await Test.createTestingModule({
    imports: [shopWithTill(pgliteStore(database)), PayTestingModule.forApp()],
  }).compile();
  const app = await testing.createNestApplication().init();
  const till = app.get(TillController);
  const ended = async (id: string): Promise<PaySale | null> => {
    const read = (): Promise<PaySale | null> => app.get(PayTill, { strict: false }).get(id);
    const isOver = async (): Promise<boolean> => {
      await app.get(PayTestSimulator).clock.advance('1 second');
      return (await read())?.state !== 'open';
    };
    await until(isOver, { everyMs: 20 });
    return read();
  };
  try {
    const { id } = await till.sell({ id: 'form-1', terminalId: TERMINAL, amount: 1170 });
    expect((await till.sell({ id: 'form-1', terminalId: TERMINAL, amount: 1170 })).id).toBe(id);
    expect(await ended(id)).toMatchObject({ state: 'paid', amount: 1170 });
    const refund = await till.refund(id);
    expect(await ended(refund.id)).toMatchObject({ state: 'paid', kind: 'refund' });
    const { rows } = await database.query('select kind, amount from receipts');
    expect(rows).toEqual([
      { kind: 'sale', amount: 1170 },
      { kind: 'refund', amount: 1170 },
    ]);
    expect(await till.openQuestions()).toEqual([]);
  } finally {
    await app.close();
    await database.close();
  }
};
