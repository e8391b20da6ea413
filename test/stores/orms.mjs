// Opens stores through the ORMs of an application, each of which is loaded when it is needed. The table "books" has an `id` and the number of `times` that it was written.
import { prismaIdempotency, prismaStore } from 'nestjs-pay/prisma';
import { sqlIdempotency, sqlStore } from 'nestjs-pay/postgres';
import { typeormIdempotency, typeormStore } from 'nestjs-pay/typeorm';
import { readFileSync } from 'node:fs';
import { Pool } from 'pg';

export const ORMS = ['typeorm', 'prisma', 'drizzle', 'knex'];
export const BOOKS = 'create table books (id text primary key, times int not null)';

/**
 * @param {string} name - One of `ORMS`.
 * @param {string} url - Database with the table "books".
 * @param {{ drizzleDatabase, knexDatabase }} recipes - The functions of docs/examples/guides.
 */
export function openOrm(name, url, recipes) {
  return { typeorm: openTypeorm, prisma: openPrisma, drizzle: openDrizzle, knex: openKnex }[name](
    url,
    recipes,
  );
}

async function openTypeorm(url) {
  const { DataSource, EntitySchema } = await import('typeorm');
  const Book = new EntitySchema({
    name: 'books',
    columns: { id: { type: 'text', primary: true }, times: { type: 'int' } },
  });
  const dataSource = await new DataSource({
    type: 'postgres',
    url,
    entities: [Book],
    poolSize: 10,
  }).initialize();
  return {
    inbox: (options) => typeormStore(dataSource, options),
    idempotency: (options) => typeormIdempotency(dataSource, options),
    async write(manager, id) {
      const book = await manager.findOneBy(Book, { id });
      await manager.save(Book, { id, times: (book?.times ?? 0) + 1 });
    },
    run: (manager, text) => manager.query(text),
    nested: (manager, work) => manager.transaction(work),
    end: {
      commit: (manager) => manager.queryRunner.commitTransaction(),
      rollback: (manager) => manager.queryRunner.rollbackTransaction(),
    },
    close: () => dataSource.destroy(),
  };
}

async function openPrisma(url) {
  const { PrismaPg } = await import('@prisma/adapter-pg');
  const { default: runtime } = await import('@prisma/client/runtime/client');
  // What the generated client does. `prisma generate` has written prisma-client.json, as a part of internal/class.ts.
  const config = JSON.parse(readFileSync(new URL('./prisma-client.json', import.meta.url), 'utf8'));
  config.compilerWasm = {
    getRuntime: () => import('@prisma/client/runtime/query_compiler_fast_bg.postgresql.mjs'),
    async getQueryCompilerWasmModule() {
      const { wasm } =
        await import('@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.mjs');
      return new WebAssembly.Module(Buffer.from(wasm, 'base64'));
    },
    importName: './query_compiler_fast_bg.js',
  };
  const PrismaClient = runtime.getPrismaClient(config);
  const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: url }) });
  return {
    inbox: (options) => prismaStore(prisma, options),
    idempotency: (options) => prismaIdempotency(prisma, options),
    write: (tx, id) =>
      tx.book.upsert({ where: { id }, create: { id, times: 1 }, update: { times: { increment: 1 } } }),
    run: (tx, text) => tx.$executeRawUnsafe(text),
    nested: (tx, work) => tx.$transaction(work),
    close: () => prisma.$disconnect(),
  };
}

async function openDrizzle(url, { drizzleDatabase }) {
  const { sql } = await import('drizzle-orm');
  const { drizzle } = await import('drizzle-orm/node-postgres');
  const { integer, pgTable, text } = await import('drizzle-orm/pg-core');
  const books = pgTable('books', { id: text().primaryKey(), times: integer().notNull() });
  const pool = new Pool({ connectionString: url });
  const database = drizzleDatabase(pool, (connection) => drizzle(connection));
  return {
    inbox: (options) => sqlStore(database, options),
    idempotency: (options) => sqlIdempotency(database, options),
    write: (tx, id) =>
      tx
        .insert(books)
        .values({ id, times: 1 })
        .onConflictDoUpdate({ target: books.id, set: { times: sql`${books.times} + 1` } }),
    run: (tx, text) => tx.execute(sql.raw(text)),
    nested: (tx, work) => tx.transaction(work),
    close: () => pool.end(),
  };
}

async function openKnex(url, { knexDatabase }) {
  const { default: createKnex } = await import('knex');
  const knex = createKnex({ client: 'pg', connection: url });
  const database = knexDatabase(knex);
  return {
    inbox: (options) => sqlStore(database, options),
    idempotency: (options) => sqlIdempotency(database, options),
    write: (trx, id) =>
      trx('books')
        .insert({ id, times: 1 })
        .onConflict('id')
        .merge({ times: knex.raw('books.times + 1') }),
    run: (trx, text) => trx.raw(text),
    nested: (trx, work) => trx.transaction(work),
    end: { commit: (trx) => trx.commit(), rollback: (trx) => trx.rollback() },
    close: () => knex.destroy(),
  };
}
