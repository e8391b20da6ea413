import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { compile } from './compile.js';

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

const CLIENTS = ['PayWallet', 'PayISV', 'Marketplace'];
/** Functions and decorators that a user calls in every application. */
const FUNCTIONS =
  /^(getSmartCheckout|unwrap|payConfigFor|OnPayEvent|PayWebhook|PayWebhookOptions|PayEvent|PayTransaction|InjectPay\w*|getPayToken)$/;

const NEST_NAMES = ['Controller', 'Injectable', 'Module', 'UseGuards'];

interface Callable {
  /** Name for messages, such as `PayWallet.payments.createOrder`. */
  name: string;
  /** Type of `pay` in its example. */
  client: string;
  declarations: readonly ts.Declaration[];
}

/** Lists the public methods below a client, such as `payments.createOrder`. A method that clients share counts once. */
function methodsBelow(client: string, type: ts.Type, path: string, seen: Set<ts.Symbol>): Callable[] {
  return checker.getPropertiesOfType(type).flatMap((member) => {
    const [declaration] = member.declarations ?? [];
    const isOwn = declaration?.getSourceFile().fileName.includes('/libs/pay/src/') === true;
    if (declaration === undefined || !isOwn || seen.has(member)) return [];
    const hidden = ts.ModifierFlags.NonPublicAccessibilityModifier;
    const isPrivate =
      (ts.getNameOfDeclaration(declaration) ?? declaration).kind === ts.SyntaxKind.PrivateIdentifier;
    if (isPrivate || (ts.getCombinedModifierFlags(declaration) & hidden) !== 0) return [];
    const name = `${path}.${member.name}`;
    if ((member.flags & ts.SymbolFlags.Method) !== 0) {
      seen.add(member);
      return [{ name, client, declarations: member.declarations ?? [] }];
    }
    const inner = checker.getTypeOfSymbol(member);
    return inner.isClass() ? methodsBelow(client, inner, name, seen) : [];
  });
}

const seen = new Set<ts.Symbol>();
const exported = new Map(exportsOf('libs/pay/src/index.ts'));
const callables: Callable[] = [
  ...CLIENTS.flatMap((client) => {
    const symbol = exported.get(client);
    if (symbol === undefined) throw new Error(`${client} is not exported`);
    return methodsBelow(client, checker.getDeclaredTypeOfSymbol(symbol), client, seen);
  }),
  ...[...exported]
    .filter(([name]) => FUNCTIONS.test(name))
    .map(([name, symbol]) => ({ name, client: 'PayWallet', declarations: symbol.declarations ?? [] })),
];

const tagsOf = (declarations: readonly ts.Declaration[], name: string): string[] =>
  declarations
    .flatMap((declaration) => ts.getJSDocTags(declaration))
    .filter(({ tagName }) => tagName.text === name)
    .map((tag) => tag.getText());

/** Returns the examples as written. For TypeScript, a line that begins with a decorator is another tag. */
function examplesOf(declarations: readonly ts.Declaration[]): string[] {
  const docs = declarations
    .flatMap((declaration) => ts.getJSDocCommentsAndTags(declaration))
    .filter(ts.isJSDoc);
  return docs.flatMap((doc) => {
    const text = doc
      .getText()
      .replace(/^\/\*\*|\s*\*\/$/g, '')
      .replace(/^\s*\* ?/gm, '');
    return [
      ...text.matchAll(/@example\s+(.*?)(?=\n@(?:example|see|param|returns|throws|deprecated)\b|$)/gs),
    ].map(([, example = '']) => example.trim());
  });
}

/** Returns an example as a module: imports what the package and Nest export, and declares the other names. */
function moduleOf(example: string, { name: path, client }: Callable): string {
  const isMember = /^(@|constructor)/.test(example) && !/\bclass\b/.test(example);
  const code = isMember ? `class Example {\n${example}\n}` : example;
  const source = ts.createSourceFile('example.ts', code, ts.ScriptTarget.Latest, true);
  const declared = new Set<string>();
  const used = new Map<string, 'type' | 'value'>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const { parent } = node;
      const isMemberName =
        (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
        (ts.isPropertyAssignment(parent) && parent.name === node) ||
        (ts.isBindingElement(parent) && parent.propertyName === node) ||
        ts.isMethodDeclaration(parent);
      const isDeclared =
        (ts.isVariableDeclaration(parent) || ts.isBindingElement(parent) || ts.isParameter(parent)) &&
        parent.name === node;
      if (isDeclared || ts.isClassDeclaration(parent)) declared.add(node.text);
      else if (!isMemberName) used.set(node.text, ts.isTypeReferenceNode(parent) ? 'type' : 'value');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  const free = [...used].filter(([name]) => !declared.has(name) && name !== 'pay' && !(name in globalThis));
  const from = (names: (name: string) => boolean, module: string) => {
    const list = free.map(([name]) => name).filter(names);
    return list.length === 0 ? '' : `import { ${list.join(', ')} } from '${module}';\n`;
  };
  const others = free.filter(
    ([name]) => !exported.has(name) && ![...NEST_NAMES, 'HttpService'].includes(name),
  );
  return [
    from((name) => exported.has(name) && name !== client, 'nestjs-pay'),
    from((name) => NEST_NAMES.includes(name), '@nestjs/common'),
    from((name) => name === 'HttpService', '@nestjs/axios'),
    `import { ${client} } from 'nestjs-pay';\ndeclare const pay: ${client};\n`,
    ...others.map(([name, kind]) => {
      if (kind === 'type') return `type ${name} = any;\n`;
      const isClient = path.startsWith(`${client}.`) && code.includes(path.replace(client, name));
      return `declare let ${name}: ${isClient ? client : 'any'};\n`;
    }),
    `${code}\nexport {};\n`,
  ].join('');
}

describe('the docstrings of methods, functions and decorators', () => {
  it('have an example each', () => {
    expect(callables.length).toBeGreaterThan(100);
    const bare = callables.filter(({ declarations }) => examplesOf(declarations).length === 0);
    expect(bare.map(({ name }) => name)).toEqual([]);
  });

  it('have examples that compile against the built package', () => {
    const examples = callables.flatMap((callable) =>
      examplesOf(callable.declarations).map((example, index): [string, string] => [
        `${callable.name}-${index + 1}.mts`,
        moduleOf(example, callable),
      ]),
    );
    expect(compile(Object.fromEntries(examples))).toEqual([]);
  });

  it('refer only to the pages of the service and to our own', () => {
    const links = [...exported.values()]
      .flatMap((symbol) => [symbol, ...methodsOf(symbol)])
      .flatMap(({ declarations = [] }) => tagsOf(declarations, 'see'))
      .concat(callables.flatMap(({ declarations }) => tagsOf(declarations, 'see')));
    expect(links.length).toBeGreaterThan(50);
    const allowed =
      /^@see (?:https:\/\/developer\.viva(?:wallet)?\.com\/|https:\/\/github\.com\/VivaPayments\/API|docs\/|contract\/)/;
    expect(links.filter((link) => !allowed.test(link))).toEqual([]);
  });
});
