import { existsSync, readdirSync, readFileSync } from 'node:fs';

const pagesIn = (folder: string, recursive = false): string[] =>
  readdirSync(folder, { encoding: 'utf8', recursive })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);

/** The first code that a reader sees. It is pasted into an application, so nothing hidden belongs to it. */
export const FRONT_PAGES = ['README.md', 'libs/pay/README.md', 'docs/index.md'];
const KINDS = ['tutorial', 'how-to', 'reference', 'explanation'];
export const PAGES = [
  'README.md',
  ...KINDS.map((kind) => `docs/${kind}`)
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => pagesIn(folder)),
];
/** Their examples are files of docs/examples, which the build checks and test/contract/operation-docs.spec.ts runs. */
export const GENERATED_PAGES = pagesIn('docs/reference/operations', true);

/**
 * Returns the TypeScript blocks of the pages as modules. A block without imports gets the code of the page's hidden comment
 * `<!-- compiled with … -->`. A block that is a single method gets a class around it.
 */
export function docsExamples(): Record<string, string> {
  return Object.assign({}, ...[...FRONT_PAGES, ...PAGES].map(examplesOf)) as Record<string, string>;
}

function examplesOf(page: string): Record<string, string> {
  const text = readFileSync(page, 'utf8');
  const context = /<!-- compiled with\n(.*?)-->/s.exec(text)?.[1] ?? '';
  const blocks = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => {
    if (/^import /m.test(code)) return code;
    const isMethod = /^@(?!Controller|Injectable|Module|PayWebhook)/.test(code);
    return context + (isMethod ? `class Example {\n${code}}\n` : code);
  });
  return Object.fromEntries(
    blocks.map((code, index) => [`${page.replaceAll('/', '-')}-${index + 1}.mts`, `${code}\nexport {};\n`]),
  );
}
