// The stylesheet, the words and the OpenAPI document of the operator's pages as a module, because the bundle has no other files.
import { load } from 'js-yaml';
import { HEADER, read, writeGenerated } from './generated.mjs';

const FOLDER = 'libs/pay/src/operator';
const css = read(`${FOLDER}/styles.css`);
if (/`|\$\{|\\/.test(css)) throw new Error('styles.css: expected no backtick, no ${ and no backslash');
// Without the spaces that a browser ignores, because the package has it twice.
const small = css
  .replace(/\s*\n\s*/g, '\n')
  .replace(/\s*([{};])\s*/g, '$1')
  .replace(/: /g, ':')
  .trim();
const words = JSON.stringify(JSON.parse(read(`${FOLDER}/words.json`)));
const document = JSON.stringify(JSON.stringify(load(read(`${FOLDER}/openapi.yaml`))));
writeGenerated(
  `${FOLDER}/files.generated.ts`,
  `${HEADER}
/** Styles of the pages. */
export const STYLES = \`${small}\n\`;
/** Words of the pages: names of states and kinds, with the tone of their label, and with a sentence. */
export const WORDS = ${words} as const;
/** OpenAPI document of the routes. */
export const DOCUMENT = ${document};
`,
);
