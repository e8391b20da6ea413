// npm run build: checks the types of all files, bundles both packages as ES modules and as CommonJS, and builds
// the demo.
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';

process.chdir(join(import.meta.dirname, '..'));
const COMPILED = 'dist/compiled';

function run(script, ...args) {
  const { status } = spawnSync(process.execPath, [`node_modules/${script}`, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

rmSync('dist', { recursive: true, force: true });
const options = ['--importHelpers', '--stripInternal', '--sourceMap', 'false', '--inlineSources', 'false'];
// The compiler in Go checks and compiles in a third of the time. It has no JavaScript API, so the other tools use TypeScript 6.
run('typescript-7/bin/tsc', '--project', 'tsconfig.json', '--outDir', COMPILED, ...options);
mkdirSync('dist/libs');
for (const library of ['pay', 'pay-simulator']) {
  renameSync(`${COMPILED}/libs/${library}/src`, `dist/libs/${library}`);
}
renameSync(`${COMPILED}/libs/pay/schematics`, 'dist/libs/schematics');
rmSync(COMPILED, { recursive: true });
await bundle();
await import('./compile-demo.mjs');
