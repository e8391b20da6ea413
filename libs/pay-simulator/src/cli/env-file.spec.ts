import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'dotenv';
import fc from 'fast-check';
import { describeChanges, writeEnvFile } from './env-file.js';

const VARIABLES = {
  PAY_CLIENT_ID: 'simulator',
  PAY_CLIENT_SECRET: 'simulator-secret',
  PAY_SIMULATOR_URL: 'http://127.0.0.1:4010',
};

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'env-file-'));
  file = join(folder, '.env');
});
afterEach(() => rmSync(folder, { recursive: true }));

const text = () => readFileSync(file, 'utf8');

describe('writing a .env file', () => {
  it('creates the file, and changes nothing the second time', () => {
    const names = Object.keys(VARIABLES);
    expect(writeEnvFile(file, VARIABLES)).toEqual({ added: names, replaced: [] });
    expect(text()).toBe(
      'PAY_CLIENT_ID=simulator\nPAY_CLIENT_SECRET=simulator-secret\nPAY_SIMULATOR_URL=http://127.0.0.1:4010\n',
    );
    const again = writeEnvFile(file, VARIABLES);
    expect(describeChanges('.env', again)).toBe('.env: nothing to change');
  });

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ])('keeps other lines, and replaces its own in place: %s', (_, newline) => {
    const before = [
      '# shop',
      'PORT=3000',
      'export PAY_SIMULATOR_URL = "http://127.0.0.1:9"',
      'PAY_CLIENT_ID=',
      '#end',
    ];
    writeFileSync(file, before.join(newline));
    const changes = writeEnvFile(file, VARIABLES);
    expect(text().split(newline)).toEqual([
      '# shop',
      'PORT=3000',
      'export PAY_SIMULATOR_URL =http://127.0.0.1:4010',
      'PAY_CLIENT_ID=simulator',
      '#end',
      'PAY_CLIENT_SECRET=simulator-secret',
      '',
    ]);
    expect(describeChanges('.env', changes)).toBe(
      '.env: added PAY_CLIENT_SECRET; replaced PAY_CLIENT_ID, PAY_SIMULATOR_URL',
    );
  });

  it('keeps the credentials of another account, unless it is forced', () => {
    const before = "PAY_CLIENT_ID='a real account'\n";
    writeFileSync(file, before);
    expect(() => writeEnvFile(file, VARIABLES)).toThrow(
      `${file} has PAY_CLIENT_ID of another account, so nothing was written: choose another file, or replace the account with --force`,
    );
    expect(text()).toBe(before);
    expect(writeEnvFile(file, VARIABLES, { force: true }).replaced).toEqual(['PAY_CLIENT_ID']);
    expect(text()).toContain('PAY_CLIENT_ID=simulator\n');
  });

  it('replaces an assignment, and no line of a quoted value that looks like one', () => {
    const note = 'NOTE="first\nPAY_CLIENT_ID=an example\nlast"';
    writeFileSync(file, `${note}\nPAY_CLIENT_ID="a real\naccount" # ours\nKEY=\`\nPAY_CLIENT_SECRET=\`\n`);
    writeEnvFile(file, VARIABLES, { force: true });
    expect(text()).toBe(
      `${note}\nPAY_CLIENT_ID=simulator # ours\nKEY=\`\nPAY_CLIENT_SECRET=\`\n` +
        'PAY_CLIENT_SECRET=simulator-secret\nPAY_SIMULATOR_URL=http://127.0.0.1:4010\n',
    );
  });

  it('recognizes `KEY: value`', () => {
    writeFileSync(file, 'PAY_CLIENT_ID: a real account\n');
    expect(() => writeEnvFile(file, VARIABLES)).toThrow('has PAY_CLIENT_ID of another account');
    writeEnvFile(file, VARIABLES, { force: true });
    expect(text()).toMatch(/^PAY_CLIENT_ID: simulator\nPAY_CLIENT_SECRET=/);
  });

  it.each([
    'NOTE:\n',
    // With another value in its last line, the text between the outer quotes would be the value of NOTE.
    'PAY_CLIENT_ID=\nNOTE="x\nPAY_CLIENT_ID="x" # "\n',
  ])('writes nothing if a new line would become part of a value: %j', (before) => {
    writeFileSync(file, before);
    expect(() => writeEnvFile(file, VARIABLES, { force: true })).toThrow(
      `${file} has a value without a clear end, so nothing was written: quote that value, or choose another file`,
    );
    expect(text()).toBe(before);
  });

  it('gives an application that uses dotenv its variables, and keeps the others', () => {
    const start = fc.constantFrom('', 'PAY_CLIENT_ID', 'PAY_SIMULATOR_URL', 'export PORT', '#', ' ');
    const sign = fc.constantFrom('', '=', ': ', ' = ', ':');
    const rest = fc.constantFrom('', 'x', '"', '"x', 'x"', "'", '`', '"x" # "', '\\"', 'x#', '\\n', '\r');
    const line = fc.tuple(start, sign, rest).map((all) => all.join(''));
    const lines = fc.tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'));
    fc.assert(
      fc.property(lines, ([all, newline]) => {
        const before = all.join(newline);
        writeFileSync(file, before);
        try {
          writeEnvFile(file, VARIABLES, { force: true });
        } catch {
          return expect(text()).toBe(before);
        }
        return expect(parse(text())).toEqual({ ...parse(before), ...VARIABLES });
      }),
      { numRuns: 300 },
    );
  });
});
