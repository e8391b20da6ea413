// Writes styles, scripts, texts and the help of commands as modules, because the bundles have no other files.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { HEADER, read, ROOT, writeGenerated } from './generated.mjs';

/** The options in the help of a command, for `parseArgs`: `--port 4010` has a value, `--url address …` several, `--json` none. */
function optionsIn(help) {
  const options = [...help.matchAll(/^ {2,4}--([\w-]+)( \S+)?( …)?(?: {2}|$)/gm)];
  const typeOf = (value) => (value === undefined ? "'boolean', default: false" : "'string'");
  return options.map(
    ([, name, value, isList]) =>
      `  '${name}': { type: ${typeOf(value)}${isList ? ', multiple: true' : ''} },\n`,
  );
}

/** Kinds of files by their ending: the end of the constant's name, and its value. */
const KINDS = {
  css: ['STYLE', (text) => template(`\n${text}`)],
  'browser.js': ['SCRIPT', (text) => template(`\n${text}`)],
  json: ['TEXTS', (text) => text.trimEnd()],
  txt: ['USAGE', template],
  py: ['PYTHON', template],
  rb: ['RUBY', template],
};

/** Returns whether a file becomes a constant of its folder's module. */
export const isModuleFile = (file) => Object.keys(KINDS).some((ending) => file.endsWith(`.${ending}`));

function template(text) {
  if (/`|\$\{/.test(text)) throw new Error(`expected no backtick and no \${ in: ${text}`);
  return `String.raw\`${text.trimEnd()}\n\``;
}

/** Writes the module of a folder: `console.css` is `CONSOLE_STYLE`. */
export function writeFileModule(folder, module) {
  const constants = readdirSync(join(ROOT, folder))
    .sort()
    .flatMap((file) => {
      const [, name, ending] = /^([\w-]+)\.(.+)$/.exec(file) ?? [];
      if (!isModuleFile(file)) return [];
      const constant = name.toUpperCase().replaceAll('-', '_');
      const text = read(`${folder}/${file}`);
      const [kind, valueOf] = KINDS[ending];
      const options = ending === 'txt' ? optionsIn(text) : [];
      return [
        `export const ${constant}_${kind} = ${valueOf(text)};\n`,
        ...(options.length > 0
          ? [`export const ${constant}_OPTIONS = {\n${options.join('')}} as const;\n`]
          : []),
      ];
    });
  writeGenerated(`${folder}/${module}`, [HEADER, ...constants].join('\n'));
}
