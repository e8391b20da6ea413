// The durable inbox without workers: what a webhook does before it responds with 200.
import { durableInbox } from 'nestjs-pay';
import { postgresStore } from 'nestjs-pay/postgres';
import { measureInbox, runInFlight } from '../measure-inbox.mjs';

measureInbox(async ({ pool, schema }) => {
  const inbox = durableInbox({ store: postgresStore({ pool, schema }), concurrency: 0 });
  await inbox.start({ process: () => Promise.reject(new Error('unused')), logger: console });
  return {
    run: (deliveries, inFlight) => runInFlight(deliveries, inFlight, (delivery) => inbox.receive(delivery)),
    close: () => inbox.stop(),
  };
});
