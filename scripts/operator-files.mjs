// Writes the stylesheet, the words and the OpenAPI document of the operator's pages as modules, because the bundle has no other files.
import { transformSync } from 'esbuild';
import { load } from 'js-yaml';
import { HEADER, read, writeCompressed, writeGenerated } from './generated.mjs';

const FOLDER = 'libs/pay/src/operator';
// Without the spaces that a browser ignores, because the package has it twice.
const styles = transformSync(read(`${FOLDER}/styles.css`), { loader: 'css', minifyWhitespace: true });
writeGenerated(
  `${FOLDER}/files.generated.ts`,
  `${HEADER}
/** Words of the pages: names of states and kinds, with the tone of their label, and with a sentence. */
export const WORDS = ${JSON.stringify(JSON.parse(read(`${FOLDER}/words.json`)))} as const;
`,
);
writeCompressed(`${FOLDER}/styles.generated.ts`, 'STYLES', 'Styles of the pages', styles.code);
writeCompressed(
  `${FOLDER}/document.generated.ts`,
  'DOCUMENT',
  'OpenAPI document of the routes',
  load(read(`${FOLDER}/openapi.yaml`)),
);
