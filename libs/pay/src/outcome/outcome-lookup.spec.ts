import { describe, expect, it } from '@jest/globals';
import { declaredOperations } from '../areas/declared-operations.testing.js';

describe('the outcome lookup of an operation', () => {
  it('is declared for every operation that must not be repeated blindly, or the reason why none exists', async () => {
    const operations = await declaredOperations();
    expect(operations.length).toBeGreaterThan(90);
    const undeclared = operations.filter(
      ({ retry, outcomeLookup }) => retry !== 'safe' && retry !== 'idempotent' && outcomeLookup === undefined,
    );
    expect(undeclared.map(({ id }) => id)).toEqual([]);
  });

  it('names an existing read and an ID in the options of the call', async () => {
    const operations = await declaredOperations();
    const reads = new Set(operations.filter(({ retry }) => retry === 'safe').map(({ id }) => id));
    const invalid = operations.filter(({ outcomeLookup, parameters, options }) => {
      if (outcomeLookup === undefined) return false;
      if ('nothing' in outcomeLookup) return !/^[A-Z].*\.$/.test(outcomeLookup.nothing);
      const isNamed =
        outcomeLookup.from in parameters ||
        options?.int64?.includes(outcomeLookup.from) === true ||
        outcomeLookup.from === 'sessionId';
      return !reads.has(outcomeLookup.read) || !isNamed;
    });
    expect(invalid.map(({ id }) => id)).toEqual([]);
  });
});
