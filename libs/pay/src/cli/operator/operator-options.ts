import { PayISV } from '../../clients/pay-isv.js';
import { PayWallet } from '../../clients/pay-wallet.js';
import type { PayISVOptions, PayWalletOptions } from '../../clients/client-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { textOf } from '../../nest/options/environment.js';
import { asUsage, readTimeout, throwUsage } from '../arguments.js';
import { CommandError, UsageError } from '../command.js';
import type { CommandIo } from '../command.js';
import type { DatabaseValues } from '../database-command.js';
import { readEnvironment } from '../env-file.js';
import { clientsOf } from '../environment.js';
import type { OpenRecords, openRecords } from './application-records.js';

/** Variables of the credentials that the reads of an order need. */
const MERCHANT = ['PAY_CLIENT_ID', 'PAY_CLIENT_SECRET', 'PAY_MERCHANT_ID', 'PAY_API_KEY'];
const DEFAULT_TIMEOUT_MS = 30_000;

/** The clients that the environment configures. */
type CommandClients = ReturnType<typeof clientsIn>;

/** What the commands read from. */
export interface OperatorContext extends CommandClients {
  /** Options of each call. */
  call: { timeoutMs: number };
  /** Null if no database is configured. */
  records: OpenRecords | null;
}

/** Runs a command with the configured clients, and closes them. */
export async function withClients(
  envFile: string | undefined,
  io: CommandIo,
  run: (clients: CommandClients) => Promise<number>,
): Promise<number> {
  const opened: (PayWallet | PayISV)[] = [];
  try {
    return await run(clientsIn(readEnvironment(envFile, io).env, opened));
  } finally {
    await Promise.all(opened.map((client) => client.close()));
  }
}

/** @param opened - Gets each client that is created. */
function clientsIn(env: CommandIo['env'], opened: (PayWallet | PayISV)[]) {
  const open = <Client extends PayWallet | PayISV>(create: () => Client): Client => {
    const client = asUsage(create);
    opened.push(client);
    return client;
  };
  const wallet = (own: Partial<PayWalletOptions> = {}) =>
    open(() => new PayWallet({ ...clientsOf(env).wallet, ...own } as PayWalletOptions));
  const clientId = textOf(env, 'PAY_DATA_SERVICES_CLIENT_ID');
  const clientSecret = textOf(env, 'PAY_DATA_SERVICES_CLIENT_SECRET');
  return {
    env,
    /** Returns the merchant's client. @throws UsageError naming the missing variables. */
    merchant() {
      const missing = MERCHANT.filter((variable) => textOf(env, variable) === '').join(', ');
      if (missing !== '') throw new UsageError(`set ${missing} in the environment or in .env`);
      return wallet();
    },
    /** Returns the merchant's client with the credentials of the Data Services; null if they are not set. */
    reports: () => (clientId && clientSecret ? wallet({ clientId, clientSecret }) : null),
    /** Returns the ISV's client. @throws UsageError naming the missing options. */
    isv: () => open(() => new PayISV({ ...clientsOf(env).isv } as PayISVOptions)),
  };
}

/** Runs a command with the configured clients and database, and closes them. */
export function withContext(
  values: DatabaseValues,
  io: CommandIo,
  open: typeof openRecords,
  run: (context: OperatorContext) => Promise<number>,
): Promise<number> {
  return withClients(values['env-file'], io, async (clients) => {
    const timeoutMs = readTimeout(values.timeout) ?? DEFAULT_TIMEOUT_MS;
    const url = values['database-url'] ?? textOf(clients.env, 'DATABASE_URL');
    const records = url ? await open({ url, schema: values.schema, timeoutMs }).catch(throwUsage) : null;
    try {
      return await run({ ...clients, call: { timeoutMs }, records });
    } finally {
      await records?.close();
    }
  });
}

/** Returns the data of a response, or null if the service does not have it. */
export function dataOf<Data>(result: MethodReturn<Data>): Data | null {
  if (result.success) return result.data;
  if (result.code === 'notfound') return null;
  if (result.code === 'validationerror') throw new UsageError(result.message);
  throw new CommandError(result.message);
}
