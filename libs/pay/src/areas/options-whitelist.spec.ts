import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import 'reflect-metadata';
import { validateSync } from 'class-validator';
import ts from 'typescript';
import * as options from './options.generated.js';

interface Declared {
  base: string | undefined;
  options: string[];
}

/** Returns all classes of options in the source, by name, with their own options and base class. */
function declaredClasses(): Map<string, Declared> {
  const file = join(import.meta.dirname, 'options.generated.ts');
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const classes = new Map<string, Declared>();
  source.forEachChild((node) => {
    if (!ts.isClassDeclaration(node) || node.name === undefined) return;
    const base = node.heritageClauses?.[0]?.types[0]?.expression;
    const names = node.members.filter(ts.isPropertyDeclaration).map(({ name }) => name);
    classes.set(node.name.text, {
      base: base !== undefined && ts.isIdentifier(base) ? base.text : undefined,
      options: names.filter(ts.isIdentifier).map(({ text }) => text),
    });
  });
  return classes;
}

const classes = declaredClasses();

function optionsOf(name: string | undefined): string[] {
  const declared = name === undefined ? undefined : classes.get(name);
  return declared === undefined ? [] : [...new Set([...optionsOf(declared.base), ...declared.options])];
}

// Nested options are classes that the package does not export.
const imported = Object.entries(options).flatMap(([name, value]) =>
  classes.has(name) && typeof value === 'function' ? [[name, value] as const] : [],
);

describe('options classes behind a ValidationPipe with whitelist', () => {
  it('are all checked', () => {
    expect(imported.length).toBeGreaterThan(60);
  });

  it.each(imported)('%s keeps every documented option', (name, dto) => {
    const names = optionsOf(name);
    const instance: object = Object.create(dto.prototype) as object;
    Object.assign(instance, Object.fromEntries(names.map((option) => [option, 'value'])));
    validateSync(instance, { whitelist: true });
    expect(Object.keys(instance)).toEqual(names);
  });
});
