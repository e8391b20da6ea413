import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { compile } from './compile.js';

const ROOT = join(import.meta.dirname, '../..');
const pagesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
const pages = ['README.md', ...pagesIn('docs')];
/** Their code is files of docs/examples, which the type check compiles and test/contract/operation-docs.spec.ts runs. */
const generated = pagesIn('docs/operations');

/**
 * The TypeScript blocks of a page, each as a module. A block without imports is compiled with what the page says in a
 * hidden comment (`<!-- compiled with … -->`); one that shows a method alone, within a class.
 */
function blocksOf(page: string): Record<string, string> {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const context = /<!-- compiled with\n(.*?)-->/s.exec(text)?.[1] ?? '';
  const blocks = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => {
    if (/^import /m.test(code)) return code;
    return (
      context +
      (/^@(?!Controller|Injectable|Module|PayWebhook)/.test(code) ? `class Example {\n${code}}\n` : code)
    );
  });
  return Object.fromEntries(
    blocks.map((code, index) => [`${page.replaceAll('/', '-')}-${index + 1}`, `${code}\nexport {};\n`]),
  );
}

describe('the docs', () => {
  it('have code that compiles against the built package', () => {
    const texts = Object.assign({}, ...pages.map(blocksOf)) as Record<string, string>;
    expect(Object.keys(texts).length).toBeGreaterThan(1);
    expect(compile(texts)).toEqual([]);
  });

  it('link only to pages that exist', () => {
    const broken = [...pages, ...generated].flatMap((page) =>
      [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map(([, target]) => join(ROOT, page, '..', target ?? ''))
        .filter((target) => {
          try {
            readFileSync(target);
            return false;
          } catch (error) {
            return (error as NodeJS.ErrnoException).code === 'ENOENT';
          }
        }),
    );
    expect(broken).toEqual([]);
  });
});
