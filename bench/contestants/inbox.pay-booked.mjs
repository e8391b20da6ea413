// The durable inbox with a handler that writes a row in the transaction that marks the event as handled.
import { durableInbox } from 'nestjs-pay';
import { postgresStore } from 'nestjs-pay/postgres';
import { measureHandled } from '../measure-handled.mjs';

measureHandled({
  createInbox: async ({ pool, schema }) => {
    await pool.query('create table if not exists effects (id text)');
    return durableInbox({ store: postgresStore({ pool, schema }) });
  },
  needsTransaction: true,
  handle: (db, { event }) => db.query('insert into effects values ($1)', [event.data.TransactionId]),
});
