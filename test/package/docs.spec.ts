import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { GENERATED_PAGES, PAGES } from './docs-examples.js';

it('the docs link only to pages that exist', () => {
  const broken = [...PAGES, ...GENERATED_PAGES].flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .map(([, target]) => join(page, '..', target ?? ''))
      .filter((target) => !existsSync(target)),
  );
  expect(broken).toEqual([]);
});
