// The library as the compiler sees it: what its users can write.
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

/** Whether users can import a name. */
export const isExported = (name) => exported.has(name);

/** Whether a declaration is the library's own. */
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

/** Every method below a type, with its path: `payments.createOrder`. An area under two names counts once. */
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

/** The methods of a client; an overload beyond the first as the contract names it. */
export function methodsOfClient(client) {
  const type = checker.getDeclaredTypeOfSymbol(exported.get(client));
  return [...methodsBelow(type, [])].flatMap(({ path, signatures }) =>
    signatures.map((signature, index) => ({ id: path.join('.') + (index === 0 ? '' : ':list'), signature })),
  );
}

/** What the class behind a client's area says of itself; of the client, where a method is its own. */
export function aboutArea(client, area) {
  const type = checker.getDeclaredTypeOfSymbol(exported.get(client));
  const member = checker.getTypeOfSymbol(checker.getPropertyOfType(type, area));
  return member.symbol.flags & ts.SymbolFlags.Class
    ? ts.displayPartsToString(member.symbol.getDocumentationComment(checker))
    : 'Calls of a client itself, not of one of its areas.';
}

/** The signature of an exported function. */
export const functionNamed = (name) => checker.getTypeOfSymbol(exported.get(name)).getCallSignatures()[0];

/** The first paragraph-or-more that documents a signature, and its tags. */
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

/** A literal in source text as the value that it means; what is no literal is left out. */
function valueOf(node) {
  if (ts.isAsExpression(node)) return valueOf(node.expression);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isCallExpression(node)) return node.arguments.length === 1 ? valueOf(node.arguments[0]) : undefined;
  if (ts.isIdentifier(node)) {
    const { initializer } = resolved(checker.getSymbolAtLocation(node))?.valueDeclaration ?? {};
    return initializer === undefined ? undefined : valueOf(initializer);
  }
  // An operation that another one is made of.
  if (isDefineOperation(node)) return valueOf(node.arguments[0]);
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(valueOf);
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const result = {};
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) Object.assign(result, valueOf(property.expression));
    if (ts.isPropertyAssignment(property)) result[property.name.text] = valueOf(property.initializer);
  }
  return result;
}

/** Whether it is `defineOperation<…>()({…})`. */
function isDefineOperation(node) {
  if (!ts.isCallExpression(node) || !ts.isCallExpression(node.expression)) return false;
  const inner = node.expression.expression;
  return ts.isIdentifier(inner) && inner.text === 'defineOperation';
}

/** What every `defineOperation` declares. */
function* declarationsIn(node) {
  if (isDefineOperation(node)) yield valueOf(node.arguments[0]);
  for (const child of node.getChildren()) yield* declarationsIn(child);
}
export const declarations = program
  .getSourceFiles()
  .filter((file) => file.fileName.endsWith('.operations.ts') && isOurs(file))
  .flatMap((file) =>
    [...declarationsIn(file)].map((declaration) => ({
      ...declaration,
      area: basename(dirname(file.fileName)),
    })),
  );

/** A small function of the library that needs nothing around it, ready to be called. */
export function borrowFunction(file, name) {
  const source = program.getSourceFile(join(ROOT, 'libs/pay/src', file));
  const found = source.statements.find((node) => ts.isFunctionDeclaration(node) && node.name?.text === name);
  if (found === undefined) throw new Error(`There is no function ${name} in ${file}.`);
  return new Function(`${ts.transpile(found.getText())}; return ${name};`)();
}
