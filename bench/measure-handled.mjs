// A durable inbox with its workers: measured until the last delivery was handled.
import { durableInbox } from 'nestjs-pay';
import { postgresStore } from 'nestjs-pay/postgres';
import { inFlightOf, measureInbox } from './measure-inbox.mjs';

export function measureHandled({ needsTransaction, handle }) {
  measureInbox(async ({ pool, schema }) => {
    await pool.query('create table if not exists effects (id text)');
    let left = 0;
    let done;
    const inbox = durableInbox({ store: postgresStore({ pool, schema }) });
    await inbox.start({
      process: (delivery) =>
        Promise.resolve({
          needsTransaction,
          run: (db) => handle(db, delivery),
          handled: () => --left === 0 && done(),
        }),
      logger: console,
    });
    return {
      run: async (deliveries, inFlight) => {
        left = deliveries.length;
        const handled = new Promise((resolve) => (done = resolve));
        await inFlightOf(deliveries, inFlight, (delivery) => inbox.receive(delivery));
        await handled;
      },
      close: () => inbox.stop(),
    };
  });
}
