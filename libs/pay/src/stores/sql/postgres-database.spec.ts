import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { pgliteDatabase } from './pglite-database.js';
import { postgresDatabase } from './postgres-database.js';
import { prismaDatabase } from './prisma-database.js';
import { typeormDatabase } from './typeorm-database.js';
import type { PostgresClient, PostgresPool } from './postgres-database.js';

class Pool extends EventEmitter implements PostgresPool<PostgresClient> {
  connect(): Promise<PostgresClient> {
    return Promise.reject(new Error('there is no server'));
  }
  query(): Promise<{ rows: unknown[] }> {
    return Promise.resolve({ rows: [] });
  }
}

describe('stores on one pool', () => {
  it('share one listener of each kind, so that many stores cause no leak warning', () => {
    const pool = new Pool();
    for (let store = 0; store < 20; store++) postgresDatabase(pool);
    expect(pool.listenerCount('error')).toBe(1);
    expect(pool.listenerCount('acquire')).toBe(1);
    // Without a listener, this would be thrown.
    expect(() => pool.emit('error', new Error('the server went away'))).not.toThrow();
  });

  it('add one listener to each of several pools', () => {
    const [first, second] = [new Pool(), new Pool()];
    postgresDatabase(first);
    postgresDatabase(second);
    expect([first, second].map((pool) => pool.listenerCount('error'))).toEqual([1, 1]);
  });
});

it('knows the maximum of the pool of TypeORM in each of its forms', () => {
  const connectionsOf = (options: object): unknown => {
    const methods = { createQueryRunner: () => undefined, transaction: () => undefined };
    return typeormDatabase({ ...methods, options: { type: 'postgres', ...options } } as never).connections;
  };
  expect(connectionsOf({ poolSize: 5 })).toBe(5);
  expect(connectionsOf({ poolSize: 20, extra: { max: 5 } })).toBe(5);
  expect(connectionsOf({ extra: { statement_timeout: 1 } })).toBeUndefined();
});

describe('a store without a database', () => {
  it('throws an error that names the missing or invalid option', () => {
    expect(() => postgresDatabase(undefined as never)).toThrow('pool is missing: pass a Pool of pg');
    expect(() => postgresDatabase('postgres://localhost' as never)).toThrow(
      "pool must be an object with the methods connect, query and on (received 'postgres://localhost')",
    );
    expect(() => postgresDatabase(new Client() as never)).toThrow('pool must be a Pool of pg, not a Client');
    expect(() => pgliteDatabase(undefined as never)).toThrow('database is missing: pass a PGlite database');
    expect(() => prismaDatabase({} as never)).toThrow(
      'prisma must be an object with the methods $queryRawUnsafe and $transaction (received an object)',
    );
    const methods = { createQueryRunner: () => undefined, transaction: () => undefined };
    expect(() => typeormDatabase({ ...methods, options: { type: 'mysql' } } as never)).toThrow(
      "dataSource.options.type must be 'postgres' (received 'mysql')",
    );
  });
});
