// npm run generate: writes `exports` and the other entry fields of both package.json from the list of entries, and the version of the
// packages to the other files that have it.
import { mapValues } from './collections.mjs';
import { packages } from './entries.mjs';
import { read, writeGenerated } from './generated.mjs';

const built = (format, file) => ({
  types: `./dist/${format}/${file}.d.ts`,
  default: `./dist/${format}/${file}.js`,
});

/** `module-sync` comes first: if Node can require an ES module, require and import give the same classes. */
function formatsOf(file) {
  const esm = built('esm', file);
  return { 'module-sync': esm, import: esm, require: built('cjs', file) };
}

for (const { folder, entries, commands, data = [] } of packages) {
  const file = `${folder}/package.json`;
  const subpaths = entries.filter(({ subpath }) => subpath !== '.');
  const types = Object.fromEntries(subpaths.map(({ file: name }) => [name, [built('cjs', name).types]]));
  const manifest = {
    ...JSON.parse(read(file)),
    // For tools that do not read `exports`: CommonJS with `moduleResolution: node10`.
    main: built('cjs', 'index').default,
    types: built('cjs', 'index').types,
    ...(subpaths.length > 0 && { typesVersions: { '*': types } }),
    exports: {
      ...Object.fromEntries(entries.map(({ subpath, file: name }) => [subpath, formatsOf(name)])),
      ...Object.fromEntries(data.map((name) => [`./${name}`, `./${name}`])),
      './package.json': './package.json',
    },
    bin: mapValues(commands, (_source, name) => built('esm', name).default),
  };
  writeGenerated(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

const { version } = JSON.parse(read('libs/pay/package.json'));
/** Text before the version, by file. */
const VERSIONS = {
  'libs/pay/package.json': /(?<="pay-simulator": "\^)[^"]+/,
  'libs/pay/src/core/values/version.ts': /(?<=VERSION = ')[^']+/,
  'libs/pay/schematics/nest-add.ts': /(?<='pay-simulator': '\^)[^']+/,
  'libs/pay-simulator/src/http/version.ts': /(?<=VERSION = ')[^']+/,
  'libs/pay-simulator/Containerfile': /(?<=pay-simulator@)\S+/,
  'libs/pay-simulator/action.yml': /(?<=default: )\d+\.\d+\.\d+\S*/,
};
for (const [file, text] of Object.entries(VERSIONS)) writeGenerated(file, read(file).replace(text, version));
