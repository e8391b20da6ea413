import 'reflect-metadata';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '../core/operation/operation.js';

type AnyOperation = Operation<unknown, string>;

/** Loads every operation declared in the areas, or in `folder`. */
export async function declaredOperations({
  folder = import.meta.dirname,
  selects = () => true,
}: { folder?: string; selects?: (file: string) => boolean } = {}): Promise<AnyOperation[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const operations: AnyOperation[] = [];
  // Sequential, because Jest's module cache fails on concurrent imports.
  for (const file of files.filter((name) => name.endsWith('.operations.ts') && selects(name))) {
    const exported = Object.values((await import(join(folder, file))) as Record<string, unknown>);
    operations.push(...exported.filter(isOperation));
  }
  return operations;
}

function isOperation(value: unknown): value is AnyOperation {
  return Object.hasOwn(Object(value) as object, 'auth');
}
