// `npm test` runs spec files in groups: a file of this folder runs its share of a project's spec files with the same modules. Loading NestJS,
// the library and the contract takes longer than most spec files run.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The number of groups by project: a group takes less than half a minute and less than 1.2 GB of memory. Other projects have none. */
const COUNTS = { unit: 5, contract: 2, e2e: 4, inbox: 4, package: 3, long: 8 };

/** How many times longer spec files take than their size suggests. */
const SLOW = [
  [/^apps\/demo\/src\/marketplace\//, 5],
  [/^apps\/demo\//, 2],
  [/\/(data-file|operator-money)\./, 4],
  [/\/(operation-docs|options-check\.property)\./, 6],
  [/\/(operator-attacks|fiscal)\./, 2],
  [/\/verify-command\./, 8],
];

/** Settings of a project whose spec files run in groups, or undefined if each runs for itself. */
export function groupsOf(project, patterns, ignored) {
  const count = COUNTS[project];
  if (count === undefined) return undefined;
  const files = patterns
    .flatMap(matching)
    .filter((file) => !ignored.includes(file))
    .sort();
  return {
    // Spec files get the functions of globals.ts.
    compilerOptions: { baseUrl: ROOT, paths: { '@jest/globals': ['test/groups/globals.ts'] } },
    settings: {
      testMatch: Array.from({ length: count }, (_, index) => `<rootDir>/test/groups/${index + 1}.ts`),
      globals: { SPEC_FILES: shares(files, count) },
    },
  };
}

const IN_REGEXP = { '**/': '(?:.*/)?', '*': '[^/]*', '.': '\\.' };

/** Files that match a pattern of Jest. */
function matching(pattern) {
  const [folder] = pattern.split(/[^/]*\*/);
  if (folder === pattern) return [pattern];
  const regexp = new RegExp(`^${pattern.replaceAll(/\*\*\/|[*.]/g, (part) => IN_REGEXP[part])}$`);
  return readdirSync(join(ROOT, folder), { recursive: true })
    .map((file) => `${folder}${file}`.replaceAll('\\', '/'))
    .filter((file) => regexp.test(file) && !file.includes('/node_modules/'));
}

/** Neighbors are in one group, because they load the same modules. */
function shares(files, count) {
  const weights = files.map((file) => {
    const [, factor = 1] = SLOW.find(([slow]) => slow.test(file)) ?? [];
    return statSync(join(ROOT, file)).size * factor;
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const groups = Array.from({ length: count }, () => []);
  let before = 0;
  for (const [index, file] of files.entries()) {
    groups[Math.floor(((before + weights[index] / 2) / total) * count)].push(file);
    before += weights[index];
  }
  return groups;
}
