// npm run docs: shows the documentation site while you write. `npm run docs -- build` builds it. Installs its packages in docs/ when they
// are missing.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DEMO } from './compile-demo.mjs';
import { packages } from './entries.mjs';
import { ROOT } from './generated.mjs';
import { serviceDocument } from './openapi/service-document.mjs';

const DOCS = join(ROOT, 'docs');

function run(command, ...input) {
  const { status } = spawnSync(process.execPath, [command, ...input], { cwd: DOCS, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const installed = join(DOCS, 'node_modules/.package-lock.json');
const isInstalled =
  existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(DOCS, 'package-lock.json')).mtimeMs;
if (!isInstalled) run(process.env.npm_execpath, 'ci', '--ignore-scripts');

// The API pages are generated from the docstrings at each build.
const sources = packages
  .flatMap(({ entries }) => entries)
  .map(({ source }) => join(ROOT, 'libs', `${source.replace('/', '/src/')}.ts`));
run('node_modules/typedoc/bin/typedoc', '--logLevel', 'Error', ...sources);

// The site has both OpenAPI documents, for client generators. The simulator makes that of its control API.
const simulator = join(ROOT, DEMO, '../../../../libs/pay-simulator/src');
const { controlDocument } = await import(pathToFileURL(join(simulator, 'control/control-document.js')).href);
const writeDocument = (name, document) => writeFileSync(join(DOCS, 'public', name), JSON.stringify(document));
writeDocument('openapi.json', serviceDocument());
writeDocument('control-openapi.json', controlDocument('http://127.0.0.1:4010'));

run('node_modules/vitepress/bin/vitepress.js', process.argv[2] ?? 'dev', '.');
