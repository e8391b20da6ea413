import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PGLITE_OPTIONS } from '../pglite.js';
import { CHANGES } from './changes.js';
import { TestApps } from './test-apps.js';

jest.setTimeout(120_000);

const ROOT = join(import.meta.dirname, '../..');
const APP = '0.1.0';
const TSC = 'typescript-7/bin/tsc';

/** What each kind of application prints. The inline one is last, because it sets environment variables. */
const RESULTS: Record<string, object> = {
  client: { isValid: true, isRefunded: true, isObserved: true },
  durable: { isPaid: true, dead: 0 },
  isv: { isOrdered: true, body: { key: 'the-key' } },
  marketplace: { isRefunded: true, isOnce: true },
  simulated: { isPaid: true },
  inline: { isPaid: true, refused: [] },
};

/** The lines of the changes since 0.1.0: of the changesets, and of the changelog after a release. */
function changelogLines(): string[] {
  const folder = join(ROOT, '.changeset');
  const changesets = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const texts = changesets.map((name) => readFileSync(join(folder, name), 'utf8'));
  texts.push(readFileSync(join(ROOT, 'libs/pay/CHANGELOG.md'), 'utf8'));
  return texts.flatMap((text) => text.split('\n'));
}

it.each(CHANGES.map(({ named }) => named))('the changelog names the change of $from', ({ from, to }) => {
  expect(changelogLines().filter((line) => line.includes(from) && line.includes(to))).not.toEqual([]);
});

describe('an application of 0.1.0', () => {
  let apps: TestApps;
  beforeAll(() => {
    apps = new TestApps(join(ROOT, 'node_modules'), [APP]);
    const sources = apps.path(APP, 'src');
    const edited = new Set<string>();
    for (const name of readdirSync(sources)) {
      let text = readFileSync(join(sources, name), 'utf8');
      for (const [from, to] of CHANGES.flatMap(({ edits }) => edits)) {
        if (text.includes(from)) edited.add(from);
        text = text.replaceAll(from, to);
      }
      writeFileSync(join(sources, name), text);
    }
    expect(
      CHANGES.flatMap(({ edits }) => edits.map(([from]) => from)).filter((from) => !edited.has(from)),
    ).toEqual([]);
    apps.command(APP, TSC);
  });
  afterAll(() => apps.close());

  it('runs after the changes that the changelog names, of each kind', () => {
    // In one process, because loading the packages takes longer than the applications run.
    const script = Object.keys(RESULTS).map((kind) => `await import('./dist/${kind}.js');`);
    const printed = apps.node(APP, ...PGLITE_OPTIONS, '--input-type=module', '-e', script.join('\n'));
    const results = printed
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(results.map((line) => JSON.parse(line) as object)).toEqual(Object.values(RESULTS));
  });
});
