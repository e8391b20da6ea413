// Edits of source files by their syntax tree, so that an edit never lands in a comment or a text.
import type TypeScript from 'typescript';

/** The package `typescript` of the application. */
export type Compiler = typeof TypeScript;

/** Text to insert at a position of a source. */
interface Insertion {
  at: number;
  text: string;
}

const fitsOneLine = (elements: string[]) => elements.join(', ').length < 40;
const linesOf = (elements: string[]) => elements.map((element) => `    ${element},\n`).join('');

/** Writes a text with the line ends of another one. */
export function withLineEnds(text: string, other: string): string {
  return other.includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text;
}

/** A source file of the application. Its edits are undefined if the file has an unusual form. */
export class SourceFile {
  private readonly tree: TypeScript.SourceFile;
  private readonly nodes: TypeScript.Node[] = [];

  constructor(
    private readonly ts: Compiler,
    private readonly text: string,
  ) {
    this.tree = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
    const visit = (node: TypeScript.Node): void => {
      this.nodes.push(node);
      ts.forEachChild(node, visit);
    };
    visit(this.tree);
  }

  /** Returns whether the code has an identifier with this name. */
  uses(name: string): boolean {
    return this.nodes.some((node) => this.ts.isIdentifier(node) && node.text === name);
  }

  /** Returns the name that an import of a package has in this file, such as `nest.ConfigModule`. */
  localName(name: string, from: string): string | undefined {
    const { ts } = this;
    for (const { importClause, moduleSpecifier } of this.imports()) {
      const bindings = importClause?.namedBindings;
      if (bindings === undefined || importClause?.isTypeOnly === true || pathOf(moduleSpecifier) !== from)
        continue;
      if (ts.isNamespaceImport(bindings)) return `${bindings.name.text}.${name}`;
      const found = bindings.elements.find((one) => (one.propertyName ?? one.name).text === name);
      if (found?.isTypeOnly === false) return found.name.text;
    }
    return undefined;
  }

  /** Returns whether the code has the expression `object.member`. */
  hasMember(object: string | undefined, member: string): boolean {
    return this.nodes.some(
      (node) =>
        this.ts.isPropertyAccessExpression(node) &&
        node.name.text === member &&
        node.expression.getText(this.tree) === object,
    );
  }

  /** Returns the paths of the imports. */
  importPaths(): string[] {
    return this.imports().map(({ moduleSpecifier }) => pathOf(moduleSpecifier));
  }

  /** Appends elements to arrays of the metadata of the only `@Module()`, such as `imports`. */
  addToModule(metadata: Record<string, string[]>): Insertion[] | undefined {
    const { ts } = this;
    const [call, ...others] = this.nodes.filter(ts.isDecorator).flatMap(({ expression }) => {
      const isModule = ts.isCallExpression(expression) && expression.expression.getText() === 'Module';
      return isModule ? [expression] : [];
    });
    const options = call?.arguments[0];
    if (options === undefined || others.length > 0 || !ts.isObjectLiteralExpression(options))
      return undefined;
    // What is spread could have the same lists.
    if (options.properties.some(ts.isSpreadAssignment)) return undefined;
    const insertions: Insertion[] = [];
    let missing = '';
    for (const [name, elements] of Object.entries(metadata)) {
      if (elements.length === 0) continue;
      const [property, ...duplicates] = options.properties.filter((one) => nameOf(ts, one) === name);
      if (property === undefined) {
        missing += `\n  ${name}: [${fitsOneLine(elements) ? elements.join(', ') : `\n${linesOf(elements)}  `}],`;
        continue;
      }
      if (duplicates.length > 0 || !ts.isPropertyAssignment(property)) return undefined;
      if (!ts.isArrayLiteralExpression(property.initializer)) return undefined;
      insertions.push(...this.appendElements(property.initializer, elements));
    }
    if (missing !== '') {
      const at = options.getStart(this.tree) + 1;
      const isInline = !/^\s*\n/.test(this.text.slice(at)) || options.properties.length === 0;
      insertions.push({ at, text: isInline ? `${missing}\n` : missing });
    }
    return insertions;
  }

  /** Adds `import { name } from 'path'` after the last import, in the file's own style. */
  addImports(imports: [name: string, path: string][]): Insertion[] | undefined {
    const last = this.imports().at(-1);
    if (last === undefined) return undefined;
    const { end, moduleSpecifier } = last;
    const [quote = "'"] = moduleSpecifier.getText(this.tree);
    const semicolon = this.text[end - 1] === ';' ? ';' : '';
    const lines = imports.map(
      ([name, path]) => `\nimport { ${name} } from ${quote}${path}${quote}${semicolon}`,
    );
    const comment = this.ts.getTrailingCommentRanges(this.text, end)?.at(-1);
    return [{ at: comment?.end ?? end, text: lines.join('') }];
  }

  /** Adds `rawBody: true` to the options of the only `NestFactory.create()`, if the file does not set it. */
  addRawBody(): Insertion[] | undefined {
    const { ts } = this;
    const isRawBody = (node: TypeScript.Node) =>
      ts.isPropertyAssignment(node) && nameOf(ts, node) === 'rawBody';
    const [rawBody] = this.nodes.filter(isRawBody).filter(ts.isPropertyAssignment);
    if (rawBody?.initializer.kind === ts.SyntaxKind.TrueKeyword) return [];
    const [call, ...others] = this.nodes
      .filter(ts.isCallExpression)
      .filter(({ expression }) => expression.getText(this.tree) === 'NestFactory.create');
    if (call === undefined || others.length > 0 || this.uses('rawBody')) return undefined;
    const { arguments: all } = call;
    const last = all.at(-1);
    if (last === undefined || all.some(ts.isSpreadElement)) return undefined;
    if (all.length > 1 && ts.isObjectLiteralExpression(last)) {
      if (last.properties.some(ts.isSpreadAssignment)) return undefined;
      const text = last.properties.length === 0 ? ' rawBody: true ' : ' rawBody: true,';
      return [{ at: last.getStart(this.tree) + 1, text }];
    }
    // An adapter such as `new FastifyAdapter()` is before the options.
    if (all.length !== 1 && !(all.length === 2 && ts.isNewExpression(last))) return undefined;
    return [{ at: all.end, text: all.hasTrailingComma ? ' { rawBody: true }' : ', { rawBody: true }' }];
  }

  /** Returns the text with insertions. Undefined if one is undefined, or if the file has a syntax error. */
  with(...edits: (Insertion[] | undefined)[]): string | undefined {
    if (edits.some((edit) => edit === undefined)) return undefined;
    const all = edits.flatMap((edit) => edit ?? []);
    const changed = all
      .toReversed()
      .sort((one, other) => other.at - one.at)
      .reduce(
        (text, { at, text: added }) => text.slice(0, at) + withLineEnds(added, this.text) + text.slice(at),
        this.text,
      );
    const compilerOptions = { target: this.ts.ScriptTarget.ESNext, module: this.ts.ModuleKind.ESNext };
    const { diagnostics = [] } = this.ts.transpileModule(changed, {
      reportDiagnostics: true,
      compilerOptions,
    });
    return diagnostics.length === 0 ? changed : undefined;
  }

  private imports(): TypeScript.ImportDeclaration[] {
    return this.tree.statements.filter(this.ts.isImportDeclaration);
  }

  private appendElements(
    { elements: all, end }: TypeScript.ArrayLiteralExpression,
    elements: string[],
  ): Insertion[] {
    const close = end - 1;
    const inner = this.text.slice(all.pos, close);
    const last = all.at(-1);
    const comma = last === undefined || all.hasTrailingComma ? [] : [{ at: last.end, text: ',' }];
    const at = all.pos + inner.trimEnd().length;
    if (!inner.includes('\n') && fitsOneLine(elements))
      return [...comma, { at, text: `${last === undefined ? '' : ' '}${elements.join(', ')}` }];
    const lineStart = this.text.lastIndexOf('\n', close) + 1;
    const isOwnLine = lineStart > all.pos && this.text.slice(lineStart, close).trim() === '';
    const lines = linesOf(elements);
    return [...comma, isOwnLine ? { at: lineStart, text: lines } : { at, text: `\n${lines}  ` }];
  }
}

function pathOf(specifier: TypeScript.Expression): string {
  return (specifier as TypeScript.StringLiteral).text;
}

function nameOf(ts: Compiler, { name }: TypeScript.ObjectLiteralElementLike): string | undefined {
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;
}
