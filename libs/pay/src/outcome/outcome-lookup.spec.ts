import { describe, expect, it } from '@jest/globals';
import { declaredOperations } from '../areas/declared-operations.testing.js';

describe('the outcome lookup of an operation', () => {
  it('is declared by every operation that must not be repeated blindly, or why none exists', async () => {
    const operations = await declaredOperations();
    expect(operations.length).toBeGreaterThan(90);
    const silent = operations.filter(
      ({ retry, outcomeLookup }) => retry !== 'safe' && retry !== 'idempotent' && outcomeLookup === undefined,
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  it('is a read that exists, about an id that the call names', async () => {
    const operations = await declaredOperations();
    const reads = new Set(operations.filter(({ retry }) => retry === 'safe').map(({ id }) => id));
    const wrong = operations.filter(({ outcomeLookup, parameters, options }) => {
      if (outcomeLookup === undefined) return false;
      if ('nothing' in outcomeLookup) return !/^[A-Z].*\.$/.test(outcomeLookup.nothing);
      const isNamed =
        outcomeLookup.from in parameters ||
        options?.int64?.includes(outcomeLookup.from) === true ||
        outcomeLookup.from === 'sessionId';
      return !reads.has(outcomeLookup.read) || !isNamed;
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
});
