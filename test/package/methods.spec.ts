import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import ts from 'typescript';

const AREAS = 'libs/pay/src/areas';

/** Each method of an area's class, with how many statements it has. */
const methods = readdirSync(AREAS, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.ts$/.test(file) && !/\.(spec|testing|types|enums|operations)\.ts$/.test(file))
  .flatMap((file) => {
    const source = ts.createSourceFile(
      file,
      readFileSync(`${AREAS}/${file}`, 'utf8'),
      ts.ScriptTarget.Latest,
    );
    return source.statements.filter(ts.isClassDeclaration).flatMap((declaration) =>
      declaration.members
        .filter(ts.isMethodDeclaration)
        .filter(({ body }) => body !== undefined)
        .map(({ name, body }) => [`${file} ${name.getText(source)}`, body?.statements.length ?? 0] as const),
    );
  });

it('a method of an area is one statement: what it needs beyond that, its declaration says', () => {
  expect(methods.length).toBeGreaterThan(60);
  expect(methods.filter(([, statements]) => statements !== 1)).toEqual([]);
});
