// npm run release:version: sets the next version from the files in .changeset, in all places that contain the version.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packages } from './entries.mjs';

process.chdir(join(import.meta.dirname, '..'));
const VERSION_FILES = ['libs/pay/src/core/values/version.ts', 'libs/pay-simulator/src/http/version.ts'];

const edit = (file, change) => writeFileSync(file, change(readFileSync(file, 'utf8')));

// Version 3 needs Node 22. With npx, `npm ci` stays small.
const { status } = spawnSync('npx', ['--yes', '@changesets/cli@2.29.8', 'version'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

const { version } = JSON.parse(readFileSync('libs/pay/package.json', 'utf8'));
for (const file of VERSION_FILES) edit(file, (code) => code.replace(/(?<=VERSION = ')[^']+/, version));
edit('libs/pay-simulator/Containerfile', (text) => text.replace(/(?<=pay-simulator@)\S+/, version));
edit('libs/pay-simulator/action.yml', (text) => text.replace(/(?<=default: )\d+\.\d+\.\d+\S*/, version));
edit('libs/pay/schematics/nest-add.ts', (code) => code.replace(/(?<='pay-simulator': '\^)[^']+/, version));
edit('package-lock.json', (text) => {
  const lock = JSON.parse(text);
  for (const { folder } of packages) lock.packages[folder].version = version;
  return `${JSON.stringify(lock, null, 2)}\n`;
});
