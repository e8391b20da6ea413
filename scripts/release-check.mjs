// npm run release:check: checks the packed packages before they are published. With `--tag v1.2.3`, also checks the version.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packages } from './entries.mjs';

process.chdir(join(import.meta.dirname, '..'));
const manifestOf = ({ folder }) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const { version } = manifestOf(packages[0]);
const { tag } = parseArgs({ options: { tag: { type: 'string' } } }).values;

function fail(message) {
  console.error(`release:check: ${message}`);
  process.exit(1);
}

function run(...command) {
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
  if (status !== 0) fail(`${command.join(' ')} failed`);
}

if (tag !== undefined) {
  if (tag !== `v${version}`)
    fail(`the tag must be v${version}, the version of nestjs-pay (received "${tag}")`);
  for (const { folder } of packages)
    if (!readFileSync(join(folder, 'CHANGELOG.md'), 'utf8').includes(`\n## ${version}\n`))
      fail(`${folder}/CHANGELOG.md must have the heading "## ${version}": run npm run release:version`);
}

const folder = mkdtempSync(join(tmpdir(), 'pay-release-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
run(process.env.npm_execpath, 'pack', '--workspaces', '--ignore-scripts', '--pack-destination', folder);
for (const { name } of packages) {
  const tarball = join(folder, `${name}-${version}.tgz`);
  run('node_modules/publint/src/cli.js', 'run', '--strict', tarball);
  run('node_modules/@arethetypeswrong/cli/dist/index.js', tarball);
}
