// What package.json says of the entries, made of the one list there is: `paths` of tsconfig.json. `--check` writes nothing.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const read = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
const MANIFEST = join(ROOT, 'package.json');

const manifest = read('package.json');
/** `./client` → `pay/client`, the place of the built file under each folder of a format. */
const entries = Object.entries(read('tsconfig.json').compilerOptions.paths).map(([name, [source]]) => [
  name.replace(manifest.name, '.'),
  /^\.\/libs\/(.*)\.ts$/.exec(source)[1].replace('/src/', '/'),
]);
const built = (folder, place) => ({ types: `${folder}/${place}.d.ts`, default: `${folder}/${place}.js` });
const asModule = (place) => built('./dist/libs', place);
const asCommonJs = (place) => built('./dist/cjs', place);

const root = asCommonJs(entries.find(([entry]) => entry === '.')[1]);
const said = {
  // For whoever knows no `exports`: CommonJS with `moduleResolution: node10`.
  main: root.default,
  types: root.types,
  typesVersions: {
    '*': Object.fromEntries(
      entries
        .filter(([entry]) => entry !== '.')
        .map(([entry, place]) => [entry.replace('./', ''), [asCommonJs(place).types]]),
    ),
  },
  exports: {
    ...Object.fromEntries(
      entries.map(([entry, place]) => [
        entry,
        // `module-sync` first: where Node can require a module, require and import give the same classes.
        { 'module-sync': asModule(place), import: asModule(place), require: asCommonJs(place) },
      ]),
    ),
    './package.json': './package.json',
  },
};

const text = `${JSON.stringify({ ...manifest, ...said }, null, 2)}\n`;
if (readFileSync(MANIFEST, 'utf8') !== text) {
  if (process.argv.includes('--check')) {
    process.stderr.write('package.json does not say the entries of tsconfig.json: npm run exports\n');
    process.exitCode = 1;
  } else {
    writeFileSync(MANIFEST, text);
  }
}
