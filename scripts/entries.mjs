// The two packages with their entries and commands. `paths` of tsconfig.json is the one list of entries.
import { read } from './generated.mjs';

const { paths } = JSON.parse(read('tsconfig.json')).compilerOptions;

/** `nestjs-pay/client` → `{ subpath: './client', file: 'client', source: 'libs/pay/src/client' }`. */
const entriesOf = (name) =>
  Object.entries(paths)
    .filter(([specifier]) => specifier === name || specifier.startsWith(`${name}/`))
    .map(([specifier, [source]]) => {
      const subpath = specifier.replace(name, '.');
      const file = subpath === '.' ? 'index' : subpath.slice(2);
      return { subpath, file, source: source.replace(/^\.\/|\.ts$/g, '') };
    });

/**
 * Each package: its folder, its entries, its commands with their sources, data files, and files that other programs load: they are
 * complete, and CommonJS, because `--require` loads them into every process, and `nest add` also in versions of Node that cannot
 * require an ES module.
 */
export const packages = [
  {
    name: 'nestjs-pay',
    folder: 'libs/pay',
    entries: entriesOf('nestjs-pay'),
    commands: { 'nestjs-pay': 'libs/pay/src/cli' },
    loaded: { 'nest-add': 'libs/pay/schematics/nest-add' },
  },
  {
    name: 'pay-simulator',
    folder: 'libs/pay-simulator',
    entries: entriesOf('pay-simulator'),
    commands: { 'pay-simulator': 'libs/pay-simulator/src/cli' },
    loaded: { 'node-preload': 'libs/pay-simulator/src/transparent/node-preload' },
    data: ['openapi.json'],
  },
];
