// npm run build: the library and its simulator, as ES modules and as CommonJS, and the two applications.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildCommonJs } from './build-commonjs.mjs';

const ROOT = join(import.meta.dirname, '..');

function nestBuild(project) {
  return new Promise((resolve, reject) => {
    spawn(process.execPath, ['node_modules/@nestjs/cli/bin/nest.js', 'build', project], {
      cwd: ROOT,
      stdio: 'inherit',
    })
      .on('error', reject)
      .on('close', (code) =>
        code === 0 ? resolve() : reject(new Error(`nest build ${project} ended with ${code}`)),
      );
  });
}

// Side by side: none reads what another writes, but for CommonJS.
const libraries = Promise.all([nestBuild('pay'), nestBuild('pay-simulator')]);
const results = await Promise.allSettled([
  libraries.then(() => buildCommonJs(join(ROOT, 'dist/libs'), join(ROOT, 'dist/cjs'))),
  nestBuild('demo'),
  nestBuild('sample'),
]);
for (const { reason } of results.filter(({ status }) => status === 'rejected')) {
  process.stderr.write(`${reason.message}\n`);
  process.exitCode = 1;
}
