import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import ts from 'typescript';

interface ProseConfig {
  rules: { terminology: { terms: [pattern: string, replacement: string][] } };
}

const { rules } = JSON.parse(readFileSync('.textlintrc.json', 'utf8')) as ProseConfig;
const terms = rules.terminology.terms.map(
  ([pattern, replacement]) => [new RegExp(`\\b(?:${pattern})\\b`, 'i'), replacement] as const,
);

/** Splits an identifier into words: `resolveOutcome` becomes `resolve outcome`, `MAX_WAIT` becomes `max wait`. */
const toWords = (identifier: string) =>
  identifier
    .replaceAll('_', ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();

const replacementOf = (identifier: string) =>
  terms.find(([pattern]) => pattern.test(toWords(identifier)))?.[1];

function exportedNames(text: string): string[] {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement) && statement.exportClause !== undefined) {
      const clause = statement.exportClause;
      return ts.isNamedExports(clause) ? clause.elements.map(({ name }) => name.text) : [clause.name.text];
    }
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText(source));
    const name = 'name' in statement ? (statement.name as ts.Identifier | undefined) : undefined;
    return name === undefined ? [] : [name.text];
  });
}

it('finds a replaced term in each part of an identifier', () => {
  const text =
    'export const outsideGates = 1; export class PayJournal {} export { a as heardIt } from "./a.js";';
  expect(exportedNames(text).map(replacementOf)).toEqual(['guard', 'idempotency store', 'received']);
  expect(['resolveOutcome', 'aggregate', 'Settlement'].map(replacementOf)).toEqual(
    Array.from({ length: 3 }, () => undefined),
  );
});

it('no exported name of the library contains a replaced term', () => {
  const files = ts.sys.readDirectory('libs/pay/src', ['.ts'], ['**/*.spec.ts']);
  expect(files.length).toBeGreaterThan(100);
  const old = files.flatMap((file) =>
    exportedNames(readFileSync(file, 'utf8'))
      .filter((name) => replacementOf(name) !== undefined)
      .map((name) => `${file}: ${name} (use ${replacementOf(name) ?? ''})`),
  );
  expect(old).toEqual([]);
});

/** Terms that code may use: the service settles funds, and promises settle. */
const ALLOWED = ['resolve', 'lock'];
const INSERTED = String.raw`\$\{(?:[^{}\x60]|\x60[^\x60]*\x60|\{[^{}]*\})*\}`;
/** Comments, strings and templates. A template can contain others. */
const TEXT = new RegExp(
  String.raw`/\*.*?\*/|//[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\x60(?:\\.|${INSERTED}|[^\\\x60])*\x60`,
  'gs',
);

/** Lists comments, and texts of more than one word, also in the values that a template inserts. */
function textsIn(code: string): string[] {
  return (code.match(TEXT) ?? []).flatMap((text) => {
    const words = text.replaceAll(new RegExp(INSERTED, 'g'), '');
    const inserted = text.startsWith('`') ? (text.match(new RegExp(INSERTED, 'g')) ?? []) : [];
    return [
      ...(words.trim().includes(' ') ? [words] : []),
      ...inserted.flatMap((value) => textsIn(value.slice(2))),
    ];
  });
}

it('finds a replaced term in comments, strings and templates', () => {
  const code = "const heard = 'heard'; // was heard\nconst a = `it is ${b ? `never heard` : 'told'}`;";
  expect(textsIn(code)).toEqual(['// was heard', '`it is `', '`never heard`']);
});

it('no comment, test title or text of the code contains a replaced term', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.mjs'], { encoding: 'utf8' }).trim().split('\n');
  const inCode = terms.filter(([, replacement]) => !ALLOWED.includes(replacement));
  const old = files
    .filter((file) => !/\.generated\.ts$|terminology\.spec\.ts$/.test(file))
    .flatMap((file) =>
      textsIn(readFileSync(file, 'utf8')).flatMap((text) =>
        inCode
          .filter(([pattern]) => pattern.test(text))
          .map(([pattern, replacement]) => `${file}: "${pattern.exec(text)?.[0]}" (use "${replacement}")`),
      ),
    );
  expect(old).toEqual([]);
});
