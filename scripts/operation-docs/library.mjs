// Loads the values of the library that the pages show.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { filesIn, ROOT } from '../generated.mjs';

const SOURCE = join(ROOT, 'libs/pay/src');

/** Loads modules of the library: what they export, by path. */
async function load(files) {
  const contents = files.map((file) => `export * as '${file}' from './${file}';`).join('\n');
  const options = { bundle: true, format: 'cjs', platform: 'node', packages: 'external', write: false };
  const { outputFiles } = await build({ stdin: { contents, resolveDir: SOURCE }, ...options });
  const loaded = { exports: {} };
  new Function('require', 'module', outputFiles[0].text)(createRequire(join(SOURCE, 'client.ts')), loaded);
  return loaded.exports;
}

const declaringFiles = filesIn('libs/pay/src').filter((file) => file.endsWith('.operations.ts'));
const CONFIRMATION = 'webhooks/confirmation';
const modules = await load([
  ...declaringFiles,
  'areas/define-operation.ts',
  'core/operation/failure.ts',
  'nest/options/environment-variables.ts',
  `${CONFIRMATION}/confirming-endpoint.ts`,
  `${CONFIRMATION}/readings.ts`,
]);

/** The function that describes a refusal, the table of environment variables, and how events are confirmed. */
export const { refusalFailure } = modules['core/operation/failure.ts'];
export const environment = modules['nest/options/environment-variables.ts'];
export const { READS } = modules[`${CONFIRMATION}/confirming-endpoint.ts`];
export const { READINGS: readings } = modules[`${CONFIRMATION}/readings.ts`];

/** The declarations of all operations. Those in files of their own come first, because they say more. */
export const declarations = [
  ...declaringFiles
    .flatMap((file) => Object.values(modules[file]))
    .filter((one) => one?.method !== undefined),
  ...Object.values(modules['areas/define-operation.ts'].operations),
];
