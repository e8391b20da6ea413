// npm run docs: shows the documentation site while you write. `npm run docs -- build` builds it. Installs its packages in docs/ when they
// are missing.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packages } from './entries.mjs';

const ROOT = join(import.meta.dirname, '..');
const DOCS = join(ROOT, 'docs');

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: DOCS, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const installed = join(DOCS, 'node_modules/.package-lock.json');
const isInstalled =
  existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(DOCS, 'package-lock.json')).mtimeMs;
if (!isInstalled) run(process.execPath, [process.env.npm_execpath, 'ci', '--ignore-scripts']);

// The API pages are generated from the docstrings at each build.
const sources = packages
  .flatMap(({ entries }) => entries)
  .map(({ source }) => join(ROOT, 'libs', `${source.replace('/', '/src/')}.ts`));
run(process.execPath, ['node_modules/typedoc/bin/typedoc', '--logLevel', 'Error', ...sources]);

// The site has both OpenAPI documents, for client generators.
await import('./openapi/publish.mjs');

run(process.execPath, ['node_modules/vitepress/bin/vitepress.js', process.argv[2] ?? 'dev', '.']);
