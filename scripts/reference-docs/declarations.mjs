// Reads interfaces and constants of the library, with their docstrings, from the source.
import ts from 'typescript';
import { read } from '../generated.mjs';
import { oneLine, withoutLinks } from '../operation-docs/markdown.mjs';

/** Returns the statement of a file below libs/ that declares a name. */
function declarationIn(file, name) {
  const path = `libs/${file}`;
  const { statements } = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
  const found = statements
    .flatMap((node) => node.declarationList?.declarations ?? [node])
    .find((node) => node.name?.getText() === name);
  if (found === undefined) throw new Error(`${path} has no declaration ${name}.`);
  return found;
}

/** Returns the docstring of a node: its text and its tags by name. */
function docOf(node) {
  const textOf = ({ comment } = {}) => oneLine(ts.getTextOfJSDocComment(comment) ?? '');
  const tags = ts.getJSDocTags(node).map((tag) => [tag.tagName.text, textOf(tag)]);
  const text = textOf(ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc));
  return { text: withoutLinks(text), tags: Object.fromEntries(tags) };
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
      standard: (tags.default ?? '').replace(/(?<=\d)_(?=\d{3})/g, ','),
      meaning: tags.deprecated === undefined ? text : `${text} Deprecated: ${tags.deprecated}`.trim(),
    };
  });
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
