// A process with a till, which the test kills. It does what the test sends, and books each end in the transaction that stores it.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PayModule, PayTransaction } from 'nestjs-pay';
import { postgresStore } from 'nestjs-pay/postgres';
import { OnPaySale, PayTill, PayTillModule } from 'nestjs-pay/till';
import { Pool } from 'pg';

const { url, wallet, start, speed } = JSON.parse(process.env.PAY_TILL_APP);
// Ends the process when the test process has ended.
process.on('disconnect', () => process.exit());
const pool = new Pool({ connectionString: url, max: 6 });

class Books {
  async book(sale, db) {
    await db.query('insert into books (sale_id, state) values ($1, $2)', [sale.id, sale.state]);
  }
}
OnPaySale()(Books.prototype, 'book', Object.getOwnPropertyDescriptor(Books.prototype, 'book'));
PayTransaction()(Books.prototype, 'book', 1);

// Time runs faster than on the clock, in step with the simulator's.
const now = () => new Date(start + (Date.now() - start) * speed);
class AppModule {}
Module({
  imports: [
    PayModule.forRoot({ wallet, tokens: 'shared' }),
    PayTillModule.forRoot({ store: postgresStore({ pool, schema: 'shop', now }), pollMs: 100 }),
  ],
  providers: [Books],
})(AppModule);

const app = await NestFactory.create(AppModule, { logger: false });
await app.init();
const till = app.get(PayTill, { strict: false });
process.on('message', ({ method, args }) => {
  // A terminal that is in use, and a sale that has ended, are refused.
  till[method](...args).catch(() => undefined);
});
process.send('ready');
