// npm run release -- version: sets the next version from the files in .changeset, in all places that contain the version.
// npm run release -- check: checks the packed packages before they are published. With `--tag v1.2.3`, also checks the version.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packages } from './entries.mjs';

process.chdir(join(import.meta.dirname, '..'));
const { positionals, values } = parseArgs({ options: { tag: { type: 'string' } }, allowPositionals: true });
const versionNow = () => JSON.parse(readFileSync(`${packages[0].folder}/package.json`, 'utf8')).version;

function fail(message) {
  console.error(`release: ${message}`);
  process.exit(1);
}

function run(command, ...input) {
  const { status } = spawnSync(command, input, { stdio: 'inherit' });
  if (status !== 0) fail(`${[command, ...input].join(' ')} failed`);
}

function setVersion() {
  // Version 3 needs Node 22. With npx, `npm ci` stays small.
  run('npx', '--yes', '@changesets/cli@2.29.8', 'version');
  const version = versionNow();
  const edit = (file, change) => writeFileSync(file, change(readFileSync(file, 'utf8')));
  for (const file of ['libs/pay/src/core/values/version.ts', 'libs/pay-simulator/src/http/version.ts'])
    edit(file, (code) => code.replace(/(?<=VERSION = ')[^']+/, version));
  edit('libs/pay-simulator/Containerfile', (text) => text.replace(/(?<=pay-simulator@)\S+/, version));
  edit('libs/pay-simulator/action.yml', (text) => text.replace(/(?<=default: )\d+\.\d+\.\d+\S*/, version));
  edit('libs/pay/schematics/nest-add.ts', (code) => code.replace(/(?<='pay-simulator': '\^)[^']+/, version));
  edit('package-lock.json', (text) => {
    const lock = JSON.parse(text);
    for (const { folder } of packages) lock.packages[folder].version = version;
    return `${JSON.stringify(lock, null, 2)}\n`;
  });
}

function checkPackages({ tag }) {
  const version = versionNow();
  if (tag !== undefined) {
    if (tag !== `v${version}`)
      fail(`the tag must be v${version}, the version of nestjs-pay (received "${tag}")`);
    for (const { folder } of packages)
      if (!readFileSync(join(folder, 'CHANGELOG.md'), 'utf8').includes(`\n## ${version}\n`))
        fail(`${folder}/CHANGELOG.md must have the heading "## ${version}": run npm run release -- version`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'pay-release-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const node = (...input) => run(process.execPath, ...input);
  node(process.env.npm_execpath, 'pack', '--workspaces', '--ignore-scripts', '--pack-destination', folder);
  for (const { name } of packages) {
    const tarball = join(folder, `${name}-${version}.tgz`);
    node('node_modules/publint/src/cli.js', 'run', '--strict', tarball);
    node('node_modules/@arethetypeswrong/cli/dist/index.js', tarball);
  }
}

const steps = { version: setVersion, check: checkPackages };
const step = steps[positionals[0]];
if (step === undefined) fail('expected `npm run release -- version` or `npm run release -- check`');
step(values);
