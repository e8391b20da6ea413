// npm run prose: finds replaced terms in comments, test titles and texts of the code. `.textlintrc.json` lists the terms.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { rules } = JSON.parse(readFileSync('.textlintrc.json', 'utf8'));
// These terms are allowed in code: the service settles funds, and promises settle.
const ALLOWED = /^(settl|\(\?<!in \)\\b(turns))/;
const terms = rules.terminology.terms
  .filter(([pattern]) => !ALLOWED.test(pattern))
  .map(([pattern, replacement]) => [new RegExp(`\\b(?:${pattern})\\b`, 'i'), replacement]);
const INSERTED = String.raw`\$\{(?:[^{}\x60]|\x60[^\x60]*\x60|\{[^{}]*\})*\}`;
/** Comments, strings and templates. A template can contain others. */
const PROSE = new RegExp(
  String.raw`/\*.*?\*/|//[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\x60(?:\\.|${INSERTED}|[^\\\x60])*\x60`,
  'gs',
);

/** Finds comments, and texts of more than one word, also in the values that a template inserts. */
function* textsIn(code, start = 0) {
  for (const { 0: prose, index } of code.matchAll(PROSE)) {
    const at = start + index;
    const words = prose.replaceAll(new RegExp(INSERTED, 'g'), '');
    if (words.trim().includes(' ')) yield { words, at };
    if (prose.startsWith('`'))
      for (const inserted of prose.matchAll(new RegExp(INSERTED, 'g')))
        yield* textsIn(inserted[0].slice(2), at + inserted.index + 2);
  }
}

const files = execFileSync('git', ['ls-files', '*.ts', '*.mjs'], {
  encoding: 'utf8',
});
let found = 0;
for (const file of files.trim().split('\n')) {
  if (file.endsWith('.generated.ts')) continue;
  const code = readFileSync(file, 'utf8');
  for (const { words, at } of textsIn(code))
    for (const [pattern, replacement] of terms) {
      const match = pattern.exec(words);
      if (match === null) continue;
      found++;
      const line = code.slice(0, at).split('\n').length;
      process.stdout.write(`${file}:${line}: "${match[0]}" (use "${replacement}")\n`);
    }
}
if (found > 0) {
  process.stdout.write(`${found} replaced terms\n`);
  process.exitCode = 1;
}
