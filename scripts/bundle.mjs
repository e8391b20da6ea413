// Bundles the built modules of each package into a few files for each format: they load faster than hundreds, and the package is
// small.
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';
import { packages } from './entries.mjs';
import { ROOT } from './generated.mjs';
import { serviceDocument } from './openapi/service-document.mjs';

/** What the compiler wrote. */
export const COMPILED = join(ROOT, 'dist/compiled');

/** The compiler's helpers become part of the bundle. */
const TSLIB = fileURLToPath(import.meta.resolve('tslib/tslib.es6.mjs'));
const inlineHelpers = { name: 'inline-helpers', resolveId: (id) => (id === 'tslib' ? TSLIB : null) };
const isExternal = (id) => !id.startsWith('.') && !id.startsWith('/') && id !== 'tslib';

/** Option classes use few different decorators, so one of each is enough: the package is smaller and loads faster. */
const shareDecorators = {
  name: 'share-decorators',
  renderChunk(code) {
    const shared = new Map();
    const fields = code.replaceAll(/^__decorate\(\[\n.+?\n\], \w+\.prototype, .+;$/gms, (field) =>
      field.replaceAll(
        /^\s+(classValidator\.\w+\([^()]*\)|__metadata\("design:type", \w+\))/gm,
        (_line, decorator) => {
          // A class of this chunk is defined after the shared decorators.
          if (/, (?!String|Number|Boolean|Array|Object)\w+\)$/.test(decorator)) return decorator;
          if (!shared.has(decorator)) shared.set(decorator, `d_${shared.size}`);
          return shared.get(decorator);
        },
      ),
    );
    const constants = [...shared].map(([decorator, name]) => `const ${name} = ${decorator};\n`);
    return fields.replace(/^class \w+ \{\n\}\n__decorate/m, (first) => constants.join('') + first);
  },
};
/** All names stay, and Node.js can print the line of an uncaught error. */
const removeWhitespace = {
  name: 'remove-whitespace',
  renderChunk: async (code) => {
    // esbuild would rename such a class, and Nest shows its name. Without a name it has that of the variable.
    const unnamed = code
      .replaceAll(/^var \w+_1;\n/gm, '')
      .replaceAll(/^(let (\w+) = )(?:\2_1 = )?class \2\b/gm, '$1class')
      .replaceAll(/\b([A-Z]\w+)_1\b/g, '$1');
    const minified = await transform(unnamed, {
      minifyWhitespace: true,
      minifySyntax: true,
      // The declarations contain the documentation.
      legalComments: 'none',
      lineLimit: 200,
      target: 'node20',
    });
    // The limit also splits strings and calls, but other tools must find the names of required modules.
    return minified.code.replace(/(?<!\\)\\\n/g, '').replace(/\b(require|import)\(\n/g, '$1(');
  },
};
/** A tab instead of four spaces saves a tenth of the package. */
const indentWithTabs = {
  name: 'indent-with-tabs',
  renderChunk: (code) => code.replace(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4)),
};
/** This project compiles without `exactOptionalPropertyTypes`. Users who switch it on may also pass undefined as "not set". */
const allowUndefined = { name: 'allow-undefined', renderChunk: (code) => withUndefined(code) };

/** Adds `| undefined` to the types of optional members. */
function withUndefined(code) {
  const source = ts.createSourceFile('chunk.d.ts', code, ts.ScriptTarget.ESNext);
  const MEMBERS = [ts.isPropertySignature, ts.isPropertyDeclaration, ts.isMappedTypeNode];
  const NEED_BRACKETS = [ts.isFunctionTypeNode, ts.isConstructorTypeNode, ts.isConditionalTypeNode];
  const added = [];
  const visit = (node) => {
    ts.forEachChild(node, visit);
    const { type, questionToken } = node;
    if (!questionToken || !type || !MEMBERS.some((is) => is(node))) return;
    if (/\bundefined$/.test(type.getText(source))) return;
    const [open, close] = NEED_BRACKETS.some((is) => is(type)) ? ['(', ')'] : ['', ''];
    added.push([type.getStart(source), open], [type.end, `${close} | undefined`]);
  };
  visit(source);
  // From the end, so that the positions stay correct.
  return added
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [at, addition]) => text.slice(0, at) + addition + text.slice(at), code);
}

/** Modules that load Nest, also through others. */
const nestModules = new Set();
const findNestModules = {
  name: 'find-nest-modules',
  buildEnd() {
    nestModules.clear();
    for (const id of this.getModuleIds()) if (/^(@nestjs\/|rxjs|axios)/.test(id)) nestModules.add(id);
    // Importers are added while the loop runs.
    for (const id of nestModules)
      for (const importer of this.getModuleInfo(id).importers) nestModules.add(importer);
  },
};

/** Folders whose modules are loaded together. Without this list, rollup would write a chunk for each set of entries. */
const CHUNKS = [
  ['values', /\/pay\/src\/core\/(values|operation|options\/option-rules)/],
  ['client', /\/pay\/src\/(core|auth|areas|clients|outcome|webhooks|timeline)\//],
  ['stores', /\/pay\/src\/(stores|inbox|idempotency)\/(?!bullmq\/)/],
  ['$1', /\/pay\/src\/(payouts|telemetry|doctor|nest|swagger|jobs)\//],
  // A command prints them without Nest.
  ['migrations', /\/pay\/src\/(till|subscriptions|splits|fiscal|operator)\/migrations/],
  // The rest of the operator needs Nest.
  ['operator', /\/pay\/src\/operator\/(?!pay-operator|operator\.controller)/],
  ['cli', /\/pay\/src\/cli\/(arguments|command|environment|env-file|inbox\/open-inbox)\.js$/],
];
/** The same for modules of jobs that load no Nest. They are common to both formats, those that the jobs share as part of the stores. */
const COMMON_CHUNKS = [
  ['stores', /\/pay\/src\/(nest|jobs)\/(?!migrations)/],
  ['$1-common', /\/pay\/src\/(till|subscriptions|splits|fiscal|testing)\/(?!migrations)/],
];
function chunkOf(id) {
  const chunks = nestModules.has(id) ? CHUNKS : [...COMMON_CHUNKS, ...CHUNKS];
  const [name, folder] = chunks.find((chunk) => chunk[1].test(id)) ?? [];
  return name?.replace('$1', () => folder.exec(id)[1]);
}

/** ES modules load the CommonJS form of such chunks, so the package has their code and its classes once. */
const loadCommonChunks = {
  name: 'load-common-chunks',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.fileName.endsWith('.cjs')) chunk.code = namesOf(chunk);
      // The common chunk has loaded it. Node.js would look for its names, which takes longer than to run it.
      else if (chunk.imports.includes('shared-client.cjs'))
        chunk.code = chunk.code.replace(/\bimport ?['"]reflect-metadata['"];/, '');
    }
  },
};
/** Node.js reads the names of a CommonJS module before it runs it, which takes as long as the file is. */
const namesOf = ({ name, exports }) =>
  `const chunk = require('../cjs/shared-${name}.js');\nmodule.exports = chunk;\n0 && (module.exports = { ${exports.join(', ')} });\n`;
/** Commands are started, never required, so they have no CommonJS form. */
const removeCommands = (commands) => ({
  name: 'remove-commands',
  generateBundle(_options, bundle) {
    const entries = Object.values(bundle).filter(({ isEntry, name }) => isEntry && !(name in commands));
    const kept = new Set(entries.map(({ fileName }) => fileName));
    // Imported files are added while the loop runs.
    for (const file of kept)
      for (const imported of [...bundle[file].imports, ...bundle[file].dynamicImports])
        if (imported in bundle) kept.add(imported);
    for (const file of Object.keys(bundle)) if (!kept.has(file)) delete bundle[file];
  },
});

const fail = (warning) => {
  throw new Error(warning.message);
};

const sourcesOf = (names, extension) =>
  Object.fromEntries(names.map(([file, source]) => [file, join(COMPILED, `${source}${extension}`)]));

async function write(input, output) {
  const bundle = await rollup(input);
  await bundle.write(output);
  await bundle.close();
}

export async function bundle() {
  for (const description of packages) await bundlePackage(description);
  // For client generators. The simulator itself serves it with its own addresses.
  writeFileSync(join(ROOT, 'libs/pay-simulator/openapi.json'), JSON.stringify(serviceDocument()));
}

const CODE = { external: isExternal, plugins: [inlineHelpers], onwarn: fail };

async function bundlePackage({ folder, entries, commands, loaded = {} }) {
  const dist = join(ROOT, folder, 'dist');
  const [esm, cjs] = [join(dist, 'esm'), join(dist, 'cjs')];
  rmSync(dist, { recursive: true, force: true });
  const files = entries.map(({ file, source }) => [file, source]);
  const names = {
    entryFileNames: '[name].js',
    hoistTransitiveImports: false,
    // Both formats of a chunk have the same names.
    minifyInternalExports: false,
    manualChunks: chunkOf,
  };

  const modules = await rollup({
    ...CODE,
    plugins: [...CODE.plugins, findNestModules],
    input: sourcesOf([...files, ...Object.entries(commands)], '.js'),
  });
  const { output } = await modules.write({
    ...names,
    chunkFileNames: 'shared-[name].js',
    dir: cjs,
    format: 'cjs',
    exports: 'named',
    // Jest in an application of CommonJS modules cannot run `import()`.
    dynamicImportInCjs: false,
    plugins: [shareDecorators, removeWhitespace, removeCommands(commands)],
  });
  const required = new Set(output.map(({ name }) => name));
  // Chunks that need no Nest are common to both formats.
  const isCommon = ({ name, moduleIds }) =>
    required.has(name) && !moduleIds.some((id) => nestModules.has(id));
  await modules.write({
    ...names,
    chunkFileNames: (chunk) => `shared-[name].${isCommon(chunk) ? 'cjs' : 'js'}`,
    dir: esm,
    format: 'es',
    plugins: [removeWhitespace, loadCommonChunks],
  });
  await modules.close();
  // npm makes commands executable when it installs them, and a build replaces the installed files of this workspace.
  for (const command of Object.keys(commands)) chmodSync(join(esm, `${command}.js`), 0o755);
  writeFileSync(join(cjs, 'package.json'), '{ "type": "commonjs" }\n');
  for (const [file, source] of Object.entries(loaded)) {
    const output = { file: join(cjs, `${file}.js`), format: 'cjs', plugins: [removeWhitespace] };
    await write({ ...CODE, input: join(COMPILED, `${source}.js`) }, output);
  }

  await write(
    // The plugin warns about types that no entry exports, such as those of private constructor parameters.
    {
      external: isExternal,
      plugins: [dts(), allowUndefined, indentWithTabs],
      input: sourcesOf(files, '.d.ts'),
      onwarn: () => undefined,
    },
    { dir: cjs, format: 'es', entryFileNames: '[name].d.ts', chunkFileNames: 'shared-[name].ts' },
  );
  // One set of declarations, so that the types of both formats are the same.
  for (const [file] of files)
    writeFileSync(join(esm, `${file}.d.ts`), `export * from '../cjs/${file}.js';\n`);
}
