import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Archive, SummarizedArchive } from './archive.js';
import { Decimal } from './wire-json.js';

interface Item {
  readonly amount: bigint;
  readonly text: string;
  readonly rate: Decimal | null;
}

const item = (seed: number): Item => ({
  amount: 10n ** 20n + BigInt(seed),
  text: `line\n"${seed}" – {"$bigint":"1"}`,
  rate: seed % 3 === 0 ? null : new Decimal(`${seed}.50`),
});

const step = fc.record({
  kind: fc.constantFrom('add', 'add', 'change', 'delete', 'read'),
  many: fc.integer({ min: 1, max: 1_500 }),
  at: fc.nat({ max: 5_000 }),
});

it('has the same records in the same order as a map, whatever was added, changed, removed and read', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 8 }), (steps) => {
      const archive = new Archive<Item>('items');
      const expected = new Map<string, Item>();
      const seen: [found: unknown, wanted: unknown][] = [];
      let next = 0;
      for (const { kind, many, at } of steps)
        for (let index = 0; index < many; index++) {
          const key = String(kind === 'add' ? next++ : (at + index) % Math.max(next, 1));
          if (kind === 'delete') seen.push([archive.delete(key), expected.delete(key)]);
          else if (kind === 'read') seen.push([archive.get(key), expected.get(key)]);
          else {
            const value = item(next + index);
            archive.set(key, value);
            expected.set(key, value);
          }
        }
      // One comparison, because each call of `expect` takes longer than the archive.
      expect(seen.map(([found]) => found)).toEqual(seen.map(([, wanted]) => wanted));
      expect(archive.size).toBe(expected.size);
      expect([...archive]).toEqual([...expected]);
      expect([...archive.values()]).toEqual([...expected.values()]);
      archive.clear();
      expect([...archive.entries()]).toEqual([]);
    }),
    { numRuns: 15 },
  );
});

it('reports changes of records, but not that old ones are compressed', () => {
  const archive = new Archive<Item>('items');
  const changed: string[] = [];
  archive.onChange = (key) => void changed.push(key);
  const keys = Array.from({ length: 3_000 }, (_, index) => String(index));
  for (const key of keys) archive.set(key, item(Number(key)));
  expect(changed).toEqual(keys);
});

it('has a summary of each record, and counts changes', () => {
  const archive = new SummarizedArchive('items', ({ amount }: Item) => amount);
  const keys = Array.from({ length: 1_000 }, (_, index) => String(index));
  for (const key of keys) archive.set(key, item(Number(key)));
  archive.delete('1');
  archive.set('0', item(7));
  expect([...archive.summaries]).toEqual([...archive].map(([key, { amount }]) => [key, amount]));
  expect(archive.changes).toBe(1_002);
  archive.clear();
  expect(archive.summaries.size).toBe(0);
});
