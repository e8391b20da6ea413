import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { GENERATED_PAGES, PAGES } from './docs-examples.js';
import { areaOf } from '../../scripts/contract/read.mjs';

interface Kind {
  folder: string;
  groups: { pages: { path: string; title: string }[] }[];
}
// Neither file has types: the site and the generator use them without a build.
const { kinds } = (await import(join(process.cwd(), 'docs/.vitepress/pages.mjs'))) as { kinds: () => Kind[] };
const { anchor } = (await import(join(process.cwd(), 'scripts/operation-docs/markdown.mjs'))) as {
  anchor: (heading: string) => string;
};

const HOME = 'docs/index.md';
const FOR_CONTRIBUTORS = [
  'CONTRIBUTING.md',
  'contributing/open-points.md',
  'apps/demo/README.md',
  'apps/sample/README.md',
];
const ALL = [...PAGES, ...GENERATED_PAGES, HOME, ...FOR_CONTRIBUTORS];

const textOf = (page: string): string => readFileSync(page, 'utf8').replace(/^```.*?^```$/gms, '');

/** Returns the anchors of a page: of headings and of rows. A repeated heading gets a number, as on GitHub and on the site. */
function anchorsOf(page: string): Set<string> {
  const counts = new Map<string, number>();
  const anchors = [...textOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const name = anchor(heading.replace(/\[([^\]]*)\]\([^)]*\)|[`*]/g, '$1'));
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return count === 0 ? name : `${name}-${count}`;
  });
  const ofRows = [...textOf(page).matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  return new Set([...anchors, ...ofRows]);
}

/** Returns the links of a page to other files of the repository and to headings. `/` starts the address of a file of the site. */
const linksOf = (page: string): { file: string; hash: string }[] =>
  [...textOf(page).matchAll(/\]\((?!https?:|mailto:|\/)([^)#\s]*)(?:#([^)]*))?\)/g)].map(
    ([, path = '', hash = '']) => ({
      file: path === '' ? page : posix.join(posix.dirname(page), path),
      hash,
    }),
  );

describe('the docs', () => {
  it('list the test cards of the contract with their results', () => {
    const { testData } = areaOf('transactions') as {
      testData: { cards: { number: string; scheme: string; result: string }[] };
    };
    const rows = textOf('docs/how-to/testing.md').matchAll(/^\| (\w).* \| (.+) \| ([\d ]+) \|$/gm);
    const listed = [...rows].map(([, result, scheme, number = '']) => [
      number.replaceAll(' ', ''),
      scheme,
      result,
    ]);
    const known = testData.cards.map(({ number, scheme, result }) => [
      number,
      scheme,
      result.startsWith('success') ? 'a' : result === 'failure' ? 'd' : '3',
    ]);
    expect(listed.length).toBeGreaterThan(10);
    expect(known).toEqual(expect.arrayContaining(listed));
  });

  it('have each page for which the search knows more words', async () => {
    const { ALSO_CALLED } = (await import(join(process.cwd(), 'docs/.vitepress/search.mjs'))) as {
      ALSO_CALLED: Record<string, string>;
    };
    expect(Object.keys(ALSO_CALLED).filter((page) => !existsSync(`docs/${page}.md`))).toEqual([]);
  });

  it('link only to files and headings that exist', () => {
    const broken = ALL.flatMap((page) =>
      linksOf(page)
        .filter(({ file, hash }) => !existsSync(file) || (hash !== '' && !anchorsOf(file).has(hash)))
        .map(({ file, hash }) => `${page} → ${file}${hash === '' ? '' : `#${hash}`}`),
    );
    expect(broken).toEqual([]);
  });

  it('show only pictures that exist, also in previews in social networks', () => {
    const named = (file: string, name: RegExp): string[] =>
      [...readFileSync(file, 'utf8').matchAll(name)].map(([, path = '']) => path);
    const ofTheSite = [
      ...named(HOME, / src="\/([^"]+)"/g),
      ...named('docs/.vitepress/config.mjs', /\$\{base\}([\w-]+\.\w+)/g),
    ];
    const pictures = [
      ...named('README.md', / (?:src|srcset)="([^"]+)"/g),
      ...ofTheSite.map((path) => `docs/public/${path}`),
    ];
    expect(pictures).toContain('docs/public/social-preview.png');
    expect(pictures.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('have each page in the sidebar of the site, with a title', () => {
    const listed = kinds().flatMap(({ groups }) => groups.flatMap(({ pages }) => pages));
    const pages = [...PAGES, ...GENERATED_PAGES].filter((page) => page.startsWith('docs/'));
    expect(listed.map(({ path }) => `docs/${path}`).toSorted()).toEqual(pages.toSorted());
    expect(listed.filter(({ path, title }) => title === path)).toEqual([]);
  });
});

describe.each(['demo', 'sample'])('the README of the %s', (name) => {
  it('names only files that exist', () => {
    const sources = `apps/${name}/src`;
    const known = readdirSync(sources, { recursive: true }).map((file) => `/${String(file)}`);
    const named = [...textOf(`apps/${name}/README.md`).matchAll(/`([\w./-]+\.(?:ts|js|css))`/g)].map(
      ([, file = '']) => file,
    );
    expect(named.length).toBeGreaterThan(5);
    const missing = named.filter(
      (file) => !existsSync(file) && !known.some((one) => one.endsWith(`/${file}`)),
    );
    expect(missing).toEqual([]);
  });
});

describe('AGENTS.md of the package', () => {
  const rules = readFileSync('libs/pay/AGENTS.md', 'utf8');

  it('has ten rules', () => {
    expect(rules.match(/^\d+\. /gm)).toEqual(Array.from({ length: 10 }, (_, index) => `${index + 1}. `));
  });

  it('names only members and files that exist', () => {
    const sources = ['libs/pay/src', 'libs/pay-simulator/src', 'docs/.vitepress']
      .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
      .filter((file) => /(?<!\.spec)\.(ts|mjs)$/.test(file) && !file.includes('dist'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const known = new Set(sources.match(/[\w$]+/g));
    const codes = [...rules.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
    const isMissing = (code: string): boolean =>
      code.includes('/') && code.endsWith('/')
        ? !existsSync(code)
        : (code.match(/[a-z_$][\w$]*/gi) ?? []).some((name) => !known.has(name));
    expect(codes.filter(isMissing)).toEqual([]);
  });
});
