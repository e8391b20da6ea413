// The package's entries and commands. `paths` of tsconfig.json is the one list of entries.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const { paths } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')).compilerOptions;

/** `nestjs-pay/simulator` → `{ subpath: './simulator', file: 'simulator', source: 'pay-simulator/index' }`. */
export const entries = Object.entries(paths).map(([name, [source]]) => {
  const subpath = name.replace(/^nestjs-pay/, '.');
  return {
    subpath,
    file: subpath === '.' ? 'index' : subpath.slice(2),
    source: /^\.\/libs\/(.*)\.ts$/.exec(source)[1].replace('/src/', '/'),
  };
});

/** Command → its source. */
export const commands = { 'nestjs-pay': 'pay/cli', 'pay-simulator': 'pay-simulator/cli' };
