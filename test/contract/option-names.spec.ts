import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { MethodReturn } from 'nestjs-pay/client';
import { builtRows, callRow, clientsAt } from './contract-calls.js';
import { optionFields } from './contract.js';
import type { ContractRow } from './contract.js';

/** A service at which no call may arrive. */
const clients = clientsAt('http://127.0.0.1:9');

/** Expects that nothing was sent, and returns the problem of a field. */
function problemOf(result: MethodReturn<unknown, string>, field: string): string | undefined {
  expect(result).toMatchObject({
    success: false,
    code: 'validationerror',
    error: { outcome: 'not-sent' },
    meta: { attempts: 0 },
  });
  return result.success ? undefined : result.error.fields.find((one) => one.field === field)?.problem;
}

const hasOptions = ({ operation, client }: ContractRow): boolean =>
  optionFields(operation).length > 0 ||
  (client === 'PayISV' && (operation.auth === 'reseller' || operation.path.includes('{')));

describe.each(builtRows.map((row) => [row.name, row] as const))('%s', (_name, row) => {
  if (hasOptions(row)) {
    it.each([1, undefined])('rejects an unknown option with the value %p', async (value) => {
      const result = await callRow(row, clients, { more: { unheardOf: value } });
      expect(problemOf(result, 'unheardOf')).toMatch(/^is not an option: leave it out/);
    });

    it.each(['idempotencyKey', 'timeoutMs', 'signal', 'maxRetries', 'extra'])(
      'says that %s belongs in the last argument',
      async (name) => {
        const result = await callRow(row, clients, { more: { [name]: 'x' } });
        expect(problemOf(result, name)).toBe('belongs in the last argument, not among the options');
      },
    );
  }

  it('rejects an unknown name in the last argument', async () => {
    const result = await callRow(row, clients, { call: { idempotencykey: 'x' } });
    expect(problemOf(result, 'idempotencykey')).toBe('is not an option: did you mean idempotencyKey?');
  });

  it('rejects an option among the members of extra', async () => {
    const [field] = optionFields(row.operation);
    const name = field?.name.split(/[.[]/)[0] ?? 'idempotencyKey';
    const result = await callRow(row, clients, { call: { extra: { [name.toUpperCase()]: 'x' } } });
    expect(problemOf(result, `extra.${name.toUpperCase()}`)).toMatch(/^(is|belongs)/);
  });
});

const KNOWN = builtRows
  .filter(({ operation }) => operation.id === 'payments.createOrder')
  .flatMap(({ operation }) => optionFields(operation).flatMap(({ name }) => name.split('.')));

it('no unknown name is ever sent, at any depth', async () => {
  const name = fc.string({ minLength: 1, maxLength: 20 }).filter((one) => !KNOWN.includes(one));
  await fc.assert(
    fc.asyncProperty(name, fc.boolean(), fc.jsonValue(), async (unknown, isNested, value) => {
      const more = { [unknown]: value };
      const options = { amount: 100, ...(isNested ? { customer: more } : more) };
      expect(await clients.PayWallet.payments.createOrder(options)).toMatchObject({
        code: 'validationerror',
        error: { outcome: 'not-sent' },
        meta: { attempts: 0 },
      });
    }),
  );
});
