// The ES modules that were built, once more as CommonJS: only how they import changes, so that the two cannot differ.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { transformSync } from '@swc/core';

const SOURCE_MAP = /\n\/\/# sourceMappingURL=.*\s*$/;
/** A command is started, never required. */
const COMMAND = /(^|[\\/])cli(\.(js|d\.ts)$|[\\/])/;

function asCommonJs(code, filename) {
  const result = transformSync(code.replace(SOURCE_MAP, '\n'), {
    filename,
    configFile: false,
    swcrc: false,
    isModule: true,
    sourceMaps: false,
    jsc: { target: 'es2023', parser: { syntax: 'ecmascript' } },
    module: { type: 'commonjs' },
  });
  // Refuses what CommonJS cannot say: `await` outside of a function.
  new Script(`(function (exports, require, module) {${result.code}\n})`, { filename });
  return result.code;
}

/** Writes what `from` has as ES modules to `to` as CommonJS, with the types once more: their folder says the format. */
export function buildCommonJs(from, to) {
  rmSync(to, { recursive: true, force: true });
  const files = readdirSync(from, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /\.(js|d\.ts)$/.test(name) && !COMMAND.test(name))) {
    const target = join(to, file);
    const text = readFileSync(join(from, file), 'utf8');
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, file.endsWith('.js') ? asCommonJs(text, target) : text);
  }
  writeFileSync(join(to, 'package.json'), '{ "type": "commonjs" }\n');
}
