// Measures a durable inbox with workers until the last delivery is handled.
import { durableInbox } from 'nestjs-pay';
import { postgresStore } from 'nestjs-pay/postgres';
import { measureInbox, runInFlight } from './measure-inbox.mjs';

export function measureHandled({ needsTransaction, handle }) {
  measureInbox(async ({ pool, schema }) => {
    await pool.query('create table if not exists effects (id text)');
    let left = 0;
    let done;
    const inbox = durableInbox({ store: postgresStore({ pool, schema }) });
    await inbox.start({
      confirm: (delivery) => Promise.resolve({ outcome: 'confirmed', delivery, isConfirmed: true }),
      handlersOf: (delivery) => ({
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
        await runInFlight(deliveries, inFlight, (delivery) => inbox.receive(delivery));
        await handled;
      },
      close: () => inbox.stop(),
    };
  });
}
