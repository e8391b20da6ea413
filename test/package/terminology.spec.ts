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
