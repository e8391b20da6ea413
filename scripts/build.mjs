// npm run build: checks the types of all files, bundles both packages as ES modules and as CommonJS, and builds
// the demo.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { bundle, COMPILED } from './bundle.mjs';
import { ROOT } from './generated.mjs';

rmSync(`${ROOT}/dist`, { recursive: true, force: true });
// The compiler in Go checks and compiles in a third of the time. It has no JavaScript API, so the other tools use TypeScript 6.
const { status } = spawnSync(
  process.execPath,
  [
    ...['node_modules/typescript-7/bin/tsc', '--outDir', COMPILED, '--importHelpers', '--stripInternal'],
    ...['--sourceMap', 'false', '--inlineSources', 'false'],
  ],
  { cwd: ROOT, stdio: 'inherit' },
);
if (status !== 0) process.exit(status ?? 1);
await bundle();
rmSync(COMPILED, { recursive: true });
await import('./compile-demo.mjs');
