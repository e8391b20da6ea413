// Writes for language models: AGENTS.md (the rules), llms.txt (the list of pages), one file with the text of each kind of page,
// llms-full.txt (all kinds but the long pages of the operations), and each page as Markdown.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withoutComments } from './markdown.mjs';
import { DOCS, kinds } from './pages.mjs';

/** Returns the first sentence after the title. */
const summary = (text) =>
  withoutComments(text)
    .replace(/^# .*$/m, '')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .find((paragraph) => /^[A-Z`*]/.test(paragraph))
    ?.replace(/\s+/g, ' ')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .split(/(?<=[.:!?])\s/)[0] ?? '';

export function writeLlmsFiles(folder, { title, description, base }) {
  copyFileSync(join(DOCS, '../libs/pay/AGENTS.md'), join(folder, 'AGENTS.md'));
  const list = [`# ${title}`, `> ${description}`, `Read the [ten rules](${base}AGENTS.md) first.`];
  const full = [`# ${title}`, `> ${description}`];
  const files = [];
  for (const kind of kinds()) {
    const texts = [];
    const lines = kind.groups.flatMap(({ pages }) =>
      pages.map(({ path, title: name }) => {
        const text = withoutComments(readFileSync(join(DOCS, path), 'utf8'));
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
        texts.push(`<!-- ${base}${path} -->\n\n${text.trim()}`);
        return `- [${name}](${base}${path}): ${summary(text)}`;
      }),
    );
    list.push(`## ${kind.title}`, lines.join('\n'));
    const name = `llms-${kind.folder.split('/').at(-1)}.txt`;
    files.push(`- [${kind.title}](${base}${name})`);
    writeFileSync(join(folder, name), `${texts.join('\n\n')}\n`);
    if (kind.folder !== 'reference/operations') full.push(...texts);
  }
  files.push(`- [All of them, without the operations](${base}llms-full.txt)`);
  list.push('## Whole kinds in one file', files.join('\n'));
  writeFileSync(join(folder, 'llms.txt'), `${list.join('\n\n')}\n`);
  writeFileSync(join(folder, 'llms-full.txt'), `${full.join('\n\n')}\n`);
}
