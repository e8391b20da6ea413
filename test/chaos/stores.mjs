// The stores that the chaos test knows, by name. `exactlyOnce`: the effect is written in the store's own transaction. Where the
// store has none, the app writes it in a transaction of its books' own together with the event's key, which tells a repeat.
import { postgresStore } from 'nestjs-pay/postgres';
import { redisStore } from 'nestjs-pay/redis';

export const STORES = {
  postgres: { exactlyOnce: true, open: ({ pool, schema }) => postgresStore({ pool, schema }) },
  redis: { exactlyOnce: false, open: ({ redisUrl }) => redisStore({ connection: { url: redisUrl } }) },
};
