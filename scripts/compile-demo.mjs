// Compiles the demo with the sources of the library and the simulator. It checks no types: `npm run build` does.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import swc from '@swc/core';
import { filesIn, read, ROOT } from './generated.mjs';

const SOURCES = ['apps/demo/src', 'libs/pay/src', 'libs/pay-simulator/src'];
/** Styles and scripts for browsers, which the demo reads. */
const ASSETS = 'apps/demo/src/assets';
const OUTPUT = 'dist/apps/demo';

/** The compiled demo. */
export const DEMO = `${OUTPUT}/apps/demo/src/main.js`;

const options = {
  swcrc: false,
  cwd: ROOT,
  module: { type: 'es6', resolveFully: true },
  jsc: {
    baseUrl: ROOT,
    paths: JSON.parse(read('tsconfig.json')).compilerOptions.paths,
    target: 'es2023',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
};
rmSync(join(ROOT, OUTPUT), { recursive: true, force: true });

async function compile(file) {
  const { code } = await swc.transformFile(join(ROOT, file), options);
  const target = join(ROOT, OUTPUT, file.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
}

const files = SOURCES.flatMap((folder) => filesIn(folder).map((file) => `${folder}/${file}`));
await Promise.all(files.filter((file) => /(?<!\.spec|\.testing)\.ts$/.test(file)).map(compile));
cpSync(join(ROOT, ASSETS), join(ROOT, OUTPUT, ASSETS), { recursive: true });
