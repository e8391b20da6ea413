import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { World } from './round-trips/world.js';
import { readContract } from '../../scripts/contract/read.mjs';
import { limitsOf } from '../../scripts/contract/limits.mjs';

const ROOT = join(import.meta.dirname, '../..');
const EXAMPLES = join(ROOT, 'docs/examples');
const examples = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.includes('/') && file.endsWith('.ts'));

interface Example {
  run: (world: World) => Promise<void>;
}

describe('the example of the docs', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.create('examples of the docs');
  });
  beforeEach(() => {
    world.simulator.reset();
  });
  afterAll(() => world.close());

  it.each(examples)('%s works against the simulator', async (file) => {
    expect.hasAssertions();
    const { run } = (await import(join(EXAMPLES, file))) as Example;
    await run(world);
  });
});

it('the generated files of both packages, the documentation and the entries in package.json are up to date and complete', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/generate.mjs', '--check'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stderr.split('\n').filter((line) => line !== '')).toEqual([]);
  expect(status).toBe(0);
});

it.each(['fast-refund', 'oct-and-payout'])('the page says that %s fails without its key', (method) => {
  const page = readFileSync(join(ROOT, `docs/reference/operations/transactions/${method}.md`), 'utf8');
  expect(page).toContain('The call fails without it.');
});

interface ContractField {
  readonly name: string;
}
interface ContractRow {
  readonly id: string;
  readonly clients: readonly string[];
  readonly pathParams?: readonly ContractField[];
  readonly query?: readonly ContractField[];
  readonly body?: readonly ContractField[];
  readonly errors: readonly { readonly when: string; readonly status: number | null }[];
}

describe('the pages of operations', () => {
  const PAGES = join(ROOT, 'docs/reference/operations');
  const SUFFIXES: Readonly<Record<string, string>> = { PayISV: ' (ISV)', Marketplace: ' (marketplace)' };
  const rows = Object.values(readContract()).flatMap(
    ({ operations = [] }) => operations as unknown as ContractRow[],
  );
  const asShown = (text: string) =>
    text
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\benums\.(\w+)/gi, '[$1](#coded-values)')
      .replaceAll('|', String.raw`\|`)
      .replaceAll('<', '&lt;');
  /** Pages by their title. */
  const pages = new Map(
    readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => {
        const text = readFileSync(join(PAGES, file), 'utf8');
        return [/^# (.+)$/m.exec(text)?.[1] ?? '', text] as const;
      }),
  );
  /** Rows with the page that describes them. The first of two rows for one operation describes it. */
  const described = [
    ...new Map(
      rows
        .toReversed()
        .map(
          (row) => [`${row.id.replace(/^auth\./, '')}${SUFFIXES[row.clients[0] ?? ''] ?? ''}`, row] as const,
        ),
    ),
  ].flatMap(([key, row]) => {
    const text = pages.get(key);
    return text === undefined ? [] : [{ row, text }];
  });
  /** Last cell of an option's line: its limits. Lines of response fields have three cells. */
  const shownLimits = (text: string, name: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`| \`${name}\` |`))
      .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
      .find((cells) => cells.length === 5)?.[4]
      ?.trim();

  it('state all limits of the contract for the options that they list, whatever the docstrings say', () => {
    expect(described.length).toBeGreaterThan(100);
    const lost = described.flatMap(({ row, text }) =>
      [...(row.pathParams ?? []), ...(row.query ?? []), ...(row.body ?? [])].flatMap((field) => {
        const shown = shownLimits(text, field.name);
        return shown === undefined || shown === asShown(limitsOf(field))
          ? []
          : [`${row.id} ${field.name}: ${shown}`];
      }),
    );
    expect(lost).toEqual([]);
  });

  it('state when each error of the contract occurs', () => {
    const lost = described.flatMap(({ row, text }) =>
      row.errors
        .filter(
          ({ status, when }) =>
            status !== null &&
            when !== '' &&
            /\| `code` \| From/i.test(text) &&
            !text.includes(asShown(when)),
        )
        .map(({ when }) => `${row.id}: ${when}`),
    );
    expect(lost).toEqual([]);
  });

  it('state the eight fields of the text that an AADE signature is made for', () => {
    for (const area of ['pos', 'isv-pos'])
      expect(readFileSync(join(PAGES, area, 'transactions-initiate-sale-request.md'), 'utf8')).toContain(
        '`UID;MARK;yyyyMMddHHmmss;amount;net;VAT;gross;TID`',
      );
  });
});
