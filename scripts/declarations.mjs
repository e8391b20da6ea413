// Reads declarations of the packages with their docstrings from the source. It resolves no types.
import ts from 'typescript';
import { groupBy, mapValues } from './collections.mjs';
import { filesIn, read } from './generated.mjs';

const statementsOf = (path) =>
  ts
    .createSourceFile(path, read(path), ts.ScriptTarget.Latest, true)
    .statements.flatMap((node) => node.declarationList?.declarations ?? [node]);

/** Returns the statement of a file below libs/ that declares a name. */
export function declarationIn(file, name) {
  const found = statementsOf(`libs/${file}`).find((node) => node.name?.getText() === name);
  if (found === undefined) throw new Error(`libs/${file} has no declaration ${name}.`);
  return found;
}

// Of generated files, only the one with methods declares what the pages show.
const sources = filesIn('libs/pay/src').filter((file) =>
  /(?<!\.spec|\.testing|(?<!\/methods)\.generated)\.ts$/.test(file),
);
/** Classes, interfaces and functions that the library's files export, by name. */
export const exported = new Map(
  sources
    .flatMap((file) => statementsOf(`libs/pay/src/${file}`))
    .filter((node) => node.name && ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export)
    .map((node) => [node.name.getText(), node]),
);

/** Returns the docstring of a node: its text, and the texts of its tags by name. */
export function docOf(node) {
  const textOf = (comment) => ts.getTextOfJSDocComment(comment) ?? '';
  const tags = ts.getJSDocTags(node).map(({ tagName, name, comment }) => {
    // The name of a parameter, or the scheme of an address.
    const start = name && `${name.getText()}${ts.isJSDocNameReference(name) ? '' : ' '}`;
    return [tagName.text, `${start ?? ''}${textOf(comment)}`];
  });
  const comment = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc)?.comment;
  return {
    text: textOf(comment),
    tags: mapValues(Object.fromEntries(groupBy(tags, ([name]) => name)), (list) =>
      list.map(([, text]) => text),
    ),
  };
}

/** Returns a class with those that it extends. */
function withBases(node) {
  const clause = node?.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  return node === undefined ? [] : [node, ...withBases(exported.get(clause?.types[0].expression.getText()))];
}

const HIDDEN = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static;
/** Finds every method below a class, with its path, for example `payments.createOrder`, and the docstring of its area. */
export function methodsBelow(name, path = [], about = undefined) {
  const members = withBases(exported.get(name)).flatMap((node) => [...node.members]);
  return members.flatMap((node) => {
    if (!node.name || ts.isPrivateIdentifier(node.name) || ts.getCombinedModifierFlags(node) & HIDDEN)
      return [];
    const at = [...path, node.name.getText()];
    if (ts.isMethodDeclaration(node)) return [{ id: at.join('.'), node, about }];
    const area = (node.type?.typeName ?? node.initializer?.expression)?.getText();
    return exported.has(area) ? methodsBelow(area, at, about ?? docOf(exported.get(area)).text) : [];
  });
}

const withoutNamespaces = (type) =>
  type
    .getText()
    .replace(/\b[a-z]\w*\.(?=[A-Z])/g, '')
    .replace(/\s+/g, ' ');

/** Lists the arguments of a method. An overload can forbid an argument. */
export const parametersOf = ({ parameters }) =>
  parameters
    .map(({ name, type, questionToken, initializer }) => ({
      name: name.getText(),
      type: withoutNamespaces(type),
      isOptional: questionToken !== undefined || initializer !== undefined,
      isOmitted: type.getText() === 'undefined',
    }))
    .filter(({ name }) => name !== 'call');

/** Describes what a method returns: its kind, its type, and its own failure codes. */
export function returnOf({ type }) {
  const [outer, inner] = [type.typeName?.getText(), type.typeArguments?.[0]];
  const isResult = outer === 'Promise' && inner.typeName?.getText() === 'MethodReturn';
  const [data, codes] = isResult ? inner.typeArguments : [];
  const kind = { AsyncGenerator: 'iterator', Promise: isResult ? 'result' : 'promise' }[outer] ?? 'value';
  const text = withoutNamespaces(data ?? (kind === 'value' ? type : inner));
  return { kind, text, codes: codes?.getText().match(/\w+/g) ?? [] };
}

export const namesIn = (type) => type.match(/\w+/g);

/** Returns the source of a type that a name stands for. */
export const aliasNamed = (name) => exported.get(name)?.type?.getText() ?? '';

/** Returns the members of an interface. */
export const membersOf = (node) =>
  (node.members ?? node.type.members).filter(ts.isPropertySignature).map((member) => ({
    name: member.name.getText(),
    type: member.type.getText().replace(/^(readonly |\| )/, ''),
    isOptional: member.questionToken !== undefined,
    ...docOf(member),
  }));

/** Returns the members of an exported interface. Other names have none. */
export function interfaceMembers(name) {
  const node = exported.get(name);
  return node && ts.isInterfaceDeclaration(node) ? membersOf(node) : [];
}

/** Returns the members of a constant object: name, literal value and docstring. */
export function constantsOf(file, name) {
  let object = declarationIn(file, name).initializer;
  while (!ts.isObjectLiteralExpression(object)) object = object.expression;
  return object.properties.map((property) => ({
    name: property.name.getText(),
    value: property.initializer.text ?? property.initializer.getText(),
    ...docOf(property),
  }));
}
