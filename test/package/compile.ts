import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../..');
const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  esModuleInterop: true,
  types: ['node'],
};

/**
 * Compiles texts as files of a user who imports the built package by name, with the strictest compiler options.
 * Also checks the declaration files that the texts import.
 *
 * @param texts - Texts by file name, for example `use.mts`.
 * @returns The errors, each with its file and line.
 */
export function compile(texts: Record<string, string>, options: ts.CompilerOptions = {}): string[] {
  const files = new Map(
    Object.entries(texts).map(([name, text]) => [join(ROOT, 'test/package/virtual', name), text]),
  );
  const host = ts.createCompilerHost({ ...OPTIONS, ...options });
  const [fileExists, readFile, getSourceFile] = [
    host.fileExists.bind(host),
    host.readFile.bind(host),
    host.getSourceFile.bind(host),
  ];
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.readFile = (file) => files.get(file) ?? readFile(file);
  host.getSourceFile = (file, language, ...rest) => {
    const text = files.get(file);
    return text === undefined
      ? getSourceFile(file, language, ...rest)
      : ts.createSourceFile(file, text, language);
  };
  const program = ts.createProgram([...files.keys()], { ...OPTIONS, ...options }, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line =
      file === undefined || start === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
    return `${file?.fileName.replace(ROOT, '') ?? ''}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
