// Reads the library's public types with the TypeScript compiler.
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './root.mjs';

const ENTRY = join(ROOT, 'libs/pay/src/client.ts');
const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
const program = ts.createProgram([ENTRY], { ...options, noEmit: true });
export const checker = program.getTypeChecker();

const resolved = (symbol) =>
  symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

const exported = new Map(
  checker
    .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(ENTRY)))
    .map((symbol) => [symbol.name, resolved(symbol)]),
);

/** Returns whether users can import a name. */
export const isExported = (name) => exported.has(name);

/** Returns whether a declaration is in the library. */
export const isOurs = (node) =>
  node?.getSourceFile().fileName.startsWith(join(ROOT, 'libs/pay/src')) === true;

const HIDDEN = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
const membersOf = (type) =>
  checker
    .getPropertiesOfType(type)
    .filter(
      ({ valueDeclaration: node }) =>
        isOurs(node) && !ts.isPrivateIdentifier(node.name) && !(ts.getCombinedModifierFlags(node) & HIDDEN),
    );

/** Finds every method below a type, with its path, for example `payments.createOrder`. An area with two names counts once. */
function* methodsBelow(type, path, seen = new Set()) {
  for (const member of membersOf(type)) {
    const memberType = checker.getTypeOfSymbol(member);
    const signatures = memberType.getCallSignatures();
    if (signatures.length > 0) yield { path: [...path, member.name], signatures };
    else if (memberType.symbol?.flags & ts.SymbolFlags.Class && !seen.has(memberType.symbol)) {
      seen.add(memberType.symbol);
      yield* methodsBelow(memberType, [...path, member.name], seen);
    }
  }
}

/** Lists the methods of a client. A second overload has the contract's suffix. */
export function methodsOfClient(client) {
  const type = checker.getDeclaredTypeOfSymbol(exported.get(client));
  return [...methodsBelow(type, [])].flatMap(({ path, signatures }) =>
    signatures.map((signature, index) => ({ id: path.join('.') + (index === 0 ? '' : ':list'), signature })),
  );
}

/** Returns the docstring of an area's class, or a text for the client's own methods. */
export function aboutArea(client, area) {
  const type = checker.getDeclaredTypeOfSymbol(exported.get(client));
  const member = checker.getTypeOfSymbol(checker.getPropertyOfType(type, area));
  return member.symbol.flags & ts.SymbolFlags.Class
    ? ts.displayPartsToString(member.symbol.getDocumentationComment(checker))
    : 'Calls of a client itself, not of one of its areas.';
}

/** Returns the signature of an exported function. */
export const functionNamed = (name) => checker.getTypeOfSymbol(exported.get(name)).getCallSignatures()[0];

/** Returns the docstring of a signature and its tags. */
export function docOf(signature) {
  const tags = signature.getJsDocTags();
  const of = (name) =>
    tags.filter((tag) => tag.name === name).map(({ text }) => ts.displayPartsToString(text));
  return {
    text: ts.displayPartsToString(signature.getDocumentationComment(checker)),
    deprecated: of('deprecated')[0],
    throws: of('throws')[0],
    params: of('param'),
    returns: of('returns')[0],
    see: of('see'),
  };
}

/** Returns the value of a literal in the source, without members that are not literals. */
function valueOf(node) {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return valueOf(node.expression);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  // An operation that is based on another.
  if (isDefineOperation(node)) return declared(node);
  if (ts.isCallExpression(node)) return node.arguments.length === 1 ? valueOf(node.arguments[0]) : undefined;
  if (ts.isIdentifier(node)) {
    const { initializer } = resolved(checker.getSymbolAtLocation(node))?.valueDeclaration ?? {};
    return initializer === undefined ? undefined : valueOf(initializer);
  }
  if (ts.isPropertyAccessExpression(node)) return valueOf(node.expression)?.[node.name.text];
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(valueOf);
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const result = {};
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) Object.assign(result, valueOf(property.expression));
    if (ts.isPropertyAssignment(property)) result[property.name.text] = valueOf(property.initializer);
  }
  return result;
}

/** Returns a declared operation with its facts from contract/. */
function declared({ arguments: [key, declaration] }) {
  const own = declaration === undefined ? {} : valueOf(declaration);
  return { ...own, ...wireFacts[key.text], id: ownName(key.text).id };
}

/** Returns the ID of an operation, and the client before it in the key. */
function ownName(key) {
  const [, area = '', id] = /^(?:(isv|marketplace):)?(.+)$/.exec(key);
  return { area, id };
}

/** Facts from contract/, by the key of their operation. */
const wireFacts = valueOf(
  program.getSourceFile(join(ROOT, 'libs/pay/src/areas/operations.generated.ts')).statements.at(-1)
    .declarationList.declarations[0].initializer,
);

/** Returns whether a node is `defineOperation('id', {…})`. */
function isDefineOperation(node) {
  return ts.isCallExpression(node) && node.expression.getText() === 'defineOperation';
}

/** Returns whether a node declares a constant of the type `Operation<…>`. */
const isTypedOperation = (node) =>
  ts.isVariableDeclaration(node) && /^Operation</.test(node.type?.getText() ?? '');

/** Finds the declarations of all operations. */
function* declarationsIn(node) {
  if (isDefineOperation(node)) yield declared(node);
  if (isTypedOperation(node)) yield valueOf(node.initializer);
  for (const child of node.getChildren()) yield* declarationsIn(child);
}
const declaredByHand = program
  .getSourceFiles()
  .filter((file) => file.fileName.endsWith('.operations.ts') && isOurs(file))
  .flatMap((file) =>
    [...declarationsIn(file)].map((declaration) => ({
      ...declaration,
      area: basename(dirname(file.fileName)),
    })),
  );
/** The declarations by hand come first. They replace those that only have the facts of contract/. */
export const declarations = [
  ...declaredByHand,
  ...Object.entries(wireFacts).map(([key, facts]) => ({ ...facts, ...ownName(key) })),
];

/** Returns a function of the library that uses nothing outside of it. */
export function borrowFunction(file, name) {
  const source = program.getSourceFile(join(ROOT, 'libs/pay/src', file));
  const found = source.statements.find((node) => ts.isFunctionDeclaration(node) && node.name?.text === name);
  if (found === undefined) throw new Error(`There is no function ${name} in ${file}.`);
  return new Function(`${ts.transpile(found.getText())}; return ${name};`)();
}
