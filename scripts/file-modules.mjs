// Styles, scripts, texts and the help of commands as modules, because the bundles have no other files.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { HEADER, read, ROOT } from './generated.mjs';

const KINDS = { css: 'STYLE', 'browser.js': 'SCRIPT', json: 'TEXTS', txt: 'USAGE', py: 'PYTHON', rb: 'RUBY' };

/** The options in the help of a command, for `parseArgs`: `--port 4010` has a value, `--url address …` several, `--json` none. */
function optionsIn(help) {
  const options = [...help.matchAll(/^ {2,4}--([\w-]+)( \S+)?( …)?(?: {2}|$)/gm)];
  const typeOf = (value) => (value === undefined ? "'boolean', default: false" : "'string'");
  return options.map(
    ([, name, value, isList]) =>
      `  '${name}': { type: ${typeOf(value)}${isList ? ', multiple: true' : ''} },\n`,
  );
}

function constantsOf(folder) {
  return readdirSync(join(ROOT, folder))
    .sort()
    .flatMap((file) => {
      const [, name, ending] = /^([\w-]+)\.(css|browser\.js|json|txt|py|rb)$/.exec(file) ?? [];
      if (name === undefined) return [];
      const text = read(`${folder}/${file}`).trimEnd();
      if (/`|\$\{/.test(text)) throw new Error(`${folder}/${file}: expected no backtick and no \${`);
      const constant = name.toUpperCase().replaceAll('-', '_');
      const value =
        ending === 'json' ? text : `String.raw\`${/txt|py|rb/.test(ending) ? '' : '\n'}${text}\n\``;
      return [
        `export const ${constant}_${KINDS[ending]} = ${value};\n`,
        ...(ending === 'txt' && optionsIn(text).length > 0
          ? [`export const ${constant}_OPTIONS = {\n${optionsIn(text).join('')}} as const;\n`]
          : []),
      ];
    });
}

/** Text of the module of a folder: `console.css` is `CONSOLE_STYLE`. */
export const fileModule = (folder) => [HEADER, ...constantsOf(folder)].join('\n');
