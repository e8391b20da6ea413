// npm run prose: finds replaced terms in comments, test titles and texts of the code. `.textlintrc.json` lists the terms.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

const { rules } = JSON.parse(readFileSync('.textlintrc.json', 'utf8'));
// These terms are allowed in code: the service settles funds, and promises settle.
const ALLOWED = /^(settl|\(\?<!in \)\\b(turns))/;
const terms = rules.terminology.terms
  .filter(([pattern]) => !ALLOWED.test(pattern))
  .map(([pattern, replacement]) => [new RegExp(`\\b(?:${pattern})\\b`, 'i'), replacement]);
const folders = process.argv.slice(2);
const files = execFileSync('git', ['ls-files', '--', ...(folders.length > 0 ? folders : ['*.ts', '*.mjs'])], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|mjs)$/.test(file) && !file.endsWith('.generated.ts'));

/** Calls `visit` with each comment and each text of more than one word. */
function forEachText(source, visit) {
  const seen = new Set();
  const visitComments = (position) => {
    for (const { pos, end } of [
      ...(ts.getLeadingCommentRanges(source.text, position) ?? []),
      ...(ts.getTrailingCommentRanges(source.text, position) ?? []),
    ]) {
      if (seen.has(pos)) continue;
      seen.add(pos);
      visit(pos, source.text.slice(pos, end));
    }
  };
  const walk = (node) => {
    visitComments(node.getFullStart());
    visitComments(node.getEnd());
    if (
      (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) &&
      node.text.trim().includes(' ')
    )
      visit(node.getStart(source), node.text);
    ts.forEachChild(node, walk);
  };
  walk(source);
}

let found = 0;
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  forEachText(source, (position, prose) => {
    for (const [pattern, replacement] of terms) {
      const match = pattern.exec(prose);
      if (match === null) continue;
      found++;
      const line = source.getLineAndCharacterOfPosition(position).line + 1;
      process.stdout.write(`${file}:${line}: "${match[0]}" (use "${replacement}")\n`);
    }
  });
}
if (found > 0) {
  process.stdout.write(`${found} replaced terms\n`);
  process.exitCode = 1;
}
