// Writes `exports` and the other entry fields of package.json from the list of entries. `--check` writes nothing.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands, entries } from './entries.mjs';

const MANIFEST = join(import.meta.dirname, '../package.json');
const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'));
const built = (format, file) => ({
  types: `./dist/${format}/${file}.d.ts`,
  default: `./dist/${format}/${file}.js`,
});

const fields = {
  // For tools that do not read `exports`: CommonJS with `moduleResolution: node10`.
  main: built('cjs', 'index').default,
  types: built('cjs', 'index').types,
  typesVersions: {
    '*': Object.fromEntries(
      entries.filter(({ subpath }) => subpath !== '.').map(({ file }) => [file, [built('cjs', file).types]]),
    ),
  },
  exports: {
    ...Object.fromEntries(
      entries.map(({ subpath, file }) => [
        subpath,
        // `module-sync` comes first: if Node can require an ES module, require and import give the same classes.
        { 'module-sync': built('esm', file), import: built('esm', file), require: built('cjs', file) },
      ]),
    ),
    './package.json': './package.json',
  },
  bin: Object.fromEntries(Object.keys(commands).map((name) => [name, built('esm', name).default])),
};

const text = `${JSON.stringify({ ...manifest, ...fields }, null, 2)}\n`;
if (readFileSync(MANIFEST, 'utf8') !== text) {
  if (process.argv.includes('--check')) {
    process.stderr.write('The entries in package.json differ from tsconfig.json: run npm run exports\n');
    process.exitCode = 1;
  } else {
    writeFileSync(MANIFEST, text);
  }
}
