import { afterAll, describe, expect, it } from '@jest/globals';
import { unwrap } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import { Pool } from 'pg';
import { GOOD_CARD } from '../cards.js';
import { labelsOf, OperatorShop } from '../e2e/operator-shop.js';
import { newPglite } from '../pglite.js';
import { createDatabase, POSTGRES_URL } from './databases.js';

const DAY_MS = 86_400_000;
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const DATABASES = {
  PGlite: newPglite,
  PostgreSQL: async () => {
    const { url, client } = await createDatabase('operator_limit');
    closing.push(() => client.end());
    return new Pool({ connectionString: url, max: 8 });
  },
};

const names = Object.keys(DATABASES) as (keyof typeof DATABASES)[];
const available = names.filter((name) => name === 'PGlite' || POSTGRES_URL !== undefined);

describe.each(available)('the limit of a person in %s', (name) => {
  it('holds for two payments of an order that the person confirms at the same moment, in two processes', async () => {
    const simulator = await createPaySimulator({ seed: `limit ${name}`, clock: 'manual' });
    closing.push(() => simulator.close());
    const db = await DATABASES[name]();
    closing.push(() => (db instanceof Pool ? db.end() : db.close()));
    const shops: OperatorShop[] = [];
    for (let count = 0; count < 2; count++) {
      const shop = await new OperatorShop(simulator).start({ db });
      closing.push(() => shop.close());
      shops.push(shop);
    }
    const [one, two] = shops as [OperatorShop, OperatorShop];
    for (let round = 0; round < 4; round++) {
      const { payments } = one.pay;
      const { orderCodeText: orderCode } = unwrap(await payments.createOrder({ amount: 1_500 }));
      unwrap(await payments.updateOrder(orderCode, { disablePaidState: true }));
      const ids = [1, 2].map(() => {
        const outcome = simulator.checkout.pay(orderCode, GOOD_CARD);
        return outcome.kind === 'approved' ? outcome.transaction.id : outcome.kind;
      });
      await simulator.clock.advance(DAY_MS);
      const actions: string[] = [];
      for (const id of ids)
        actions.push(
          await one.as('support').plan(orderCode, { kind: 'refund', transactionId: id, amount: '15' }),
        );
      const pages = await Promise.all(
        actions.map((action, at) => (at === 0 ? one : two).as('support').confirm(action)),
      );
      expect(pages.filter((page) => page.includes('your limit for one payment is €20.00'))).toHaveLength(1);
      expect(pages.flatMap(labelsOf)).toEqual(['Done']);
      const refunded = ids.map((id) => simulator.transactions.get(id).refunded);
      expect(refunded.sort((first, second) => first - second)).toEqual([0, 1_500]);
      // The other one is still planned: somebody with a higher limit may confirm it.
      const states = await Promise.all(
        actions.map(async (action) => (await one.as('boss').json<{ state: string }>(action)).state),
      );
      expect(states.sort()).toEqual(['done', 'planned']);
    }
  });
});
