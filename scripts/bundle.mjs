// Bundles the built modules of each package into a few files for each format: they load faster than hundreds, and the package is
// small.
import { chmodSync, copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';
import { packages } from './entries.mjs';
import { serviceDocument } from './openapi/service-document.mjs';

const ROOT = join(import.meta.dirname, '..');
/** What the compiler wrote, by package. */
const COMPILED = join(ROOT, 'dist/libs');
const SCHEMATICS = join(ROOT, 'libs/pay/schematics');

/** The compiler's helpers become part of the bundle. */
const TSLIB = fileURLToPath(import.meta.resolve('tslib/tslib.es6.mjs'));
const inlineHelpers = { name: 'inline-helpers', resolveId: (id) => (id === 'tslib' ? TSLIB : null) };
const isExternal = (id) => !id.startsWith('.') && !id.startsWith('/') && id !== 'tslib';

/** The declarations contain the documentation. */
const removeComments = {
  name: 'remove-comments',
  renderChunk(code) {
    const compilerOptions = {
      removeComments: true,
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.Preserve,
    };
    return indentWithTabs(ts.transpileModule(code, { compilerOptions }).outputText);
  },
};
/** Option classes use few different decorators, so one of each is enough: the package is smaller and loads faster. */
const shareDecorators = {
  name: 'share-decorators',
  renderChunk(code) {
    const shared = new Map();
    const fields = code.replaceAll(/^__decorate\(\[\n.+?\n\], \w+\.prototype, .+;$/gms, (field) =>
      field.replaceAll(
        /^\s(classValidator\.\w+\([^()]*\)|__metadata\("design:type", \w+\))/gm,
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
      lineLimit: 200,
      target: 'node20',
    });
    // The limit also splits strings and calls, but other tools must find the names of required modules.
    return minified.code.replace(/(?<!\\)\\\n/g, '').replace(/\b(require|import)\(\n/g, '$1(');
  },
};
const indentDeclarations = { name: 'indent-declarations', renderChunk: (code) => indentWithTabs(code) };
/** This project compiles without `exactOptionalPropertyTypes`. Users who switch it on may also pass undefined as "not set". */
const allowUndefined = { name: 'allow-undefined', renderChunk: (code) => withUndefined(code) };

/** Adds `| undefined` to the types of optional members. */
function withUndefined(code) {
  const source = ts.createSourceFile('chunk.d.ts', code, ts.ScriptTarget.ESNext);
  const added = [];
  const visit = (node) => {
    ts.forEachChild(node, visit);
    const isMember =
      ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isMappedTypeNode(node);
    if (!isMember || !node.questionToken || node.type === undefined) return;
    if (/\bundefined$/.test(node.type.getText(source))) return;
    const needsBrackets = [ts.isFunctionTypeNode, ts.isConstructorTypeNode, ts.isConditionalTypeNode];
    const [open, close] = needsBrackets.some((is) => is(node.type)) ? ['(', ')'] : ['', ''];
    added.push({ at: node.type.getStart(source), text: open });
    added.push({ at: node.type.end, text: `${close} | undefined` });
  };
  visit(source);
  // From the end, so that the positions stay correct.
  return added
    .toSorted((a, b) => b.at - a.at)
    .reduce((text, { at, text: addition }) => text.slice(0, at) + addition + text.slice(at), code);
}

/** A tab instead of four spaces saves a tenth of the package. Does not change the lines of template literals. */
function indentWithTabs(code) {
  const source = ts.createSourceFile('chunk.ts', code, ts.ScriptTarget.ESNext);
  const templates = [];
  const visit = (node) => {
    if (ts.isTemplateLiteral(node)) templates.push({ start: node.getStart(source), end: node.end });
    else ts.forEachChild(node, visit);
  };
  visit(source);
  let next = 0;
  return code.replace(/^(?: {4})+/gm, (indent, at) => {
    while (next < templates.length && templates[next].end <= at) next++;
    return templates[next]?.start < at ? indent : '\t'.repeat(indent.length / 4);
  });
}

/** Folders whose modules are loaded together. Without this list, rollup would write a chunk for each set of entries. */
const CHUNKS = [
  ['values', /\/pay\/core\/(values|operation|options\/option-rules)/],
  ['client', /\/pay\/(core|auth|areas|clients|outcome|webhooks|timeline)\//],
  ['stores', /\/pay\/(stores|inbox|idempotency)\/(?!bullmq\/)/],
  ['payouts', /\/pay\/payouts\//],
  ['telemetry', /\/pay\/telemetry\//],
  ['doctor', /\/pay\/doctor\//],
  ['nest', /\/pay\/nest\//],
  ['swagger', /\/pay\/swagger\//],
  ['jobs', /\/pay\/jobs\//],
  // A command prints them without Nest.
  ['migrations', /\/pay\/(till|subscriptions|splits|fiscal|operator)\/migrations/],
  // The rest of the operator needs Nest.
  ['operator', /\/pay\/operator\/(?!pay-operator|operator\.|places)/],
  ['cli', /\/pay\/cli\/(arguments|command|environment|env-file|inbox\/open-inbox)\.js$/],
];
/** Folders of jobs. Their modules that load no Nest are common to both formats, those that the jobs share as part of the stores. */
const JOBS = /\/pay\/(nest|jobs|till|subscriptions|splits|fiscal|testing)\/(?!migrations)/;
const LOADS_NEST = /^(@nestjs\/|rxjs|axios)/;
function chunkOf(id, { getModuleInfo }) {
  const [, job] = JOBS.exec(id) ?? [];
  if (job !== undefined && !loadsNest(id, getModuleInfo))
    return job === 'jobs' || job === 'nest' ? 'stores' : `${job}-common`;
  return CHUNKS.find(([, folder]) => folder.test(id))?.[0];
}
function loadsNest(id, getModuleInfo, seen = new Set()) {
  if (seen.has(id)) return false;
  seen.add(id);
  const imported = getModuleInfo(id)?.importedIds ?? [];
  return imported.some((one) => LOADS_NEST.test(one) || loadsNest(one, getModuleInfo, seen));
}

/**
 * Chunks that need no Nest, and those of the simulator that its CommonJS form has. Both formats load their CommonJS form, so the
 * package has this code and its classes once.
 */
const COMMON_CHUNKS = new Set([
  ...['values', 'client', 'stores', 'swagger', 'payouts', 'doctor', 'operator', 'migrations', 'telemetry'],
  ...['till', 'subscriptions', 'splits', 'fiscal', 'testing'].map((job) => `${job}-common`),
  ...['simulator', 'service-document.generated', 'claims.generated', 'confidence'],
  ...['request-limits', 'controlled-routes', 'triggers', 'awaited-receivers'],
  ...['transparent-mode', 'create-certificates', 'service-hosts'],
]);
const esmNameOf = ({ name }) => `shared-${name}.${COMMON_CHUNKS.has(name) ? 'cjs' : 'js'}`;
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
    const kept = new Set();
    const keep = (file) => {
      if (kept.has(file) || bundle[file] === undefined) return;
      kept.add(file);
      for (const imported of [...bundle[file].imports, ...bundle[file].dynamicImports]) keep(imported);
    };
    for (const { fileName, isEntry, name } of Object.values(bundle))
      if (isEntry && !Object.hasOwn(commands, name)) keep(fileName);
    for (const file of Object.keys(bundle)) if (!kept.has(file)) delete bundle[file];
  },
});

const fail = (warning) => {
  throw new Error(warning.message);
};

const sourcesOf = (names, extension) =>
  Object.fromEntries(names.map(([file, source]) => [file, join(COMPILED, `${source}${extension}`)]));

async function write(input, ...outputs) {
  const bundle = await rollup(input);
  for (const output of outputs) await bundle.write(output);
  await bundle.close();
}

export async function bundle() {
  for (const description of packages) await bundlePackage(description);
  await bundleSchematics();
  // For client generators. The simulator itself serves it with its own addresses.
  writeFileSync(join(ROOT, 'libs/pay-simulator/openapi.json'), JSON.stringify(serviceDocument()));
}

const CODE = { external: isExternal, plugins: [inlineHelpers, removeComments], onwarn: fail };

async function bundlePackage({ folder, entries, commands, preloads = {} }) {
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

  await write(
    { ...CODE, input: sourcesOf([...files, ...Object.entries(commands)], '.js') },
    {
      ...names,
      chunkFileNames: esmNameOf,
      dir: esm,
      format: 'es',
      plugins: [removeWhitespace, loadCommonChunks],
    },
    {
      ...names,
      chunkFileNames: 'shared-[name].js',
      dir: cjs,
      format: 'cjs',
      exports: 'named',
      // Jest in an application of CommonJS modules cannot run `import()`.
      dynamicImportInCjs: false,
      plugins: [shareDecorators, removeWhitespace, removeCommands(commands)],
    },
  );
  // npm makes commands executable when it installs them, and a build replaces the installed files of this workspace.
  for (const command of Object.keys(commands)) chmodSync(join(esm, `${command}.js`), 0o755);
  writeFileSync(join(cjs, 'package.json'), '{ "type": "commonjs" }\n');
  // Each in a file of its own, because `--require` loads it into every process.
  for (const [file, source] of Object.entries(preloads)) {
    const input = join(COMPILED, `${source}.js`);
    await write({ ...CODE, input }, { file: join(cjs, `${file}.js`), format: 'cjs' });
  }

  await write(
    // The plugin warns about types that no entry exports, such as those of private constructor parameters.
    {
      external: isExternal,
      plugins: [dts(), allowUndefined, indentDeclarations],
      input: sourcesOf(files, '.d.ts'),
      onwarn: () => undefined,
    },
    { dir: cjs, format: 'es', entryFileNames: '[name].d.ts', chunkFileNames: 'shared-[name].ts' },
  );
  // One set of declarations, so that the types of both formats are the same.
  for (const [file] of files)
    writeFileSync(join(esm, `${file}.d.ts`), `export * from '../cjs/${file}.js';\n`);
}

/** `nest add nestjs-pay` requires this file, also in versions of Node that cannot require an ES module. */
async function bundleSchematics() {
  const folder = join(ROOT, 'libs/pay/dist/schematics');
  await write(
    { ...CODE, input: join(COMPILED, 'schematics/nest-add.js') },
    { file: join(folder, 'nest-add.cjs'), format: 'cjs', plugins: [removeWhitespace] },
  );
  for (const file of ['collection.json', 'schema.json'])
    copyFileSync(join(SCHEMATICS, file), join(folder, file));
}
