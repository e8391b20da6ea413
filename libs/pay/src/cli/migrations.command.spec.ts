import { expect, it } from '@jest/globals';
import { run } from './migrations.command.js';

const print = async (...args: string[]): Promise<string> => {
  let printed = '';
  await run(['--print', ...args], { out: (text: string) => (printed += text) } as never);
  return printed;
};

it.each(['inbox', 'idempotency', 'till', 'subscriptions', 'splits', 'fiscal'])(
  'prints SQL that deletes each table of %s that it creates',
  async (store) => {
    const [created, deleted] = [await print('--only', store), await print('--only', store, '--down')];
    const tables = [...created.matchAll(/create table (?:if not exists )?("\w+"\.\w+)/g)].map(
      ([, table]) => table,
    );
    expect(tables.length).toBeGreaterThan(1);
    for (const table of tables) expect(deleted).toMatch(new RegExp(`drop table[^;]*${table}\\b`));
  },
);
