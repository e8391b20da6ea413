// npm run generate: writes `exports` and the other entry fields of both package.json from the list of entries, and the version of the
// packages to the other files that have it.
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

/** The fields of package.json that follow from a package's entries and commands. */
function fieldsOf({ entries, commands, data = [] }) {
  const subpaths = entries.filter(({ subpath }) => subpath !== '.');
  return {
    // For tools that do not read `exports`: CommonJS with `moduleResolution: node10`.
    main: built('cjs', 'index').default,
    types: built('cjs', 'index').types,
    ...(subpaths.length > 0 && {
      typesVersions: {
        '*': Object.fromEntries(subpaths.map(({ file }) => [file, [built('cjs', file).types]])),
      },
    }),
    exports: {
      ...Object.fromEntries(entries.map(({ subpath, file }) => [subpath, formatsOf(file)])),
      ...Object.fromEntries(data.map((file) => [`./${file}`, `./${file}`])),
      './package.json': './package.json',
    },
    bin: Object.fromEntries(Object.keys(commands).map((name) => [name, built('esm', name).default])),
  };
}

for (const description of packages) {
  const file = `${description.folder}/package.json`;
  const manifest = JSON.parse(read(file));
  writeGenerated(file, `${JSON.stringify({ ...manifest, ...fieldsOf(description) }, null, 2)}\n`);
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
