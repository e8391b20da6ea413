// npm run release:check: checks the packed package before it is published. With `--tag v1.2.3`, also checks the version.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

process.chdir(join(import.meta.dirname, '..'));
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
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
    fail(`the tag must be v${version}, the version in package.json (received "${tag}")`);
  if (!readFileSync('CHANGELOG.md', 'utf8').includes(`\n## ${version}\n`))
    fail(`CHANGELOG.md must have the heading "## ${version}": run npm run release:version`);
}

const folder = mkdtempSync(join(tmpdir(), 'pay-release-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
run(process.env.npm_execpath, 'pack', '--ignore-scripts', '--pack-destination', folder);
const tarball = join(folder, `nestjs-pay-${version}.tgz`);
run('node_modules/publint/src/cli.js', 'run', '--strict', tarball);
run('node_modules/@arethetypeswrong/cli/dist/index.js', tarball);
