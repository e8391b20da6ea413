import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const [, SECTION = ''] = readFileSync('docs/reference/module.md', 'utf8').split(
  '## Modules for jobs with money',
);
const source = (file: string): string => readFileSync(`libs/pay/src/${file}.ts`, 'utf8');

it.each([
  ['jobs/job-options', 'JobOptions'],
  ['till/till.options', 'PayTillOptions'],
  ['subscriptions/subscription.types', 'PaySubscriptionsOptions'],
  ['fiscal/fiscal.types', 'PayFiscalOptions'],
])('the reference has each option of %s', (file, name) => {
  const [, body = ''] =
    new RegExp(`export interface ${name} .*?\\{\n(.*?)\n\\}`, 's').exec(source(file)) ?? [];
  const options = [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, option]) => option);
  expect(options).not.toEqual([]);
  for (const option of options) expect(SECTION).toContain(`| \`${option}\` |`);
});

it.each([
  ['till/till-error', 'PayTillError'],
  ['subscriptions/subscription-error', 'PaySubscriptionError'],
  ['splits/pay-split-error', 'PaySplitError'],
  ['fiscal/fiscal-error', 'PayFiscalError'],
])('the reference has each code of %s', (file, name) => {
  const codes = [...source(file).matchAll(/ \* - `([\w-]+)`: .*?\((\d+)\)/g)].map(
    ([, code, status]) => `\`${code}\` (${status})`,
  );
  expect(codes.length).toBeGreaterThan(2);
  const row = SECTION.split('\n').find((line) => line.includes(`\`${name}\``)) ?? '';
  for (const code of codes) expect(row).toContain(code);
});
