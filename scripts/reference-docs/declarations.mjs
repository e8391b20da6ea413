// Reads interfaces and constants of the library, with their docstrings, from the source.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../operation-docs/root.mjs';
import { withoutLinks } from '../operation-docs/markdown.mjs';

const oneLine = (text) => text.replace(/\s+/g, ' ').trim();

/** Parses a file below libs/. */
export function sourceOf(file) {
  const path = join(ROOT, 'libs', file);
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
}

/** Returns the first statement with this name. */
export function declarationIn(file, name) {
  let found;
  const visit = (node) => {
    if (found !== undefined) return;
    const isNamed =
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isVariableDeclaration(node);
    if (isNamed && node.name?.getText() === name) found = node;
    else ts.forEachChild(node, visit);
  };
  visit(sourceOf(file));
  if (found === undefined) throw new Error(`libs/${file} has no declaration ${name}.`);
  return found;
}

/** Returns the docstring of a node: its text and its tags by name. */
export function docOf(node) {
  const doc = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc);
  const tags = Object.fromEntries(
    ts
      .getJSDocTags(node)
      .map((tag) => [tag.tagName.text, oneLine(ts.getTextOfJSDocComment(tag.comment) ?? '')]),
  );
  return { text: withoutLinks(oneLine(ts.getTextOfJSDocComment(doc?.comment) ?? '')), tags };
}

/** Returns the members of an interface: name, type, whether it is required, default and meaning. */
export function membersOf(file, name) {
  const node = declarationIn(file, name);
  const { members } = ts.isInterfaceDeclaration(node) ? node : node.type;
  return members.filter(ts.isPropertySignature).map((member) => {
    const { text, tags } = docOf(member);
    return {
      name: member.name.getText(),
      type: oneLine(member.type.getText()).replace(/^(readonly |\| )/, ''),
      required: member.questionToken === undefined,
      default: (tags.default ?? '').replace(/(?<=\d)_(?=\d{3})/g, ','),
      meaning: tags.deprecated === undefined ? text : `${text} Deprecated: ${tags.deprecated}`.trim(),
    };
  });
}

/** Returns the members of a constant object: name, literal value and docstring. */
export function constantsOf(file, name) {
  const { initializer } = declarationIn(file, name);
  let object = initializer;
  while (!ts.isObjectLiteralExpression(object)) object = object.expression;
  return object.properties.map((property) => ({
    name: property.name.getText(),
    value: property.initializer.text ?? property.initializer.getText(),
    ...docOf(property),
  }));
}

/** Loads a module of the library that imports nothing at runtime. */
export function load(file) {
  const { outputText } = ts.transpileModule(sourceOf(file).text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  return import(`data:text/javascript,${encodeURIComponent(outputText)}`);
}
