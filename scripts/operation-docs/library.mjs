// Reads the library's public types with the TypeScript compiler, and loads the values that the pages show.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { filesIn, ROOT } from '../generated.mjs';

const SOURCE = join(ROOT, 'libs/pay/src');
const ENTRY = join(SOURCE, 'client.ts');
const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
const program = ts.createProgram([ENTRY], { ...options, noEmit: true });
export const checker = program.getTypeChecker();
const textOf = ts.displayPartsToString;

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
export const isOurs = (node) => node?.getSourceFile().fileName.startsWith(SOURCE) === true;

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
    ? textOf(member.symbol.getDocumentationComment(checker))
    : 'Calls of a client itself, not of one of its areas.';
}

/** Returns the signature of an exported function. */
export const functionNamed = (name) => checker.getTypeOfSymbol(exported.get(name)).getCallSignatures()[0];

/** Returns the docstring of a signature and its tags. */
export function docOf(signature) {
  const tags = signature.getJsDocTags();
  const of = (name) => tags.filter((tag) => tag.name === name).map(({ text }) => textOf(text));
  return {
    text: textOf(signature.getDocumentationComment(checker)),
    deprecated: of('deprecated')[0],
    throws: of('throws')[0],
    params: of('param'),
    returns: of('returns')[0],
    see: of('see'),
  };
}

/** Loads modules of the library: what they export, by path. */
async function load(files) {
  const contents = files.map((file) => `export * as '${file}' from './${file}';`).join('\n');
  const options = { bundle: true, format: 'cjs', platform: 'node', packages: 'external', write: false };
  const { outputFiles } = await build({ stdin: { contents, resolveDir: SOURCE }, ...options });
  const loaded = { exports: {} };
  new Function('require', 'module', outputFiles[0].text)(createRequire(ENTRY), loaded);
  return loaded.exports;
}

const declaringFiles = filesIn('libs/pay/src').filter((file) => file.endsWith('.operations.ts'));
const CONFIRMATION = 'webhooks/confirmation';
const modules = await load([
  ...declaringFiles,
  'areas/define-operation.ts',
  'core/operation/failure.ts',
  'nest/options/environment-variables.ts',
  `${CONFIRMATION}/confirming-endpoint.ts`,
  `${CONFIRMATION}/readings.ts`,
]);

/** The function that describes a refusal, the table of environment variables, and how events are confirmed. */
export const { refusalFailure } = modules['core/operation/failure.ts'];
export const environment = modules['nest/options/environment-variables.ts'];
export const { READS } = modules[`${CONFIRMATION}/confirming-endpoint.ts`];
export const { READINGS: readings } = modules[`${CONFIRMATION}/readings.ts`];

/** The operations with a declaration of their own, with the folder of their area. */
const declared = declaringFiles.flatMap((file) =>
  Object.values(modules[file])
    .filter((value) => value?.method !== undefined)
    .map((declaration) => ({ ...declaration, area: file.split('/').at(-2) })),
);
/** All operations as contract/ says. Keys begin as the folder of their area does: `isv:` is in a folder `isv-`. */
const plain = Object.entries(modules['areas/define-operation.ts'].operations).map(([key, declaration]) => ({
  ...declaration,
  area: key.replace(/^(isv|marketplace):/, '$1-'),
}));

/** The declarations of all operations. Their own come first, because they say more. */
export const declarations = [...declared, ...plain];
