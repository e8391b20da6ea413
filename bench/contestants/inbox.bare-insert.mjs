// The minimum that stores a delivery once: one statement for all deliveries that arrived during the previous statement.
import { measureInbox, runInFlight } from '../measure-inbox.mjs';

measureInbox(async ({ pool, schema }) => {
  await pool.query(
    `create table ${schema}.deliveries (id bigint generated always as identity primary key, key text unique, delivery text)`,
  );
  let waiting = [];
  let running = false;
  const send = async () => {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await pool.query(
        `insert into ${schema}.deliveries (key, delivery) select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
        [batch.map(({ delivery }) => delivery.key), batch.map(({ delivery }) => JSON.stringify(delivery))],
      );
      for (const { resolve } of batch) resolve();
    }
    running = false;
  };
  const add = (delivery) =>
    new Promise((resolve) => {
      waiting.push({ delivery, resolve });
      if (!running) void send();
    });
  return { run: (deliveries, inFlight) => runInFlight(deliveries, inFlight, add) };
});
