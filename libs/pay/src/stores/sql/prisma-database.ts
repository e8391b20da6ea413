import { objectWith, requireOptions } from '../../core/options/option-rules.js';
import type { SqlDatabase, SqlSession } from './sql-store.js';

/** The inbox limits the time of handlers, so Prisma's own limit must be longer than any `handlerTimeoutMs`. */
const TRANSACTION_MS = 86_400_000;
/** How long a transaction waits for a connection. Prisma's default of two seconds is shorter than a busy moment. */
const CONNECTION_MS = 10_000;

/** The part of a Prisma transaction that a store uses. */
export interface PrismaTransaction {
  /** Runs one statement. */
  $queryRawUnsafe<Rows>(text: string, ...values: unknown[]): PromiseLike<Rows>;
}

/** The part of a `PrismaClient` that a store uses. */
export interface PrismaDatabase<Transaction extends PrismaTransaction> extends PrismaTransaction {
  /** Commits if `run` resolves, and rolls back if it rejects. */
  $transaction<Result>(
    run: (transaction: Transaction) => Promise<Result>,
    options?: { maxWait?: number; timeout?: number; isolationLevel?: 'ReadCommitted' },
  ): Promise<Result>;
}

const RULES = {
  prisma: { ...objectWith('$queryRawUnsafe', '$transaction'), required: 'pass a PrismaClient' },
};

/** Adapts a Prisma client to the interface of SQL stores. @throws RangeError if `prisma` is not a client. */
export function prismaDatabase<Transaction extends PrismaTransaction>(
  prisma: PrismaDatabase<Transaction>,
): SqlDatabase<Transaction> {
  requireOptions(RULES, { prisma }, '');
  return {
    ...sessionOf(prisma),
    transaction: (run) =>
      prisma.$transaction((transaction) => run(sessionOf(transaction), transaction), {
        timeout: TRANSACTION_MS,
        maxWait: CONNECTION_MS,
        isolationLevel: 'ReadCommitted',
      }),
  };
}

function sessionOf(prisma: PrismaTransaction): SqlSession {
  return {
    async query<Row>(text: string, values: unknown[] = []) {
      try {
        return { rows: await prisma.$queryRawUnsafe<Row[]>(text, ...values.map(withOffset)) };
      } catch (error) {
        throw postgresError(error);
      }
    },
  };
}

/** Prisma sends a `Date` as UTC without an offset, and PostgreSQL would read it in the time zone of the session. */
const withOffset = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withOffset);
  return value instanceof Date ? value.toISOString() : value;
};

interface PrismaError {
  meta?: { driverAdapterError?: { cause?: { originalCode?: unknown; originalMessage?: unknown } } };
}

/** Returns PostgreSQL's own error with its code, if an error of Prisma contains it. */
function postgresError(error: unknown): unknown {
  const { originalCode: code, originalMessage: message } =
    (error as PrismaError | null)?.meta?.driverAdapterError?.cause ?? {};
  if (typeof code !== 'string' || typeof message !== 'string') return error;
  return Object.assign(new Error(message, { cause: error }), { code });
}
