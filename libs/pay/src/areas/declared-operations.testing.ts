import 'reflect-metadata';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '../core/operation/operation.js';

type AnyOperation = Operation<unknown, string>;

/** Every operation that is declared in the files of a folder, the areas' where none is named. @param takes by path in the folder. */
export async function declaredOperations({
  folder = import.meta.dirname,
  takes = () => true,
}: { folder?: string; takes?: (file: string) => boolean } = {}): Promise<AnyOperation[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const operations: AnyOperation[] = [];
  // One after the other: the test runner's module cache does not bear them at once.
  for (const file of files.filter((name) => name.endsWith('.operations.ts') && takes(name))) {
    const exported = Object.values((await import(join(folder, file))) as Record<string, unknown>);
    operations.push(...exported.filter(isOperation));
  }
  return operations;
}

function isOperation(value: unknown): value is AnyOperation {
  return Object.hasOwn(Object(value) as object, 'auth');
}
