// The clients declare DTOs.
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { resolve as pathOf } from 'node:path';
import type { ResolvedOutcome } from '../../areas/resolved-outcome.js';
import { localMeta } from '../../core/operation/failure.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { isObject } from '../../core/values/plain-data.js';
import { printableText } from '../../core/values/printable-text.js';
import { loggableText } from '../../core/values/redaction.js';
import { readArguments } from '../arguments.js';
import { CommandError, jsonText, UsageError } from '../command.js';
import type { CommandIo } from '../command.js';
import { openRecords } from './application-records.js';
import { RESOLVE_OPTIONS, RESOLVE_USAGE } from '../help.generated.js';
import { dataOf, withContext } from './operator-options.js';
import type { OperatorContext } from './operator-options.js';
import { transactionReport, transactionText } from './order-report.js';

export const usage = RESOLVE_USAGE;

export async function run(args: string[], io: CommandIo, open = openRecords): Promise<number> {
  const { values, positionals } = readArguments(args, RESOLVE_OPTIONS);
  const [name = '', ...more] = positionals;
  if (name === '' || more.length > 0)
    throw new UsageError('resolve: expected one file with a result, or one idempotency key');
  const saved = readResult(pathOf(io.folder, name), name);
  return withContext(values, io, open, async (context) => {
    const outcome = saved === null ? await ofKey(name, context) : await ofResult(saved, context);
    const { state, next, order, session } = outcome;
    const transaction = outcome.transaction && transactionReport(outcome.transaction);
    const candidates = outcome.candidates.map(transactionReport);
    const data = {
      ...{ state, next: loggableText(next), transaction, candidates },
      orderState: order?.StateId ?? null,
      session: session && { sessionId: session.sessionId, success: session.success },
    };
    const rows = transaction === null ? candidates : [transaction];
    io.out(values.json ? jsonText(data) : `${state}: ${data.next}\n${rows.map(transactionText).join('')}`);
    return state === 'unknown' ? 1 : 0;
  });
}

/** Reads a saved result; null if there is no such file, so that the argument is a key. */
function readResult(path: string, name: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    if (name.endsWith('.json'))
      throw new UsageError(`resolve: the file ${printableText(name)} cannot be read`);
    return null;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UsageError(`resolve: ${printableText(name)} must contain the whole failed result as JSON`);
  }
}

async function ofKey(key: string, context: OperatorContext): Promise<ResolvedOutcome> {
  if (context.records === null)
    throw new UsageError(
      `resolve: ${printableText(key)} is no file. To look up an idempotency key, set --database-url or DATABASE_URL ` +
        'to the PostgreSQL database of the keys',
    );
  const { record, now } = await context.records.call(key);
  if (record === null) throw new CommandError(`no call has the idempotency key ${printableText(key)}`);
  const { state, leasedUntil, outcomeLookup, transactionId } = record;
  if (state === 'done')
    return known(
      'done',
      `The call succeeded${transactionId === null ? '' : `: transaction ${transactionId}`}.`,
    );
  if (leasedUntil > now) return known('unknown', 'The call is in progress. Look it up again later.');
  return ofResult(
    { success: false, error: { outcome: 'unknown', outcomeLookup }, meta: localMeta('the call') },
    context,
  );
}

async function ofResult(result: unknown, context: OperatorContext): Promise<ResolvedOutcome> {
  const client = clientOf(result) === 'isv' ? context.isv() : context.merchant();
  const resolved = await client.transactions.resolveOutcome(
    result as MethodReturn<unknown, string>,
    context.call,
  );
  return dataOf(resolved) ?? known('unknown', resolved.message);
}

/** Returns the client whose credentials the lookup needs. */
function clientOf(result: unknown): unknown {
  const error = isObject(result) ? result['error'] : undefined;
  const lookup = isObject(error) ? error['outcomeLookup'] : undefined;
  return isObject(lookup) ? lookup['client'] : undefined;
}

function known(state: ResolvedOutcome['state'], next: string): ResolvedOutcome {
  return { state, next, transaction: null, order: null, session: null, candidates: [] };
}
