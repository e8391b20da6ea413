import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CHANGES } from './changes.js';
import { TestApps } from './test-apps.js';

jest.setTimeout(120_000);

const ROOT = join(import.meta.dirname, '../..');
const APP = '0.1.0';
const TSC = 'typescript-7/bin/tsc';

/** What each kind of application prints. */
const RESULTS: Record<string, object> = {
  client: { isValid: true, isRefunded: true, isObserved: true },
  inline: { isPaid: true, refused: [] },
  durable: { isPaid: true, dead: 0 },
  isv: { isOrdered: true, body: { key: 'the-key' } },
  marketplace: { isRefunded: true, isOnce: true },
  simulated: { isPaid: true },
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

  it.each(Object.entries(RESULTS))('runs after the changes that the changelog names: %s', (kind, result) => {
    const printed = apps.node(APP, `dist/${kind}.js`).trim().split('\n').at(-1) ?? '';
    expect(JSON.parse(printed)).toEqual(result);
  });
});
