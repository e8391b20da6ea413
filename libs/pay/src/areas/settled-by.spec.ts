import { describe, expect, it } from '@jest/globals';
import { declaredOperations } from './declared-operations.testing.js';

describe('what settles a call', () => {
  it('is said by every operation that may not be repeated blindly, or why nothing can', async () => {
    const operations = await declaredOperations();
    expect(operations.length).toBeGreaterThan(90);
    const silent = operations.filter(
      ({ retry, settledBy }) => retry !== 'safe' && retry !== 'idempotent' && settledBy === undefined,
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  it('is a read that exists, about something that the call names', async () => {
    const operations = await declaredOperations();
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
