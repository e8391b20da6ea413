import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import 'reflect-metadata';
import type { Operation } from '../core/operation.js';

async function declared(): Promise<Operation<unknown, string>[]> {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.operations.ts'),
  );
  const modules: Record<string, unknown>[] = [];
  // One after the other: the test runner's module cache does not bear them at once.
  for (const file of files)
    modules.push((await import(join(import.meta.dirname, file))) as Record<string, unknown>);
  return modules
    .flatMap((module) => Object.values(module))
    .filter((value): value is Operation<unknown, string> => Object.hasOwn(Object(value), 'auth'));
}

describe('what settles a call', () => {
  it('is said by every operation that may not be repeated blindly, or why nothing can', async () => {
    const operations = await declared();
    expect(operations.length).toBeGreaterThan(90);
    const silent = operations.filter(
      ({ retry, settledBy }) => retry !== 'safe' && retry !== 'idempotent' && settledBy === undefined,
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  it('is a read that exists, about something that the call names', async () => {
    const operations = await declared();
    const reads = new Set(operations.filter(({ retry }) => retry === 'safe').map(({ id }) => id));
    const wrong = operations.filter(({ settledBy, parameters, options }) => {
      if (settledBy === undefined) return false;
      if ('nothing' in settledBy) return !/^[A-Z].*\.$/.test(settledBy.nothing);
      const isNamed =
        settledBy.from in parameters ||
        options?.int64?.includes(settledBy.from) === true ||
        settledBy.from === 'sessionId';
      return !reads.has(settledBy.read) || !isNamed;
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
});
