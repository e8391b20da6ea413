// The stores that the chaos test knows, by name. `exactlyOnce`: the effect is written in the store's own transaction. A store
// without (Redis) is added here with `exactlyOnce: false`: its app then books in a transaction of the books' database, by the
// event's key, and the test holds it to what a crash may cost there: no effect lost, none written twice, attempts repeated.
import { postgresStore } from 'nestjs-pay/postgres';

export const STORES = {
  postgres: { exactlyOnce: true, open: ({ pool, schema }) => postgresStore({ pool, schema }) },
};
