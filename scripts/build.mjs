// npm run build: checks the types of all files, bundles the library and its simulator as ES modules and as CommonJS, and builds
// the demo. One compiler program checks and builds, because each further program would read and check the same files again.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { bundle } from './bundle.mjs';

const ROOT = join(import.meta.dirname, '..');
const PUBLISHED = /^libs\/[^/]+\/src\/(?!.*\.(spec|testing)\.ts$)/;
process.chdir(ROOT);

function fail(diagnostics) {
  const host = {
    getCurrentDirectory: () => ROOT,
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  };
  process.stderr.write(ts.formatDiagnosticsWithColorAndContext(diagnostics, host));
  process.exit(1);
}

/** Writes a compiled file for the bundler. */
function write(path, text) {
  const target = path.replace('/src/', '/');
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}

const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(
  'tsconfig.json',
  { outDir: 'dist', noEmitOnError: false, importHelpers: true, sourceMap: false, inlineSources: false },
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (diagnostic) => fail([diagnostic]) },
);
const program = ts.createProgram(fileNames, options);
const errors = [
  ...program.getConfigFileParsingDiagnostics(),
  ...program.getOptionsDiagnostics(),
  ...program.getGlobalDiagnostics(),
  ...program.getSyntacticDiagnostics(),
  ...program.getSemanticDiagnostics(),
];
if (errors.length > 0) fail(errors);

rmSync('dist', { recursive: true, force: true });
for (const source of program.getSourceFiles()) {
  if (!PUBLISHED.test(source.fileName.replace(`${ROOT}/`, ''))) continue;
  const { diagnostics } = program.emit(source, write);
  if (diagnostics.length > 0) fail(diagnostics);
}
await bundle();

// As `npm start` builds it.
const nest = spawnSync(process.execPath, ['node_modules/@nestjs/cli/bin/nest.js', 'build', 'demo'], {
  stdio: 'inherit',
});
process.exitCode = nest.status ?? 1;
