import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import 'reflect-metadata';
import { validateSync } from 'class-validator';
import ts from 'typescript';

interface Declared {
  base: string | undefined;
  options: string[];
}

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.options.generated.ts'))
  .map((file) => join(import.meta.dirname, file));

/** Returns all classes of options in the source, by name, with their own options and base class. */
function declaredClasses(): Map<string, Declared> {
  const classes = new Map<string, Declared>();
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
    source.forEachChild((node) => {
      if (!ts.isClassDeclaration(node) || node.name === undefined) return;
      const base = node.heritageClauses?.[0]?.types[0]?.expression;
      const options = node.members.filter(ts.isPropertyDeclaration).map(({ name }) => name);
      classes.set(node.name.text, {
        base: base !== undefined && ts.isIdentifier(base) ? base.text : undefined,
        options: options.filter(ts.isIdentifier).map(({ text }) => text),
      });
    });
  }
  return classes;
}

const classes = declaredClasses();

function optionsOf(name: string | undefined): string[] {
  const declared = name === undefined ? undefined : classes.get(name);
  return declared === undefined ? [] : [...new Set([...optionsOf(declared.base), ...declared.options])];
}

// Nested options are classes that the package does not export.
const modules: Record<string, unknown>[] = [];
// One after another, because Jest cannot link modules concurrently.
for (const file of files) modules.push((await import(file)) as Record<string, unknown>);
const imported = modules
  .flatMap((module) => Object.entries(module))
  .flatMap(([name, value]) =>
    classes.has(name) && typeof value === 'function' ? [[name, value] as const] : [],
  );

describe('options classes behind a ValidationPipe with whitelist', () => {
  it('are all checked', () => {
    expect(imported.length).toBeGreaterThan(60);
  });

  it.each(imported)('%s keeps every documented option', (name, dto) => {
    const options = optionsOf(name);
    const instance: object = Object.create(dto.prototype as object) as object;
    Object.assign(instance, Object.fromEntries(options.map((option) => [option, 'value'])));
    validateSync(instance, { whitelist: true });
    expect(Object.keys(instance)).toEqual(options);
  });
});
