// The durable inbox with workers and a handler that does nothing.
import { durableInbox } from 'nestjs-pay';
import { postgresStore } from 'nestjs-pay/postgres';
import { measureHandled } from '../measure-handled.mjs';

measureHandled({
  createInbox: ({ pool, schema }) => durableInbox({ store: postgresStore({ pool, schema }) }),
});
