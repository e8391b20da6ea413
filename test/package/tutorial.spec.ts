import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const FOLDER = 'docs/tutorial/shop';
const page = readFileSync('docs/tutorial/take-a-payment.md', 'utf8');

// `shop.e2e-spec.ts` of the tutorial runs in the Jest project `e2e`.
it('the tutorial shows the files of its application, each in full', () => {
  const shown = [...page.matchAll(/```ts \[([^\]]+)\]\n(.*?)```/gs)].map(([, file = '', code]) => [
    file,
    code,
  ]);
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts'));
  expect(Object.fromEntries(shown)).toEqual(
    Object.fromEntries(files.map((file) => [file, readFileSync(join(FOLDER, file), 'utf8')])),
  );
});
