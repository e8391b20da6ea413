import { AsyncLocalStorage } from 'node:async_hooks';

/** Method of TypeORM, Drizzle and Knex that runs a function in a nested transaction, which is a savepoint. Prisma watches its own. */
const METHOD = 'transaction';
const OPEN =
  'a nested transaction is still open after the handlers have ended, so nothing is committed: await each nested transaction';
const SIDE_BY_SIDE =
  'run one nested transaction at a time: the first of two side by side can roll back or commit what the second one wrote. ' +
  'Await each one before you begin the next';

/** A nested transaction whose function is running, and the one around it, which can be that of another transaction. */
interface Running {
  readonly owner: NestedTransactions;
  readonly outer: Running | undefined;
}
const current = new AsyncLocalStorage<Running>();

/** Watches the nested transactions of one transaction, because PostgreSQL has only one stack of savepoints for all of them. */
export class NestedTransactions {
  readonly #open: Running[] = [];
  readonly #watched = new WeakSet();
  #wereSideBySide = false;

  /** Replaces the methods of a transaction of an ORM that begin a nested one. */
  watch(transaction: unknown): void {
    const isObject = typeof transaction === 'object' || typeof transaction === 'function';
    if (!isObject || transaction === null || this.#watched.has(transaction)) return;
    this.#watched.add(transaction);
    const begin: unknown = Reflect.get(transaction, METHOD);
    if (typeof begin !== 'function') return;
    const value = (...values: unknown[]): unknown => {
      const call = (own: unknown[]): unknown => Reflect.apply(begin, transaction, own) as unknown;
      return values.some(isFunction) ? this.#run(call, values) : call(values);
    };
    Reflect.defineProperty(transaction, METHOD, { value, configurable: true, writable: true });
  }

  /** @throws Error if a nested transaction has not ended, or if two were side by side. */
  requireEnded(): void {
    if (this.#wereSideBySide) throw new Error(SIDE_BY_SIDE);
    if (this.#open.length > 0) throw new Error(OPEN);
  }

  async #run(call: (values: unknown[]) => unknown, values: unknown[]): Promise<unknown> {
    let around = current.getStore();
    while (around !== undefined && around.owner !== this) around = around.outer;
    if (around !== this.#open.at(-1)) {
      this.#wereSideBySide = true;
      throw new Error(SIDE_BY_SIDE);
    }
    const own = { owner: this, outer: current.getStore() };
    this.#open.push(own);
    const watched = values.map((value) =>
      isFunction(value)
        ? (nested: unknown, ...rest: unknown[]): unknown => {
            this.watch(nested);
            return value(nested, ...rest);
          }
        : value,
    );
    try {
      return await current.run(own, () => call(watched));
    } finally {
      this.#open.splice(this.#open.indexOf(own), 1);
    }
  }
}

function isFunction(value: unknown): value is (...values: unknown[]) => unknown {
  return typeof value === 'function';
}
