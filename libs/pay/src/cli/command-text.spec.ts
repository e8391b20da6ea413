import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { helpText, wrapped } from './command-text.js';

const columns = Object.getOwnPropertyDescriptor(process.stdout, 'columns');
afterEach(() => setColumns(columns));
function setColumns(descriptor: PropertyDescriptor | undefined): void {
  delete (process.stdout as { columns?: number }).columns;
  if (descriptor !== undefined) Object.defineProperty(process.stdout, 'columns', descriptor);
}

const HELP = `Options:
  --port 4010  TCP port (default: 4010)
  --control-token-file-of-the-simulator path  File with the token
    --all  ${'word '.repeat(20).trim()}

Exit codes: ${'0 success '.repeat(10).trim()}
`;

describe('the text of commands', () => {
  it('aligns the descriptions of help, and continues them below each other', () => {
    expect(helpText(HELP)).toBe(`Options:
  --port 4010  TCP port (default: 4010)
  --control-token-file-of-the-simulator path
               File with the token
    --all      word word word word word word word word word word word word word
               word word word word word word word

Exit codes: 0 success 0 success 0 success 0 success 0 success 0 success 0
success 0 success 0 success 0 success
`);
  });

  it('shows the titles of help in bold on a terminal', () => {
    expect(helpText(HELP, true).split('\n')[0]).toBe('\u001b[1mOptions:\u001b[22m');
  });

  it.each([60, 40])('fits into a terminal of %d columns', (value) => {
    setColumns({ value, configurable: true });
    const long = `Expected one of these (${'a value '.repeat(12).trim()}).`;
    for (const text of [helpText(HELP), wrapped(long, 4)])
      expect(text.split('\n').filter((line) => line.length > value && !line.includes('--control'))).toEqual(
        [],
      );
  });

  it('keeps parentheses together if they fit on a line', () => {
    expect(wrapped(`${'word '.repeat(14)}(default: a new token)`)).toMatch(/\n\(default: a new token\)$/);
  });

  it('is the same in both packages', () => {
    const read = (library: string) =>
      readFileSync(join(import.meta.dirname, '../../..', library, 'src/cli/command-text.ts'), 'utf8');
    expect(read('pay')).toBe(read('pay-simulator'));
  });
});
