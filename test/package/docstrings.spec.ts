import { expect, it } from '@jest/globals';
import ts from 'typescript';

const LIBRARY = ['libs/pay/src/index.ts', 'libs/pay/src/client.ts'];
const ENTRIES = [...LIBRARY, 'libs/pay-simulator/src/index.ts'];
const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)) as { config: object };
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
const program = ts.createProgram(ENTRIES, { ...options, noEmit: true });
const checker = program.getTypeChecker();

/** What an entry exports: the symbol itself, wherever it was declared. */
function exportsOf(entry: string): [name: string, symbol: ts.Symbol][] {
  const source = program.getSourceFile(entry);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${entry} exports nothing`);
  return checker.getExportsOfModule(module).map((symbol) => {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return [symbol.name, isAlias ? checker.getAliasedSymbol(symbol) : symbol];
  });
}

/** By a text of its own, or by one that says what to use instead. */
const isDocumented = (symbol: ts.Symbol) =>
  symbol.getDocumentationComment(checker).length > 0 ||
  symbol.getJsDocTags(checker).some(({ name, text }) => name === 'deprecated' && text !== undefined);

/** The public methods that a class or an interface declares itself. */
function methodsOf(symbol: ts.Symbol): ts.Symbol[] {
  return [...(symbol.members?.values() ?? [])].filter(
    ({ flags, valueDeclaration }) =>
      (flags & ts.SymbolFlags.Method) !== 0 &&
      valueDeclaration !== undefined &&
      !(ts.isMethodDeclaration(valueDeclaration) && ts.isPrivateIdentifier(valueDeclaration.name)) &&
      (ts.getCombinedModifierFlags(valueDeclaration) & ts.ModifierFlags.NonPublicAccessibilityModifier) === 0,
  );
}

it.each(ENTRIES)('every name that %s exports says what it is', (entry) => {
  const names = exportsOf(entry);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter(([, symbol]) => !isDocumented(symbol)).map(([name]) => name)).toEqual([]);
});

it.each(LIBRARY)('every method of what %s exports says what it does', (entry) => {
  const bare = exportsOf(entry).flatMap(([name, symbol]) =>
    methodsOf(symbol)
      .filter((method) => !isDocumented(method))
      .map((method) => `${name}.${method.name}`),
  );
  expect(bare).toEqual([]);
});
