import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  type Claim,
  claimsOf,
  CONFIDENCES,
  hasSource,
  kindOfConfidence,
  PROBES,
  readContract,
} from '../../scripts/contract/claims.mjs';

const ROOT = join(import.meta.dirname, '../..');
const OBSERVED = /^observed\((\d{4}(-\d\d){0,2}|undated), (demo|live|unknown)\)$/;
const REASON = /^none: \S/;

const contract = readContract();
const claims = claimsOf(contract);

describe('each claim of the contract', () => {
  it('has an ID of its own', () => {
    const ids = claims.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('has a confidence', () => {
    const isKnown = (confidence: string): boolean =>
      kindOfConfidence(confidence) === 'observed'
        ? OBSERVED.test(confidence)
        : CONFIDENCES.slice(1).includes(confidence);
    const unclear = claims.filter(({ confidence }) => !isKnown(confidence ?? ''));
    expect(unclear.map(({ id, confidence }) => `${id}: ${confidence ?? 'none'}`)).toEqual([]);
  });

  it('is inferred if no source that somebody can open shows it', () => {
    const unfounded = claims.filter((claim) => !hasSource(claim));
    expect(
      unfounded.map(({ id, confidence, source }) => `${id} (${confidence}): ${source.join(', ')}`),
    ).toEqual([]);
  });

  it('has a probe class, or a reason why none fits', () => {
    const isKnown = (probe: string): boolean => PROBES.slice(0, -1).includes(probe) || REASON.test(probe);
    const unclear = claims.filter(({ probe }) => !isKnown(probe ?? ''));
    expect(unclear.map(({ id, probe }) => `${id}: ${probe ?? 'none'}`)).toEqual([]);
  });

  it.each(Object.keys(contract))(
    'of %s states its own confidence if it is an error, a rule or a trap',
    (area) => {
      const { operations = [], rules = [], transitions = [], traps = [] } = contract[area] ?? {};
      const rows = [...operations.flatMap(({ errors }) => errors), ...rules, ...transitions, ...traps];
      expect(rows.filter(({ confidence }) => confidence === undefined)).toEqual([]);
    },
  );
});

describe('a source of a claim', () => {
  const claim = (confidence: string, source: string): Claim => ({
    area: 'payments',
    kind: 'trap',
    id: 'payments.1',
    confidence,
    source: [source],
  });
  const PAGE = 'https://developer.viva.com/webhooks-for-payments';
  const ISSUE = 'github.com/VivaPayments/API/issues/2385';
  const FILE = 'github.com/Naaikho/vivawallet-sdk src/types/VivaPos.types.ts';

  it.each([
    ['observed(2023-05-11, demo)', ISSUE],
    ['observed(undated, demo)', FILE],
    ['observed(2026-11-23, demo)', 'contract/observed/2026-11-23.json'],
    ['documented', PAGE],
    ['public-sdk', FILE],
    ['inferred', 'a guess'],
  ])('of %s can be %s', (confidence, source) => {
    expect(hasSource(claim(confidence, source))).toBe(true);
  });

  it.each([
    ['observed(2023-05-11, demo)', PAGE],
    ['documented', ISSUE],
    ['documented', FILE],
    ['public-sdk', PAGE],
    ['public-sdk', ISSUE],
    ['public-sdk', 'github.com/Naaikho/vivawallet-sdk'],
    ['public-sdk', 'public NestJS client'],
  ])('of %s cannot be %s', (confidence, source) => {
    expect(hasSource(claim(confidence, source))).toBe(false);
  });

  it('is not inherited by an error or an observation', () => {
    const row = {
      http: 'GET',
      id: 'a.b',
      clients: [],
      confidence: 'documented',
      probe: 'read-only',
      source: [PAGE, ISSUE],
      response: { fields: [{ name: 'c' }, { name: 'd', confidence: 'observed(2026, demo)' }] },
      errors: [{ id: 'e', confidence: 'documented' }],
    };
    const unfounded = claimsOf({ a: { operations: [row] } }).filter((claim) => !hasSource(claim));
    expect(unfounded.map(({ id }) => id)).toEqual(['a.b/response/d', 'a.b/error/e']);
  });
});

/** IDs in square brackets in the titles of tests and of groups of tests. */
function idsInTitles(): ReadonlySet<string> {
  const files = ['libs', 'test', 'apps'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /spec\.ts$/.test(file) && !file.includes('node_modules'))
      .map((file) => join(ROOT, folder, file)),
  );
  // A text that ends with an ID, as the first argument of a call.
  const titles = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\(\s*(['"`])((?:(?!\1)[^\n])*\])\1,/g)].map(
      ([, , title = '']) => title,
    ),
  );
  return new Set(
    titles.flatMap((title) => [...title.matchAll(/\[([a-z-]+\.\d+)\]/g)].map(([, id = '']) => id)),
  );
}

describe('each trap of the contract', () => {
  const traps = claims.filter(({ kind }) => kind === 'trap').map(({ id }) => id);
  const tested = idsInTitles();
  it('has a test with its ID in the title', () => {
    expect(traps.length).toBeGreaterThan(190);
    expect(traps.filter((id) => !tested.has(id))).toEqual([]);
  });

  it('exists if a test names it', () => {
    expect([...tested].filter((id) => !traps.includes(id))).toEqual([]);
  });
});
