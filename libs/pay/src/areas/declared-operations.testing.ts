import 'reflect-metadata';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '../core/operation/operation.js';
import { operations as plain } from './define-operation.js';

type AnyOperation = Operation<unknown, string>;

/** Loads every operation declared in the areas, or in `folder`. The areas also have those that need no declaration. */
export async function declaredOperations({ folder = import.meta.dirname } = {}): Promise<AnyOperation[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const operations: AnyOperation[] = [];
  // Sequential, because Jest's module cache fails on concurrent imports.
  for (const file of files.filter((name) => name.endsWith('.operations.ts'))) {
    const exported = Object.values((await import(join(folder, file))) as Record<string, unknown>);
    operations.push(...exported.filter(isOperation));
  }
  if (folder !== import.meta.dirname) return operations;
  const requestOf = ({ id, path, auth, options }: AnyOperation): string =>
    [id, path, auth, options?.dto.name].join(' ');
  const declared = new Set(operations.map(requestOf));
  return [...operations, ...Object.values(plain).filter((one) => !declared.has(requestOf(one)))];
}

function isOperation(value: unknown): value is AnyOperation {
  return Object.hasOwn(Object(value) as object, 'auth');
}
