// Turns types into tables, with one row for each member. Nested members have dotted paths.
import ts from 'typescript';
import { checker, isExported, isOurs } from './library.mjs';
import { oneLine, withoutLinks } from './markdown.mjs';

const DEPTH = 5;

/** Returns the members of an object type of the library, or of a list of such objects. */
function open(type) {
  const bare = checker.getNonNullableType(type);
  if (checker.isArrayType(bare)) {
    const inner = open(checker.getTypeArguments(bare)[0]);
    return inner && { ...inner, suffix: `[]${inner.suffix}` };
  }
  // Options that also accept an older form: the class has the current form.
  if (bare.isUnion()) return open(bare.types.find((one) => one.isClass()) ?? checker.getNeverType());
  if (!(bare.flags & ts.TypeFlags.Object)) return undefined;
  const members = checker
    .getPropertiesOfType(bare)
    .filter(({ valueDeclaration }) => isOurs(valueDeclaration) && !ts.isMethodDeclaration(valueDeclaration));
  return members.length === 0 ? undefined : { members, suffix: '' };
}

/** Returns whether a type is a list. */
export const isList = (type) => checker.isArrayType(checker.getNonNullableType(type));

/** Returns the rows of a type's members. */
export function fieldsOf(type, prefix = '', depth = 0) {
  const opened = depth < DEPTH ? open(type) : undefined;
  if (opened === undefined) return [];
  const base = prefix + opened.suffix;
  return opened.members.flatMap((member) => {
    const memberType = checker.getTypeOfSymbol(member);
    const name = base === '' ? member.name : `${base}.${member.name}`;
    const nested = fieldsOf(memberType, name, depth + 1);
    return [rowOf(member, memberType, name, nested.length > 0), ...nested];
  });
}

function rowOf(member, type, name, isObject) {
  const written = member.valueDeclaration.type?.getText() ?? checker.typeToString(type);
  return {
    name,
    type: isObject ? `object${isList(type) ? '[]' : ''}` : oneLine(written),
    required: !(member.flags & ts.SymbolFlags.Optional),
    doc: docOfSymbol(member),
  };
}

function docOfSymbol(symbol) {
  const tags = symbol
    .getJsDocTags(checker)
    .filter(({ name }) => name === 'default' || name === 'deprecated')
    .map(({ name, text }) => {
      const content = ts.displayPartsToString(text).replace(/\.$/, '');
      return name === 'default' ? `Default: ${content}.` : `Deprecated ${content}.`;
    });
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  return withoutLinks(oneLine([text, ...tags].join(' ')));
}

/** Returns whether the argument must be omitted in an overload. */
export const isNever = (parameter) =>
  Boolean(checker.getTypeOfSymbol(parameter).flags & ts.TypeFlags.Undefined);

/** Returns the rows of a call's arguments, with the members of objects. */
export function argumentsOf(signature) {
  return signature.parameters
    .filter(({ name }) => name !== 'call')
    .flatMap((parameter) => {
      const type = checker.getTypeOfSymbol(parameter);
      const node = parameter.valueDeclaration;
      if (isNever(parameter)) return [];
      const rows = fieldsOf(type).map((row) => ({ ...row, argument: parameter.name }));
      const required = node.questionToken === undefined && node.initializer === undefined;
      return rows.length > 0
        ? rows
        : [{ name: parameter.name, type: oneLine(node.type.getText()), required, doc: '', argument: null }];
    });
}

/** Describes the return type of a method: its kind, text and type, and its own failure codes. */
export function responseOf(signature) {
  const node = signature.getDeclaration().type;
  const [outer, inner] = [node.typeName?.getText(), node.typeArguments?.[0]];
  if (outer === 'AsyncGenerator') return { kind: 'iterator', ...typed(inner), codes: [] };
  if (outer !== 'Promise') return { kind: 'value', ...typed(node), codes: [] };
  if (inner.typeName?.getText() !== 'MethodReturn') return { kind: 'promise', ...typed(inner), codes: [] };
  const [data, codes] = inner.typeArguments;
  return {
    kind: 'result',
    ...typed(data),
    codes: codes === undefined ? [] : [...codes.getText().matchAll(/'(\w+)'/g)].map(([, code]) => code),
  };
}

/** Describes a type by a name that users can import, not by a private alias. */
function typed(node) {
  const type = checker.getTypeFromTypeNode(node);
  const isPrivate = type.aliasSymbol !== undefined && !isExported(type.aliasSymbol.name);
  return {
    type,
    text: checker.typeToString(type, undefined, isPrivate ? ts.TypeFormatFlags.InTypeAlias : undefined),
  };
}
