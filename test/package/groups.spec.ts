import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import type { Config } from 'jest';

const ROOT = join(import.meta.dirname, '../..');
const FIXTURES = 'test/package/fixtures/groups';

process.env['PAY_TEST_GROUPS'] = '1';
const { default: config } = (await import(join(ROOT, 'jest.config.mjs'))) as { default: Config };
const projects = (config.projects as (Config & { displayName: string })[]).flatMap((project) => {
  const files = project.globals?.['SPEC_FILES'] as string[][] | undefined;
  return files === undefined ? [] : [{ project, files: files.flat() }];
});

function jest(...options: string[]): string {
  const { stdout } = spawnSync(
    process.execPath,
    ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--json', ...options],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, PAY_TEST_GROUPS: '' } },
  );
  return stdout;
}

it('runs each spec file of a project in one group', () => {
  const names = projects.map(({ project }) => project.displayName);
  const listed = JSON.parse(jest('--listTests', '--selectProjects', ...names)) as string[];
  const grouped = projects.flatMap(({ files }) => files.map((file) => join(ROOT, file)));
  expect(new Set(grouped)).toEqual(new Set(listed));
  for (const { files } of projects) expect(new Set(files).size).toBe(files.length);
});

it('names the spec file and line of each failure, keeps hooks to their file, and runs the others if one cannot be loaded', () => {
  const [first] = projects;
  const files = ['leaving', 'broken', 'empty', 'failing'].map((name) => `${FIXTURES}/${name}.ts`);
  const settings = { ...first?.project, rootDir: ROOT, globals: { SPEC_FILES: [files] } };
  const only = { ...settings, testMatch: ['<rootDir>/test/groups/1.ts'] };
  const { testResults } = JSON.parse(jest('--config', JSON.stringify(only))) as {
    testResults: {
      assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
    }[];
  };
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(results.map(({ fullName, status }) => `${fullName}: ${status}`)).toEqual([
    `${FIXTURES}/leaving.ts has its hook: passed`,
    `${FIXTURES}/broken.ts can be loaded: failed`,
    `${FIXTURES}/empty.ts can be loaded: failed`,
    `${FIXTURES}/failing.ts a group finds nothing of other files: passed`,
    `${FIXTURES}/failing.ts a group fails for 1: passed`,
    `${FIXTURES}/failing.ts a group fails for 2: failed`,
  ]);
  const messages = results.flatMap(({ failureMessages }) => failureMessages);
  expect(messages[0]).toContain('the file is broken');
  expect(messages[0]).toContain(`${FIXTURES}/broken.ts:4:7`);
  expect(messages[1]).toContain('has no tests');
  expect(messages[2]).toContain(`${FIXTURES}/failing.ts:11:20`);
});
