// npm run generate: writes `exports` and the other entry fields of both package.json from the list of entries.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packages } from './entries.mjs';
import { writeGenerated } from './generated.mjs';

const built = (format, file) => ({
  types: `./dist/${format}/${file}.d.ts`,
  default: `./dist/${format}/${file}.js`,
});

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
      ...Object.fromEntries(
        entries.map(({ subpath, file }) => [
          subpath,
          // `module-sync` comes first: if Node can require an ES module, require and import give the same classes.
          { 'module-sync': built('esm', file), import: built('esm', file), require: built('cjs', file) },
        ]),
      ),
      ...Object.fromEntries(data.map((file) => [`./${file}`, `./${file}`])),
      './package.json': './package.json',
    },
    bin: Object.fromEntries(Object.keys(commands).map((name) => [name, built('esm', name).default])),
  };
}

for (const description of packages) {
  const file = join(description.folder, 'package.json');
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8'));
  writeGenerated(file, `${JSON.stringify({ ...manifest, ...fieldsOf(description) }, null, 2)}\n`);
}
