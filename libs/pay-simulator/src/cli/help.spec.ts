import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runVerify } from '../verify/verify-command.js';
import { helpText } from './command-text.js';
import { runTrigger } from './trigger.command.js';

const SOURCE = join(import.meta.dirname, '..');
/** Each help text of the package, with the rows that a command adds to it. */
const TEXTS = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.txt'),
);
const io = { env: {}, folder: SOURCE, err: () => undefined, onInterrupt: () => () => undefined };
async function printed(file: string): Promise<string> {
  let text = '';
  const out = (more: string): void => void (text += more);
  if (file.endsWith('trigger.txt')) await runTrigger(['--help'], { ...io, out });
  else if (file.endsWith('verify.txt')) await runVerify(['--help'], { ...io, out });
  else out(helpText(readFileSync(join(SOURCE, file), 'utf8')));
  return text;
}

describe.each(TEXTS)('the help in %s', (file) => {
  it('fits into 80 columns, and has no place that is not filled', async () => {
    const text = await printed(file);
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(text).not.toMatch(/^\{|undefined/m);
  });

  it('has a summary, usage, options, examples and exit codes', async () => {
    const text = await printed(file);
    for (const part of [
      /^[A-Z].*\.\n\nUsage:\n {2}pay-simulator /,
      /^ {2}-h, --help +Print this help/m,
      /^Examples:\n {2}pay-simulator /m,
      /^Exit codes: /m,
      /^Page:\s+https:\S+\.md$/m,
    ])
      expect(text).toMatch(part);
  });
});
