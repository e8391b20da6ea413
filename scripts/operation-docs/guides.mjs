// Updates the code that hand-written pages show from docs/examples/guides, after `<!-- example: guides/<file> -->`.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shownRegion } from './examples.mjs';
import { EXAMPLES, ROOT } from './root.mjs';

export const GUIDES = 'guides/';
const SHOWN = /<!-- example: (guides\/[\w-]+\.ts) -->\n\n```ts\n(.*?)```\n/gs;

const KINDS = ['tutorial', 'how-to', 'reference', 'explanation'];
const handWrittenPages = () =>
  KINDS.map((kind) => `docs/${kind}`).flatMap((folder) =>
    existsSync(join(ROOT, folder))
      ? readdirSync(join(ROOT, folder))
          .filter((file) => file.endsWith('.md'))
          .map((file) => `${folder}/${file}`)
      : [],
  );

/** Writes the code into the pages, or reports the pages that show older code. */
export function showGuides(isCheck, problems) {
  const shown = new Set();
  for (const page of handWrittenPages()) {
    const path = join(ROOT, page);
    const text = readFileSync(path, 'utf8');
    const renewed = text.replace(SHOWN, (block, example) => {
      shown.add(example);
      const file = join(ROOT, EXAMPLES, example);
      if (!existsSync(file)) {
        problems.push(`${page} shows ${EXAMPLES}/${example}, which does not exist.`);
        return block;
      }
      return `<!-- example: ${example} -->\n\n\`\`\`ts\n${shownRegion(readFileSync(file, 'utf8'))}\n\`\`\`\n`;
    });
    if (renewed === text) continue;
    if (isCheck) problems.push(`${page} shows an older version of its examples: run npm run generate`);
    else writeFileSync(path, renewed);
  }
  for (const file of readdirSync(join(ROOT, EXAMPLES, GUIDES)))
    if (!shown.has(GUIDES + file)) problems.push(`${EXAMPLES}/${GUIDES}${file} is not shown on any page.`);
}
