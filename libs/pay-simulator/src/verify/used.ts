import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type typescript from 'typescript';
import { OPERATIONS } from './contract.generated.js';

const SOURCE = /(?<!\.d|\.spec|[.-]test|-spec)\.[cm]?[jt]sx?$/;
const SKIPPED = /^(node_modules|dist|build|coverage|\..*)$/;
const MAX_BYTES = 1_000_000;
/** Methods of `nestjs-pay` that have another name than their operation. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'transactions.refund': 'transactions.cancelTransaction',
};

/** Finds the operations that a folder's sources call, such as `pay.payments.createOrder(…)`. */
export function usedOperations(folder: string) {
  const files = sourcesIn(folder);
  const compiler = typescriptOf(folder);
  const used = new Set<string>();
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const chains = compiler ? callsInTree(compiler, file, text) : callsInText(text);
    for (const chain of chains) for (const key of operationsOf(chain)) used.add(key);
  }
  const by = compiler ? 'syntax tree' : 'text search';
  return { by, files: files.length, operations: [...used].sort() };
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (SKIPPED.test(entry.name)) return [];
    if (entry.isDirectory()) return sourcesIn(path);
    return entry.isFile() && SOURCE.test(entry.name) && statSync(path).size <= MAX_BYTES ? [path] : [];
  });
}

type TypeScript = typeof typescript;

/** The compiler of the application; undefined if there is none, or one without this interface. */
function typescriptOf(folder: string): TypeScript | undefined {
  try {
    const found = createRequire(join(folder, 'package.json'))('typescript') as Partial<TypeScript>;
    return typeof found.createSourceFile === 'function' ? (found as TypeScript) : undefined;
  } catch {
    return undefined;
  }
}

function callsInTree(ts: TypeScript, file: string, text: string): string[] {
  const calls: string[] = [];
  const nameOf = (node: typescript.Node): string => {
    if (ts.isIdentifier(node)) return node.text;
    if (ts.isPropertyAccessExpression(node)) return `${nameOf(node.expression)}.${node.name.text}`;
    return ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node) ? nameOf(node.expression) : '';
  };
  const visit = (node: typescript.Node): void => {
    if (ts.isCallExpression(node)) calls.push(nameOf(node.expression));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return calls;
}

/** Finds names before an opening parenthesis. Comments are left out. */
function callsInText(text: string): string[] {
  const code = text.replace(/\/\*[^]*?\*\/|(?<!:)\/\/.*/g, '');
  const call = /(?<![\w$.])[\w$]+(?:\s*[?!]?\.\s*[\w$]+)*(?=\s*\()/g;
  return [...code.matchAll(call)].map(([chain]) => chain.replace(/[\s?!]/g, ''));
}

/** Keys by what a call of the operation ends with. The client's prefix and `:list` are no part of a call. */
const KEYS = new Map<string, string[]>();
for (const key of Object.keys(OPERATIONS)) {
  const call = key.replace(/^(isv|marketplace):|:list$/g, '');
  KEYS.set(call, [...(KEYS.get(call) ?? []), key]);
}

/** Operations of a call. Clients share names, so `isv` or `market` in the call decides. */
function operationsOf(chain: string): readonly string[] {
  const names = chain.split('.');
  for (let from = 0; from < names.length; from++) {
    const call = names.slice(from).join('.');
    const keys = KEYS.get(OTHER_NAMES[call] ?? call);
    if (keys === undefined) continue;
    const before = names.slice(0, from).join('.').toLowerCase();
    const client = /isv|market/.exec(before)?.[0];
    const own = client === undefined ? [] : keys.filter((key) => key.startsWith(client));
    return own.length > 0 ? own : keys.filter((key) => !/^(isv|marketplace):/.test(key));
  }
  return [];
}
