// The stylesheet and the words of the operator's pages as a module, because the bundle has no other files.
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
writeGenerated(
  `${FOLDER}/files.generated.ts`,
  `${HEADER}
/** Styles of the pages. */
export const STYLES = \`${small}\n\`;
/** Words of the pages: names of states and kinds, with the tone of their label, and with a sentence. */
export const WORDS = ${words} as const;
`,
);
