// Writes generated files. With `--check`, writes nothing, and reports those that are out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const isCheck = process.argv.includes('--check');

/** Reports what a person has to change. The command then fails. */
export function report(problem) {
  process.stderr.write(`${problem}\n`);
  process.once('exit', () => (process.exitCode = 1));
}

/** Writes a file, named from the root of the repository, if its text differs. */
export function writeGenerated(file, text) {
  const path = join(ROOT, file);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  if (isCheck) report(`${file} is out of date: run npm run generate`);
  else writeFileSync(path, text);
}
