import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { lint, loadConfig } from '@redocly/openapi-core';

const CONTRACT = join(import.meta.dirname, '../../contract');
const files = [
  ...readdirSync(join(CONTRACT, 'openapi')).map((file) => join('openapi', file)),
  'webhooks.yaml',
  'control.yaml',
];

it.each(files)('contract/%s is valid by the recommended rules of a linter', async (file) => {
  const config = await loadConfig({ configPath: join(CONTRACT, '../redocly.yaml') });
  const problems = await lint({ ref: join(CONTRACT, file), config });
  const known = problems.filter(({ ignored }) => !ignored);
  expect(known.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});
